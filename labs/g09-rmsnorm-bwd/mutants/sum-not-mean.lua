return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[block_sum(dot, place) / C;]==],
              [==[block_sum(dot, place);]==]}},
  fails = "correct", message = "slope",
  why = "the row sum is not divided by C",
}
