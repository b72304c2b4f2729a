return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"<= STAGE_LIMIT", "< STAGE_LIMIT"}},
  fails = "correct", message = "few",
  why = "leaves out the configuration that takes all there is",
}
