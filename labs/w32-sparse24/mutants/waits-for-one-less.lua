return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[copies_wait<STAGES - 2>();]==],
              [==[copies_wait<STAGES - 1>();]==]}},
  fails = "sanitize", backend = "simt",
  why = "the stage that is multiplied may still be under way",
}
