return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"int from, int to, float scale)\n{\n    int warp",
              "int from, int to, float scale)\n{\n    to -= from;\n    from = 0;\n    int warp"}},
  fails = "correct", message = "paged_split",
  why = "a split counts its tokens from its own first one, and so looks them up at the front of the table",
}
