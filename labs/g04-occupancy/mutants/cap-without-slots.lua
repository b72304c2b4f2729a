return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[threads > MAX_THREADS || blocks > m->blocks || blocks > m->warps / warps]],
              [[threads > MAX_THREADS || blocks > m->warps / warps]]}},
  fails = "correct", message = "reg_cap",
  why = "registers are promised for more blocks than the SM has slots",
}
