return mutant {
  base = "reference", file = "rmsnorm.c", fails = "correct",
  replace = {{[[ + eps);]], [[);]]}},
  why = "rows of zeros become 0/0, and small ones grow too large",
}
