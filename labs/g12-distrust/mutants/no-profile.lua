return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[    if (width % 32 == 0 && ((double)(c.load_sectors + c.store_sectors) > 1.05 * data ||
                            c.load_sectors > 4 * c.load_requests || c.store_sectors > 4 * c.store_requests))
        return 1;]==],
     [==[    if (!(data > 0))
        return 1;]==]},
  },
  fails = "correct", message = "COLUMNS",
  why = "right sums: nobody counts sectors",
}
