return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        if (keep >> l & 1)
            lm_layer]==],
     [==[        if (!(keep >> l & 1))
            lm_layer]==]},
  },
  fails = "correct",
  why = "bit l of keep says that layer l runs",
}
