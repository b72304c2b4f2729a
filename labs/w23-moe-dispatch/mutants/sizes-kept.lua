return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[struct disp {
]],
     [[static const struct moe *theirs;

struct disp {
]]},
    {[[return (size_t)(n * p->m.d) * sizeof(float);]],
     [[return (size_t)(n * (theirs ? theirs->d : p->m.d)) * sizeof(float);]]},
    {[[    placed(p, idx);
]],
     [[    placed(p, idx);
    theirs = m;
]]},
  },
  fails = "correct",
  why = "keeps the address of the sizes, which may be gone after moe_plan()",
}
