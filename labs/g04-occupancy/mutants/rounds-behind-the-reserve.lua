return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[==[m->smem / blocks / m->smem_unit * m->smem_unit - m->smem_reserve]==],
              [==[(m->smem / blocks - m->smem_reserve) / m->smem_unit * m->smem_unit]==]}},
  fails = "correct", message = "nobody-sells",
  why = "the reserve is rounded with the block's bytes, not before them",
}
