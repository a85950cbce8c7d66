"""What tests of stores share: a store in memory, the suite that every store passes, and small values built by hand."""
