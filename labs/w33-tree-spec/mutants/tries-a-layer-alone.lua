return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[keep_agrees(s, from & ~(1u << l)) : -1;]==],
     [==[keep_agrees(s, 1u << l) : -1;]==]},
  },
  fails = "correct",
  why = "a set is tried with its layer left out, not with that layer alone",
}
