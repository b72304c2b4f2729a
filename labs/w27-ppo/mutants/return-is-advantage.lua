return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"ret[t] = (float)(a + v[t]);",
     "ret[t] = (float)a;"},
  },
  fails = "correct", message = "return",
  why = "the critic is taught the advantage instead of the return",
}
