return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[        if (is_free(s, p, from, mid))]=],
     [=[        if (mid <= 768 || is_free(s, p, from, mid))]=]},
  },
  fails = "profile", message = "tbt_",
  why = [[a chunk of constant size: what it costs behind a long prefix is forgotten]],
}
