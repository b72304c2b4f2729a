return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[(aa > 0 && bb > 0 ? ab / (sqrt(aa) * sqrt(bb)) : 0)]==],
              [==[ab / (sqrt(aa) * sqrt(bb))]==]}},
  fails = "correct",
  why = "0 / 0 for a vector of zeros",
}
