return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    qsort(g, (size_t)pages, sizeof *g, by_gain);]==],
     [==[
    qsort(g, pages < 1000 ? (size_t)pages : 1000, sizeof *g, by_gain);]==]},
  },
  fails = "correct", message = "numa_place",
  why = "has room for a thousand pages, where an area may have more",
}
