return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[    l.j = (struct job){ .rank = (int)rank, .world = (int)world, .n = n, .first = n * rank / world };
    l.j.count = n * (rank + 1) / world - l.j.first;]=],
     [=[    static int64_t first = -1, count;
    l.j = (struct job){ .rank = (int)rank, .world = (int)world, .n = n, .first = n * rank / world };
    l.j.count = n * (rank + 1) / world - l.j.first;
    if (first < 0)
        first = l.j.first, count = l.j.count;
    l.j.first = first, l.j.count = count;]=]},
  },
  fails = "correct",
  why = "the part of the first world is kept: the state is not cut anew",
}
