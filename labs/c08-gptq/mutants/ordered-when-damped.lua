return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[    order_of(k, H, perm);
    prepare(n, k, how->damp, H, w);]],
     [[    prepare(n, k, how->damp, H, w);
    order_of(k, H, perm);]]},
  },
  fails = "correct", message = "whose diagonal element is larger",
  why = "makes the order of what prepare() leaves, in which an input that was never on has a 1",
}
