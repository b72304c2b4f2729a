return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[if (m->warp[k].live && !m->warp[k].waits)]=], [=[if (!m->warp[k].waits)]=]},
  },
  fails = "correct",
  why = "warps that are done hold the others at the bar",
}
