return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[        __pipeline_wait_prior(S - 1);]],
              [[        __pipeline_wait_prior(S);]]}},
  fails = "correct", message = "mismatch",
  why = "waits for the row before: one group too many may still be under way",
}
