return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"first < w.rows; first += ROWS)", "first < w.rows && first < ROWS; first += ROWS)"},
  },
  fails = "correct", message = "got ",
  why = "64 nodes with a group of three are 192 rows: two passes",
}
