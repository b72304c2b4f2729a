return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[return flops == 0 ? 0 : flops / bytes;]],
     [[return flops / bytes;]]},
  },
  fails = "correct", message = "intensity",
  why = "an empty step has intensity 0, not NaN",
}
