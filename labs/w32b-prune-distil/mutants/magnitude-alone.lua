return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[score[c] = bits_of(fabsf(W[c]) * norm[c]);]==],
              [==[score[c] = bits_of(fabsf(W[c]));]==]}},
  fails = "correct",
  why = "a small weight on a loud channel goes",
}
