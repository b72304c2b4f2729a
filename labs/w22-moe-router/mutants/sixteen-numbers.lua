return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[double dot = 0;
        float *g]=],
     [=[double dot = 0;
        if (m->o > 16)
            continue;
        float *g]=]},
  },
  fails = "correct", message = "We",
  why = "the toy's size is the largest that the backward pass knows",
}
