return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[    int in_part = (blocks * warps + PARTS - 1) / PARTS;
    int regs = m->regs / PARTS / in_part / REG_UNIT * REG_UNIT / WARP;
    return regs > MAX_REGS ? MAX_REGS : regs;]],
              [[    int regs = MAX_REGS;
    while (regs && m->regs / PARTS / up(regs * WARP, REG_UNIT) * PARTS / warps < blocks)
        regs--;
    return regs;]]}},
  fails = "profile", message = "act_thr",
  why = "255 numbers of registers are tried, from the largest down: each lane stops at another one",
}
