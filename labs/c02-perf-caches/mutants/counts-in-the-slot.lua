return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {[[
    int64_t count = 0;
    for (int i = 0; i < p->n; i++)
        count += p->x[i] >= p->t;
    *p->slot = count;
]], [[
    volatile int64_t *count = p->slot;
    *count = 0;
    for (int i = 0; i < p->n; i++)
        *count += p->x[i] >= p->t;
]]},
  },
  fails = "profile", message = "c_stores of count_ge",
  why = "a store at every element",
}
