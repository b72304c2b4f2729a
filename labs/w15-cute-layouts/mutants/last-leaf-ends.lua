return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
int last = k == a->n - 1;]],
     [[
int last = k == a->n;]]},
  },
  fails = "correct", message = "composition",
  why = "asks the last leaf for divisibility too: it has no end, and nothing is carried out of it",
}
