return mutant {
  base = "reference", file = "warp.cu",
  replace = {{"(1u << lane) - 1",
              "(2u << lane) - 1"}},
  fails = "correct",
  why = "a lane counts its own vote among those before it, so the first place stays empty",
}
