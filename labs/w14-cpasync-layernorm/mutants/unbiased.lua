return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[block_sum(square, place[1]) / C + eps]],
              [[block_sum(square, place[1]) / max(C - 1, 1) + eps]]}},
  fails = "correct", message = "three",
  why = "divides by C - 1, as a statistician would; LayerNorm's variance is the biased one",
}
