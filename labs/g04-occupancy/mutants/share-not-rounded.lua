return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[m->smem / blocks / m->smem_unit * m->smem_unit - m->smem_reserve]],
              [[m->smem / blocks - m->smem_reserve]]}},
  fails = "correct", message = "smem_cap",
  why = "an equal share of the bytes, to the byte: rounded up it does not fit",
}
