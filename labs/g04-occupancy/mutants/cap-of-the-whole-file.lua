return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[m->regs / PARTS / in_part / REG_UNIT * REG_UNIT / WARP]],
              [[m->regs / (blocks * warps) / REG_UNIT * REG_UNIT / WARP]]}},
  fails = "correct", message = "reg_cap",
  why = "the way back divides the whole file by all warps: a part has no room for the last of them",
}
