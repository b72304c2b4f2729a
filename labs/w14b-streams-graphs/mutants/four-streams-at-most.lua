return mutant {
  base = "reference", file = "streams.c",
  replace = {
    {[==[    p = (struct plan){.load = {0}};]==],
     [==[    p = (struct plan){.load = {0}};
    ns = ns > 4 ? 4 : ns;]==]},
  },
  fails = "profile", message = "eight-streams-gate",
  why = "uses four streams where there are eight",
}
