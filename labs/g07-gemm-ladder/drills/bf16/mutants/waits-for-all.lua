return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"__pipeline_wait_prior(STAGES - 2);", "__pipeline_wait_prior(0);"}},
  fails = "profile", message = "cpa_flight_B",
  why = "each turn waits for everything that was asked for: three stages, and one in effect",
}
