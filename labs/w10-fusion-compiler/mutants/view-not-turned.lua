return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"const char *row = flip ? c : r, *col = flip ? r : c;",
     "const char *row = r, *col = c;\n" ..
     "    (void)flip;"},
  },
  fails = "correct", message = "mismatch",
  why = "a transpose is read in the order of its base",
}
