"""What a question asks: entities, its times and events, offices and documents that it names."""
