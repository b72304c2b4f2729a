return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"time[c] < time[best]", "time[c] <= time[best]"}},
  fails = "correct", message = "choice",
  why = "takes the last of equally fast configurations",
}
