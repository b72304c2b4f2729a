return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[head = (4 - first % 4) % 4;]],
              [[head = 4 - first % 4;]]}},
  fails = "profile", message = "axpy_4",
  why = "where nothing stands before the first quad, the first quad is done element by element, and the last ends in another request",
}
