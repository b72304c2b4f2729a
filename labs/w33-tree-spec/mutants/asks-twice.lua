return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[double a = from >> l & 1 ? keep_agrees(s, from & ~(1u << l)) : -1;]==],
     [==[double a = from >> l & 1 ? keep_agrees(s, from & ~(1u << l)) * (keep_agrees(s, from & ~(1u << l)) >= 0)
                                      : -1;]==]},
  },
  fails = "profile", message = "asked",
  why = "each question reads a text with most of a model",
}
