return mutant {
  base = "reference", file = "mxfp4.c",
  replace = {{"amax = a > amax ? a : amax;", "amax = a > amax && a <= 0x7f800000 ? a : amax;"}},
  fails = "correct", message = "the scale of block",
  why = "a maximum of floats passes a NaN by: the block is scaled as if it were not there",
}
