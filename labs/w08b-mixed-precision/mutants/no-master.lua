return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[        p->w[k] -= update(h, p->t, g[k], &p->m[k], &p->v[k]);
        p->w16[k] = mp_f16(p->w[k]);]==],
     [==[        p->w16[k] = mp_f16(mp_f16_value(p->w16[k]) - update(h, p->t, g[k], &p->m[k], &p->v[k]));
        p->w[k] = mp_f16_value(p->w16[k]);]==]},
  },
  fails = "correct", message = "master weight",
  why = "the update is added to the rounded copy, where most of it is less than half a step",
}
