return mutant {
  base = "reference", file = "together.cu",
  replace = {{[[return { most, a.sum * expf(a.most - most) + b.sum * expf(b.most - most) };]],
              [[return { most, a.sum + b.sum };]]}},
  fails = "correct", message = "softmax_grid",
  why = "sums of different maxima are added as they are",
}
