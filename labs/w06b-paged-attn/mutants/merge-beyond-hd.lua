return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"    int col = threadIdx.x;\n    if (col >= hd)\n        return;\n", "    int col = threadIdx.x;\n"}},
  fails = "sanitize",
  why = "threads without a column join one all the same, and read and write what lies behind their row",
}
