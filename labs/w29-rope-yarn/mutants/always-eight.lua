return mutant {
  base = "reference", file = "rope.c",
  replace = {{[==[double s = length > trained ? (double)length / trained : 1;]==],
              [==[double s = length > trained ? 8 : 1;]==]}},
  fails = "correct",
  why = "the factor of the longest text for every longer one",
}
