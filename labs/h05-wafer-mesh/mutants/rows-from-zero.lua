return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"            at->row[i++] = r;",
     "            at->row[i] = i, i++;"},
  },
  fails = "correct",
  why = "logical rows are numbered as if none were left out",
}
