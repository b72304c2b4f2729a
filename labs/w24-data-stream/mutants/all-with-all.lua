return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[j < n && d[j].key == d[i].key; j++)
            if (]=],
     [=[j < n; j++)
            if (d[j].key == d[i].key && ]=]},
  },
  fails = "profile", message = "c_loads of lsh",
  why = "every document is compared with every other one",
}
