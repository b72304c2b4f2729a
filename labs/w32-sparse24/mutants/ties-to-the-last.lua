return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[| (3 - i);]==],
              [==[| i;]==]}},
  fails = "correct",
  why = "of equal magnitudes the last one is kept",
}
