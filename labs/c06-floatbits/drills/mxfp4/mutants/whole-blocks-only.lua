return mutant {
  base = "reference", file = "mxfp4.c",
  replace = {{"    for (int64_t k = 0; k < n; k += MX_BLOCK)\n" ..
              "        block((int)(n - k < MX_BLOCK ? n - k : MX_BLOCK), x + k, NULL",
              "    for (int64_t k = 0; k + MX_BLOCK <= n; k += MX_BLOCK)\n        block(MX_BLOCK, x + k, NULL"}},
  fails = "correct", message = "mismatch",
  why = "n is divided by 32, and the elements behind the last whole block are forgotten",
}
