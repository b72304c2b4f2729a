return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[return left > 0 ? (int64_t)floor(left / token) : 0;]=],
     [=[return (int64_t)floor(left / token);]=]},
  },
  fails = "correct", message = "room for 0",
  why = [[weights that do not fit leave room for nothing, and not for fewer than nothing]],
}
