return mutant {
  base = "reference", file = "reduce.cu", backend = "simt",
  replace = {{"            s[t] += s[t + half];\n        __syncthreads();\n",
              "            s[t] += s[t + half];\n        if (half > WARP)\n            __syncthreads();\n"}},
  fails = "correct", message = "mismatch",
  why = "the last steps in one warp, without a __syncwarp: lanes need not move together",
}
