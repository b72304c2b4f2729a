return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[for (int d = 8; d; d /= 2)]],
              [[for (int d = 4; d; d /= 2)]]}},
  fails = "correct",
  why = "64 elements agree on a scale, and one of two scales is written",
}
