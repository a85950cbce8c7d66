"""What a language model finds in a document, held against its text before any of it is believed."""
