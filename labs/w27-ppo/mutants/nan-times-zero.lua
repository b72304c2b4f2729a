return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {[=[        if (mask[i])
            place(p,]=],
     "        place(p,"},
    {[=[        dlogp[i] = (float)(da * by);
        dv[i] = (float)(p->vcoef * db * by);]=],
     [=[        dlogp[i] = (float)(da * by * (mask[i] != 0));
        dv[i] = (float)(p->vcoef * db * by * (mask[i] != 0));]=]},
  },
  fails = "correct", message = "place",
  why = "pads are computed and then multiplied by 0",
}
