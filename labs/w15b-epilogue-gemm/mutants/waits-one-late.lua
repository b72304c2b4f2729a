return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[__pipeline_wait_prior(STAGES - 2);]==],
              [==[__pipeline_wait_prior(STAGES - 1);]==]}},
  fails = "correct", message = "mismatch",
  why = "the group that is used may still be on its way",
}
