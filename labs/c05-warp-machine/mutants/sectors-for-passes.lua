return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[int passes = global ? wm_pieces(mask, addr, 128) : pieces;]=], [=[int passes = pieces;]=]},
  },
  fails = "correct", message = "issue",
  why = "a global request takes a pass for each sector, and not for each 128 bytes",
}
