return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[y = half + i < n ? (uint32_t)(half + i) : 0;]],
     [[y = (uint32_t)(half + i);]]},
  },
  fails = "correct", message = "random_bits",
  why = "pairs the last of an odd number of counters with the next number instead of 0",
}
