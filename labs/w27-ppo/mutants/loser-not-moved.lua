return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"(double)dwin[i] * xwin[i * d + j] + (double)dlose[i] * xlose[i * d + j];",
     "(double)dwin[i] * xwin[i * d + j];"},
  },
  fails = "correct", message = "after the step",
  why = "the reward model learns from the winner alone",
}
