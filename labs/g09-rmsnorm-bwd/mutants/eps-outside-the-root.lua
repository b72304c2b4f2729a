return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[1 / sqrtf(block_sum(sum, place) / C + eps)]==],
              [==[1 / (sqrtf(block_sum(sum, place) / C) + eps)]==]}},
  fails = "correct", message = "eps",
  why = "eps is added to the root, not under it",
}
