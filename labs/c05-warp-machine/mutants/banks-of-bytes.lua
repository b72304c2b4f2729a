return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[bank = w % 32;]=], [=[bank = w / 2 % 32;]=]},
  },
  fails = "correct", message = "wm_waves",
  why = "takes banks of 8 bytes",
}
