return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"(row * PIECES + (piece ^ (row & 7))) * 16", "(row * PIECES + piece) * 16"},
  },
  fails = "profile", message = "sh_conf",
  why = "right, and eight rows at the same column stand in the same banks",
}
