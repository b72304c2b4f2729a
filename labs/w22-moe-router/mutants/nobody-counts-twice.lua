return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"nobody -= !taken[mine[j]], taken[mine[j]] = 1;",
     "nobody -= 1, taken[mine[j]] = 1;"},
  },
  fails = "correct", message = "taken by nobody",
  why = "a token that two experts took is counted off twice",
}
