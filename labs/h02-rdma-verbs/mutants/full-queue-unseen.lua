return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
bytes, flags, bytes))
        return 0;
]==],
     [==[
bytes, flags, bytes))
        (void)0;
]==]},
  },
  fails = "correct",
  why = "does not look whether its write was taken",
}
