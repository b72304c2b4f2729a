return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"    widen(old ? old : call, call,",
     "    widen(call, call,"},
  },
  fails = "correct", message = "served by",
  why = "every batch size is compiled anew",
}
