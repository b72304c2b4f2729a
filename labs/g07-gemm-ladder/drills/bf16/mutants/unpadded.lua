return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"constexpr int PAD = 8; ", "constexpr int PAD = 0; "}},
  fails = "profile", message = "conflicts", backend = "simt",
  why = "rows of four and of sixteen pieces: eight rows meet in the same banks",
}
