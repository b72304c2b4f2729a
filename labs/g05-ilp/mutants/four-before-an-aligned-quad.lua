return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[head = (4 - first % 4) % 4;]],
              [[head = 4 - first % 4;]]}},
  fails = "profile", message = "axpy_4",
  why = "an aligned range has its first quad done one by one: requests more than it needs",
}
