return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[    int64_t groups = (k + how->group - 1) / how->group, B = how->block;]],
     [[    int64_t groups = (k + how->group - 1) / how->group, B = how->block > 0;]]},
  },
  fails = "profile", message = "l1_miss",
  why = "changes all later columns after each one",
}
