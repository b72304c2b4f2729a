return mutant {
  base = "reference", file = "first.cu",
  replace = {{"    CK(rt_last_error(rt)); /* was it taken? */\n", ""}},
  fails = "correct", message = "the launch is refused",
  why = "a refused launch leaves nothing to wait for: everything after it succeeds, on old bytes",
}
