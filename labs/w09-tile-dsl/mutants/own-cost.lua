return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"cost + (size_t)first * configs", "cost + (size_t)i * configs"}},
  fails = "correct", message = "choice",
  why = "a cache hit that measures after all: it chooses by costs of its own",
}
