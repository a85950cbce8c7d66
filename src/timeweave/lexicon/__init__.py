"""Language as data: tables of words, a family each, that whoever reads documents and whoever reads questions share."""
