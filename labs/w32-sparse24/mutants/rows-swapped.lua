return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[meta[at * 32 + lane] = four_of_quad(nibbles[0], t) | high << 16;]==],
              [==[meta[at * 32 + lane] = four_of_quad(nibbles[0], t) << 16 | high;]==]}},
  fails = "correct",
  why = "row g + 8 in the low half of the word",
}
