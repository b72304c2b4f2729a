return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"fold<D>(t, row, mine - j0, scale * LOG2_E);",
              "fold<D>(t, row, mine == S ? S - j0 : mine - j0 + BC, scale * LOG2_E);"}},
  fails = "correct", message = "mismatch: O",
  why = "the causal mask is off by one tile: rows see keys of their own future",
}
