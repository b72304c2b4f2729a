return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    disp_t *p = moe_plan(comm, m, T, idx);
    if (!p)
        return comm_broken(comm) ? MOE_LOST : -1;
    layer(p, x, w, y);
    moe_free(p);
]],
     [[    static disp_t *p;
    if (!p)
        p = moe_plan(comm, m, T, idx);
    if (!p)
        return -1;
    layer(p, x, w, y);
]]},
  },
  fails = "correct",
  why = "keeps the first layer's plan, as if a router chose the same again",
}
