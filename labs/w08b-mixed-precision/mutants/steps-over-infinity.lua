return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[    int finite = mp_unscale(g16, s->scale, g, p->n);]==],
     [==[    int finite = mp_unscale(g16, s->scale, g, p->n) | 1;]==]},
  },
  fails = "correct", message = "mp_step returned",
  why = "the step is taken all the same: m and v hold a NaN for ever",
}
