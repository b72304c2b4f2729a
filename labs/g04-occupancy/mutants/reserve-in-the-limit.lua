return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[k.smem > m->smem_block]],
              [[k.smem + m->smem_reserve > m->smem_block]]}},
  fails = "correct", message = "BY_SMEM",
  why = "what a block may ask for is compared with the reserve added: the largest block is refused",
}
