return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"before += t->kind[node[k]] == t->kind[node[i]];",
     "before++;"},
  },
  fails = "correct", message = "machine",
  why = "numbers NICs behind the GPUs",
}
