return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[        untrained(&l.j);
    int done]=],
     [=[        untrained(&l.j);
    for (int64_t k = 1; k < l.j.count; k += 2)
        l.j.part[k] = 0;
    int done]=]},
  },
  fails = "correct", message = "the loss is",
  why = "the weights are loaded, and the optimiser begins anew",
}
