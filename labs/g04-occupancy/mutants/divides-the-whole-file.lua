return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[m->regs / PARTS / n.regs_warp * PARTS / n.warps]],
              [[m->regs / n.regs_warp / n.warps]]}},
  fails = "correct", message = "BY_REGS",
  why = "registers are divided by warps as if the file had no parts",
}
