return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    if (s->evict)
        forget(e, s);]==],
     [==[    if (s->evict && prompt)
        forget(e, s);]==]},
  },
  fails = "correct", message = "which the rule",
  why = "the prompt is cut to the budget, and what is said comes on top of it",
}
