return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[        dw[k] = 0;
]],
     [[        dw[k] = p->at[k] >= 0 ? 0 : dw[k];
]]},
  },
  fails = "correct", message = "mismatch: dw",
  why = "does not write the gradient of a dropped choice's weight",
}
