return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    for (int64_t e = 0; bad && e < m->E; e++)
        p->want[e] = -1;]],
     [[    if (bad) {
        moe_free(p);
        return NULL;
    }]]},
  },
  fails = "correct", message = "all_to_all",
  why = "leaves before the exchange of counts, and the others wait there",
}
