return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[x->pass.id[x->pass.n++] = x->lost.id[0];
        drop(&x->lost, 0);]=],
     [=[x->pass.id[x->pass.n++] = x->lost.id[x->lost.n - 1];
        drop(&x->lost, x->lost.n - 1);]=]},
  },
  fails = "correct",
  why = [[of several lost ones the first is computed again first]],
}
