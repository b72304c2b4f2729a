return mutant {
  base = "reference", file = "together.cu",
  replace = {{[[            p.sum = p.sum * expf(p.most - x[i]) + 1;]],
              [[            p.sum = p.sum + 1;]]}},
  fails = "correct", message = "softmax_grid",
  why = "a larger maximum comes, and the sum so far is not scaled",
}
