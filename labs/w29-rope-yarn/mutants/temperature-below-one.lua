return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[return s > 1 ? .1 * log(s) + 1 : 1;]==],
     [==[return .1 * log(s) + 1;]==]},
  },
  fails = "correct", message = "yarn_mscale(0.5)",
  why = "texts that are not stretched get flatter scores",
}
