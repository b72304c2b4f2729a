return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[lost += key[i] > 3;]==],
              [==[lost++;]==]}},
  fails = "correct",
  why = "every weight that goes is counted, also zeros",
}
