return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[*row = (group * ROWS + in % high) * BM;]],
              [[*row = in % high * BM;]]}},
  fails = "correct",
  why = "the second group's tiles are the first one's once more",
}
