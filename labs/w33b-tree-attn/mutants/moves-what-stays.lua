return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"        bool moves = from != i;", "        bool moves = i < kept;"},
  },
  fails = "profile", message = "tree_commit",
  why = "right, and a row that stays where it is is loaded and stored all the same",
}
