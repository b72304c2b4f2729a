return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[*x = X + (size_t)g * K + 8 * t;]==],
              [==[*x = X + (size_t)g * K + 2 * t;]==]}},
  fails = "correct",
  why = "weights by eight neighbouring columns a lane, tokens by two",
}
