return mutant {
  base = "reference", file = "streams.c",
  replace = {
    {[==[    int behind = ns > 2 ? 2 : ns - 1;]==],
     [==[    ns = ns > 3 ? 3 : ns;
    int behind = ns > 2 ? 2 : ns - 1;]==]},
  },
  fails = "profile", message = "five-places-gate",
  why = "takes three places where there are five, and the slowest stage waits",
}
