return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[        shared_expert(p->T, x, y);
]],
     [[        shared_expert(p->T, x, y);
    for (int64_t k = 0; p->m.shared && k < p->T * p->m.d; k++)
        y[k] *= w[k / p->m.d * p->m.k];
]]},
  },
  fails = "correct", message = "mismatch: y",
  why = "multiplies what the shared expert gives by the first choice's weight",
}
