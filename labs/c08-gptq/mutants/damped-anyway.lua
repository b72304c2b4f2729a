return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[prepare(n, k, how->damp, H, w);]],
     [[prepare(n, k, how->damp > 0 ? how->damp : .01, H, w);]]},
  },
  fails = "correct", message = "case undamped-layer",
  why = "takes 1 % where no damping is asked for",
}
