return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[up(k.smem + m->smem_reserve, m->smem_unit)]],
              [[up(k.smem, m->smem_unit)]]}},
  fails = "correct", message = "smem",
  why = "the kibibyte that the system keeps for each block is forgotten",
}
