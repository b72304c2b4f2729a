return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[(struct key){ (uint32_t)(seed >> 32), (uint32_t)seed }]],
     [[(struct key){ (uint32_t)seed, (uint32_t)(seed >> 32) }]]},
  },
  fails = "correct",
  why = "puts the lower half of the seed first",
}
