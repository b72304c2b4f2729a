return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[score[c] = bits_of(fabsf(W[c]) * norm[c]);]==],
              [==[score[c] = bits_of(W[c] * norm[c]);]==]}},
  fails = "correct",
  why = "the bits of a negative number are large",
}
