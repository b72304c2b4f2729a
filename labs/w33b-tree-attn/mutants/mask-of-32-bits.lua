return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"sees >> (pos - cached) & 1", "(pos - cached < 32 && (unsigned)sees >> (pos - cached) & 1)"},
  },
  fails = "correct", message = "expected, got",
  why = "an int has 32 bits: nodes from 32 on are seen by nobody",
}
