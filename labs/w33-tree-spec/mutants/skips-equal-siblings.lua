return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        int32_t x = t->token[c];
]==],
     [==[        int32_t x = t->token[c];
        if (said_before(t, c))
            continue;
]==]},
  },
  fails = "correct", message = "mismatch: law",
  why = "an equal sibling was drawn for nothing, but it was drawn: p loses q once more",
}
