return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[    float last = coefficient[DEGREE];]],
              [[    float last = coefficient[DEGREE - 1] * 0;]]}},
  fails = "correct", message = "poly",
  why = "begins with the last coefficient but one",
}
