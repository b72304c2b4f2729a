return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"        __pipeline_commit(); /* even nothing",
              "        if (next < turns)\n            __pipeline_commit(); /* even nothing"}},
  backend = "simt", fails = "correct", message = "mismatch",
  why = "no empty group where no turn is left: the wait lets go of the last turns",
}
