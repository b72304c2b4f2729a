return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"__pipeline_wait_prior(BUFFERS - 2);", "__pipeline_wait_prior(BUFFERS - 1);"}},
  fails = "sanitize", message = "async-hazard",
  simt = {fails = "correct", message = "mismatch"},
  why = "the group that is used may still be under way",
}
