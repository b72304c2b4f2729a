return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"int from, int to, float scale)\n{\n    int warp",
              "int from, int to, float scale)\n{\n    to = (to + c.bs - 1) / c.bs * c.bs;\n    int warp"}},
  fails = "correct", message = "mismatch",
  why = "the whole last block is taken, slots without a token included: those hold NaN",
}
