return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {"return h->peak / h->sparsity / h->bw[t];", "return h->peak / 2 / h->bw[t];"},
  },
  fails = "correct", message = "crossover",
  why = "not every sheet prints the sparse peak: sparsity says which",
}
