return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"float zero = top == -INFINITY ? 0 : top;", "float zero = top;"},
  },
  fails = "correct", message = "got ",
  why = "a row that has seen nothing yet takes -inf off -inf",
}
