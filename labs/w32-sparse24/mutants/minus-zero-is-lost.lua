return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[lost += key[i] > 3;]==],
              [==[lost += h[i] != 0;]==]}},
  fails = "correct",
  why = "-0 has a bit, and is no weight",
}
