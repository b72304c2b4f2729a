return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        pos[i] = pos[keep[i]];
]==],
     [==[        (void)pos;
]==]},
  },
  fails = "correct", message = "pos",
  why = "keys and values move, their places in the text do not",
}
