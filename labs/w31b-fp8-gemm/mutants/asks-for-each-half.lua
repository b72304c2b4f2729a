return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[                next = scale[k + 1];]],
              [[                next = scale[k + 1] + 0 * *(const volatile float *)(scale + k);]]}},
  fails = "profile",
  why = "asks for a scale that was at hand",
}
