return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    memset(y, 0, row(p, p->T));
    if (p->m.shared)
        shared_expert(p->T, x, y);
]],
     [[]]},
    {[[    memcpy(p->out, ours, row(p, rows));
    gathered(p, w, y);
]],
     [[    memcpy(p->out, ours, row(p, rows));
    memset(y, 0, row(p, p->T));
    gathered(p, w, y);
    if (p->m.shared)
        shared_expert(p->T, x, y);
]]},
  },
  fails = "correct", message = "mismatch: y",
  why = "writes the shared expert's answer over the sum",
}
