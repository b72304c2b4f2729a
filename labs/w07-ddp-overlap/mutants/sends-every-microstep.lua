return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {"    d->sync = sync;", "    d->sync = 1;\n    (void)sync;"},
  },
  fails = "profile", message = "sent_B_max of step (case accumulate)",
  why = "reduces after each micro-step: the mean is right, at three times the bytes",
}
