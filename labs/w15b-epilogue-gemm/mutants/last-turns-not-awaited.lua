return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[        __pipeline_commit();
        multiply]==],
              [==[        if (next < turns)
            __pipeline_commit();
        multiply]==]}},
  backend = "simt", fails = "correct", message = "mismatch",
  why = "no empty group where no turn is left: the wait lets go of the last turns",
}
