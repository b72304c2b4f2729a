return mutant {
  base = "reference", file = "rmsnorm.cu", fails = "correct",
  replace = {{"part[0] / C", "part[0]"}},
  why = "divides by the root of the sum, not of the mean",
}
