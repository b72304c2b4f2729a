return mutant {
  base = "reference", file = "wave.cu",
  replace = {{[=[((1ull << lane) - 1)]=],
               [=[((2ull << lane) - 1)]=]}},
  fails = "correct", message = "out",
  why = "the rank of a lane counts its own vote",
}
