return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[y[i] = scale > 0 ? x[i] / scale : 0;]],
              [[y[i] = x[i] / scale;]]}},
  fails = "correct",
  why = "0 / 0: the codes of a block of zeros are NaN",
}
