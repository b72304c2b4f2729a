return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"return size > 1 ? 32 - __clz(size - 1) : 0; /* log2 of the next power of two */", "return size;"}},
  fails = "correct", message = "autotune",
  why = "the exact shape is the key: right, and tuned anew for every sequence length",
}
