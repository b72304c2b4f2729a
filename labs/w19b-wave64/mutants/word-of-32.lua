return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[        unsigned long long votes = __ballot_sync(first_bits(lanes), keep);]=],
               [=[        unsigned votes = __ballot_sync(first_bits(lanes), keep);]=]}},
  fails = "correct",
  why = "an unsigned drops the votes of lanes 32 to 63",
}
