return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"all += g[k].gpus;",
     "all += g[k].roles ? g[k].gpus : 0;"},
  },
  fails = "correct", message = "INFINITY",
  why = "GPUs of a group without a role are not counted",
}
