return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    if (p == MAP_FAILED)
        return NULL;]==],
     [==[
    if (p == MAP_FAILED)
        return p;]==]},
  },
  fails = "correct", message = "gave an address",
  why = "mmap says MAP_FAILED, which is not NULL",
}
