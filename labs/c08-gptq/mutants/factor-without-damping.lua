return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[    prepare(n, k, how->damp, H, w);]],
     [[    prepare(n, k, 0, H, w);]]},
  },
  fails = "correct",
  why = "factors H before it is damped",
}
