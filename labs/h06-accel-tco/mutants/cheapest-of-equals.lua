return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[    if (n > 1)
        qsort(out, (size_t)n, sizeof *out, by_place);
]==],
     [==[]==]},
  },
  fails = "correct",
  why = [[within a place the order is the index, not the tenth digit]],
}
