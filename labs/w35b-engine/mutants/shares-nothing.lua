return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    if (prompt && has(e, PART_PREFIX))
        share(e, s);
]==],
     [==[]==]},
  },
  fails = "correct", message = "bytes of prompts",
  why = "prompts are looked up in a tree that nobody fills",
}
