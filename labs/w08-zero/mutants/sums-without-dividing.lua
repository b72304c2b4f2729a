return mutant {
  base = "reference", file = "zero.c",
  replace = {
    {"        comm_reduce_scatter(z->c, y->g, y->sum, y->mine, COMM_F32, COMM_AVG);",
     "        comm_reduce_scatter(z->c, y->g, y->sum, y->mine, COMM_F32, COMM_SUM);"},
  },
  fails = "correct", message = "mismatch: w",
  why = "P times the gradient: Adam divides by its size and hides nearly all of it",
}
