return mutant {
  base = "reference", file = "mxfp4.c",
  replace = {{"    for (int j = 0; j < m; j++) {\n        float v = x[j];",
              "    for (int j = 0; j < MX_BLOCK; j++) {\n        float v = x[j];"}},
  fails = "sanitize", message = "overflow",
  why = "the last block is read whole: right where the memory behind it happens to be readable",
}
