return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    int64_t shortest = -1;
]==],
     [==[
    static int turn;
    int64_t shortest = -1;
]==]},
    {[==[    return lay(&best, out);]==],
     [==[
    best.window += turn++;
    return lay(&best, out);]==]},
  },
  fails = "correct", message = "asked for twice",
  why = "begins the second search elsewhere",
}
