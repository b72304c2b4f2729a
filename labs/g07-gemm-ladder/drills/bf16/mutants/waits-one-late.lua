return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"__pipeline_wait_prior(STAGES - 2);", "__pipeline_wait_prior(STAGES - 1);"}},
  fails = "sanitize", message = "async-hazard",
  simt = {fails = "correct", message = "mismatch"},
  why = "the group whose tiles are used may still be under way",
}
