"""Knowledge bases as retrievers of other frameworks: a module for each, which imports that framework when it is."""
