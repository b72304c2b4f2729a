return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[top = fmaxf(top, fabsf(x[i]));]],
              [[top = fmaxf(top, x[i]);]]}},
  fails = "correct",
  why = "the largest number is not the largest magnitude: what is more negative saturates",
}
