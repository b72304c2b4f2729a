return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[for (int j = 0; j < k; j++)
        for (int i = j; i < T * k; i += k) {
            int e = idx[i];
            slot[i] = -1;]=],
     [=[for (int i = 0; i < T * k; i++)
        slot[i] = -1;
    for (int n = 0; n < E; n++)
      for (int j = 0; j < k; j++)
        for (int i = j; i < T * k; i += k) {
            int e = idx[i];
            if (e != n && (e >= 0 || n))
                continue;]=]},
  },
  fails = "profile", message = "c_loads of capacity",
  why = "a walk over all choices for each expert",
}
