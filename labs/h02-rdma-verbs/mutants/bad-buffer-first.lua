return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
        if (!k)
            fail(q, 0, WC_LOC_PROT_ERR);]==],
     [==[        fail(q, 0, WC_LOC_PROT_ERR);]==]},
  },
  fails = "correct",
  why = "a bad buffer fails before the requests ahead of it are complete",
}
