return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[if (attained(user, mid) >= target)]=],
     [=[if (attained(user, mid) > target)]=]},
  },
  fails = "correct",
  why = [[a target of all requests is reached, and nobody is better than that]],
}
