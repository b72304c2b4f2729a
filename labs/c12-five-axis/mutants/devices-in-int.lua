return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {"return (int64_t)g->dp * g->tp * g->pp * g->cp;", "return g->dp * g->tp * g->pp * g->cp;"},
  },
  fails = "correct", message = "mismatch",
  why = "the product of four ints is an int, whatever the function returns",
}
