return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"__pipeline_wait_prior(1);", "__pipeline_wait_prior(2);"}},
  fails = "sanitize", message = "async-hazard",
  simt = {fails = "correct", message = "mismatch"},
  why = "the group that is used may still be under way",
}
