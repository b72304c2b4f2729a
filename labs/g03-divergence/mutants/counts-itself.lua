return mutant {
  base = "reference", file = "lanes.cu", backend = "simt",
  replace = {{"    return upto - count;", "    return upto;"}},
  fails = "correct", message = "walk",
  why = "an inclusive sum: each bin begins where it should end",
}
