return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        if (fast > most) {
            most = fast;
            best = keep;
        }]==],
     [==[        if (fast <= most)
            break;
        most = fast;
        best = keep;]==]},
  },
  fails = "correct", message = "layers",
  why = "a set may be slower and the next one faster: the way goes on to one layer",
}
