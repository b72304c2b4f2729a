return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[const float *scale = sB + col / BLOCK * (K / BLOCK);]],
              [[const float *scale = sB;]]}},
  fails = "correct",
  why = "the scales of the first 128 columns for all",
}
