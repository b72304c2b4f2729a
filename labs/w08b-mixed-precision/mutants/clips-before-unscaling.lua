return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[        clip(g, p->n, h->clip);]==],
     [==[        clip(g, p->n, h->clip / s->scale);]==]},
  },
  fails = "correct", message = "master weight",
  why = "the threshold meets the scaled norm, so that nearly every gradient is cut down",
}
