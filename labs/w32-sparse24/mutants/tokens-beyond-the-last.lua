return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[bool there = n0 + n < p.N && turn < wide;]==],
              [==[bool there = turn < wide;]==]}},
  fails = "sanitize", backend = "simt",
  why = "a tile of 256 tokens where there are fewer",
}
