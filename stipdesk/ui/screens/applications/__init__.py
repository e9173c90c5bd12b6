"""The tab Requerimentos."""
