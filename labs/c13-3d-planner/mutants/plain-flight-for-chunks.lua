return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[    if (p->chunks > 1) {
        int64_t warm = 2 * (p->pp - 1) + (p->chunks - 1) * p->pp + 1;
        flight = warm < c.micros * p->chunks ? warm : c.micros * p->chunks;
    }]],
     [[    flight *= p->chunks;]]},
  },
  fails = "correct", message = "acts",
  why = "counts as many in flight with chunks as without",
}
