return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"        }\n    __syncthreads();\n}", "        }\n}"}},
  fails = "correct", message = "mismatch",
  why = "a warp adds up what the other warps have not written yet",
}
