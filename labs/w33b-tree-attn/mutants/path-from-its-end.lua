return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"    for (int first = 0; first < kept; first += turn) {",
     "    for (int first = (kept - 1) / turn * turn; first >= 0 && kept > 0; first -= turn) {"},
  },
  fails = "correct", message = "expected",
  why = "the last rows first: slot 48 is overwritten before slot 47 has got it",
}
