return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"        if (rows < 2 || old->arg[k].rows == rows)",
     "        if (old->arg[k].rows == rows)"},
  },
  fails = "correct", message = "served by",
  why = "a single row gets a symbol, and the guard then refuses the very call it was made for",
}
