return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[bytes, MR_REMOTE_WRITE)]==],
     [==[bytes, MR_LOCAL_WRITE)]==]},
  },
  fails = "correct",
  why = "takes the right to local writes for that to remote ones",
}
