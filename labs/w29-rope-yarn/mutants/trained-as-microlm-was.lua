return mutant {
  base = "reference", file = "rope.c",
  replace = {{[==[double s = length > trained ? (double)length / trained : 1;]==],
              [==[double s = length > 1024 ? length / 1024. : 1;]==]}},
  fails = "correct",
  why = "every model was trained on 1,024 tokens",
}
