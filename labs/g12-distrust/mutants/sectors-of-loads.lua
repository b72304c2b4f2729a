return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[(double)(c.load_sectors + c.store_sectors) > 1.05 * data ||
                            c.load_sectors > 4 * c.load_requests || c.store_sectors > 4 * c.store_requests]==],
     "c.load_sectors > 4 * c.load_requests"},
  },
  fails = "profile", message = "columns",
  why = "loads a request are looked at, neither how many there are nor stores",
}
