return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[n.regs_warp = up(k.regs * WARP, REG_UNIT);]],
              [[n.regs_warp = k.regs * WARP;]]}},
  fails = "correct", message = "regs_warp",
  why = "a warp gets exactly what it asks for, not a multiple of 256",
}
