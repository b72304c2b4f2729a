return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[head = (4 - first % 4) % 4;]],
              [[head = first % 4;]]}},
  fails = "correct", message = "axpy_4",
  why = "skips first % 4 elements, not those that are missing to the next quad",
}
