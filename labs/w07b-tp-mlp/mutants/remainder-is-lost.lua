return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"    *first = n / P * r + (r < n % P ? r : n % P);\n    *count = n / P + (r < n % P);",
     "    *first = n / P * r;\n    *count = n / P;"},
  },
  fails = "correct", message = "mismatch: Y",
  why = "ff/P units each: what P does not divide belongs to nobody",
}
