return mutant {
  base = "reference", file = "rope.c",
  replace = {{[==[double s = length > trained ? (double)length / trained : 1;]==],
              [==[double s = (double)length / trained;]==]}},
  fails = "correct",
  why = "a text that is shorter than in training turns faster",
}
