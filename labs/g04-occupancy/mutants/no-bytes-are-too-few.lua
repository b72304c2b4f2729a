return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {
    {[==[blocks > m->blocks || bytes < 0]==],
     [==[blocks > m->blocks || bytes <= 0]==]},
  },
  fails = "correct", message = "smem_cap",
  why = "takes 0 bytes of its own for none that fit",
}
