return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    int64_t x = ((const struct gain *)a)->gain, y = ((const struct gain *)b)->gain;
    return (x < y) - (x > y);]==],
     [==[
    int x = (int)((const struct gain *)a)->gain, y = (int)((const struct gain *)b)->gain;
    return (x < y) - (x > y);]==]},
  },
  fails = "correct", message = "numa_place",
  why = "compares counts of reads in 32 bits",
}
