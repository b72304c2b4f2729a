return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[copies_wait<STAGES - 2>();]==],
              [==[copies_wait<0>();]==]}},
  fails = "profile", message = "cpa_flight_B",
  why = "right, nothing is under way at a barrier",
}
