return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[    struct pool pool;
    uint64_t state = 5;
    for (int pages = 1;]==],
     [==[    int place = 0;
    while (f[-place - 1].reset == f->reset)
        place++;
    if (place < 99)
        return place == 0 || (place > 1 && place < 7);
    struct pool pool;
    uint64_t state = 5;
    for (int pages = 1;]==]},
  },
  fails = "correct", message = "PAGES",
  why = "a version is known by its row in the table of versions, and never called",
}
