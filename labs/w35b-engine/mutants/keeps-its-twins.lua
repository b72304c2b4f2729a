return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    for (int k = 0; k < n; k++)
        block_give(e->w, back[k]);
]==],
     [==[]==]},
  },
  fails = "correct", message = "not back",
  why = "two who computed one beginning at once have two copies, and the second one's blocks are never given back",
}
