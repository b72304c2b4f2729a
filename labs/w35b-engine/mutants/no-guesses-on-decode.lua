return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    if (has(e, PART_TREE))
        s->draft = draft_new(e->w);
]==],
     [==[]==]},
  },
  fails = "correct", message = "passes of the model",
  why = "with two machines nobody guesses: whoever has moved has no draft",
}
