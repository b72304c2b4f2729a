return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"moved == v - v_old ? near - ret : 0;",
     "near - ret;"},
  },
  fails = "correct", message = "by v",
  why = "a value beyond its clamp is still pulled",
}
