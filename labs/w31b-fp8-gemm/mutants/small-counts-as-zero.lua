return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[y[i] = scale > 0 ? x[i] / scale : 0;]],
              [[y[i] = scale > 1e-12f ? x[i] / scale : 0;]]}},
  fails = "correct",
  why = "a block of small numbers is taken for one of zeros",
}
