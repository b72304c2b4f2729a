return mutant {
  base = "reference", file = "together.cu",
  replace = {{[[    pair p = { -INFINITY, 0 };]],
              [[    pair p = { 0, 0 };]]}},
  fails = "correct", message = "softmax_grid",
  why = "the maximum begins at 0: of logits far below it every exponential is 0",
}
