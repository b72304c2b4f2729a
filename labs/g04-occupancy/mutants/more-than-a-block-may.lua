return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[    return bytes > m->smem_block ? m->smem_block : bytes;]],
              [[    return bytes;]]}},
  fails = "correct", message = "smem_cap",
  why = "one block alone is offered all of the SM's shared memory",
}
