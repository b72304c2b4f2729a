return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[    by[BY_SMEM] = NO_LIMIT;]],
              [[    by[BY_SMEM] = m->blocks;]]}},
  fails = "correct", message = "BY_SMEM",
  why = "a block without shared memory is said to be limited by it, to as many as there are slots",
}
