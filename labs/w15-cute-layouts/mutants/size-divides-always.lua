return mutant {
  base = "reference", file = "layout.c",
  replace = {
    {[[
        if (s % part)]],
     [[
        if (s % part || (!last && size / d % part))]]},
  },
  fails = "correct", message = "composition",
  why = "refuses a size that ends inside a leaf: there only what goes on into the next has to fit",
}
