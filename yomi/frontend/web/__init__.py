"""The page: a server that the browser talks to, games that live in it, and what it shows of a search."""
