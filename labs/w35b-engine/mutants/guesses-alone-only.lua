return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    if (has(e, PART_TREE) && !has(e, PART_EVICT))
        s->draft = draft_new(e->w);]==],
     [==[    if (e->cfg->on == PART_TREE)
        s->draft = draft_new(e->w);]==]},
  },
  fails = "correct", message = "passes of the model",
  why = "nobody guesses as soon as another part is on",
}
