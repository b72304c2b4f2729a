return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    for (int k = 0; k < r->bs; k++)
        h = (h ^ (uint32_t)tok[k]) * 0x9e3779b97f4a7c15u;
    return mix(h);]=],
     [=[    (void)tok, (void)r;
    return mix(h);]=]},
  },
  fails = "profile", message = "c_loads of tree",
  why = [[a node's children are looked at one after the other]],
}
