return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"constexpr int PAD = 8; ", "constexpr int PAD = 16;"}},
  fails = "profile", message = "conflicts", backend = "simt",
  why = "rows of six and of eighteen pieces, both even: more padding is not better",
}
