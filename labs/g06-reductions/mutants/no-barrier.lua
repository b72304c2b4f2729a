return mutant {
  base = "reference", file = "reduce.cu", backend = "simt",
  replace = {{"        if (t < width - half)\n            s[t] += s[t + half];\n        __syncthreads();\n",
              "        if (t < width - half)\n            s[t] += s[t + half];\n"}},
  fails = "correct", message = "mismatch",
  why = "a step reads what other warps have not added up yet",
}
