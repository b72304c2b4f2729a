return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[quads = (n - head) / 4,]],
              [[quads = (n - head + 3) / 4,]]}},
  fails = "correct", message = "axpy_4",
  why = "the number of quads is rounded up: elements behind the range are written",
}
