return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[float pull = r * r * block]==],
              [==[float pull = r * block]==]}},
  fails = "correct", message = "slope",
  why = "the inner term has rstd once, not squared: right for rows whose mean square is 1",
}
