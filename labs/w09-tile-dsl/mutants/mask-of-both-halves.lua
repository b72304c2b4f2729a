return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"auto in = at < F;", "auto in = at < 2 * F;"}},
  fails = "correct", message = "swiglu_tile",
  why = "masks by the width of x and not of y: gate's tile runs into up's, and y's row into the next",
}
