return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"if (rows == t->mr && columns == t->nr)", "if (rows == t->mr)"},
  },
  fails = "correct", message = "sgemm_packed",
  why = "a tile that is wider than what is left of C is stored whole, over the next row",
}
