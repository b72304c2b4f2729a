return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"__popc(kept & ((1u << lane) - 1))", "__popc(kept & ((2u << lane) - 1))"}},
  fails = "correct", message = "out",
  why = "counts its own bit among those before it: everything moves up by one place",
}
