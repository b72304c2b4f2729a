return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[float pull = r * r * block_sum(dot, place) / C;]==],
              [==[float pull = 0 * block_sum(dot, place);]==]}},
  fails = "correct", message = "slope",
  why = "the local gradient alone: that x also moves rstd is forgotten",
}
