return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[        __pipeline_wait_prior(S - 1);]],
              [[        __pipeline_wait_prior(0);]]}},
  fails = "profile", message = "cpa_flight_B",
  why = "asks ahead and then waits for everything: right, and nothing is under way",
}
