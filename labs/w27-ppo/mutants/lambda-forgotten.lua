return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"gamma * lambda * a;",
     "gamma * a;"},
  },
  fails = "correct", message = "advantage",
  why = "errors are discounted by gamma alone",
}
