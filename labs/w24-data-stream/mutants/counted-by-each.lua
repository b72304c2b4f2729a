return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"if (wrong && p.doc > doc && !found++)",
     [=[(void)doc;
        if (wrong && !found++)]=]},
  },
  fails = "correct", message = "bad records end",
  why = "each rank that meets a bad record counts it",
}
