return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[-8 * x.sum]==],
     [==[-8]==]},
  },
  fails = "correct",
  why = "8 is taken off a block's sum once and not off every code",
}
