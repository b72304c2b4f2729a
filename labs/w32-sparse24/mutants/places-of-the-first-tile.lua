return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[sign[i] = i < tiles ? e[at * 32]]==],
              [==[sign[i] = i < tiles ? e[k * 32]]==]}},
  fails = "correct",
  why = "both tiles of 16 rows by the same places",
}
