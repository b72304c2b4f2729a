return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"        if (first + warp * 16 >= w.rows)", "        if (first + warp * 16 + 15 >= w.rows)"},
  },
  fails = "correct", message = "expected, got",
  why = "rows that do not fill a tile of 16 are left out",
}
