return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[b.capital = s->util * o->price;]==],
     [==[b.capital = o->price;]==]},
  },
  fails = "correct",
  why = [[on demand nobody pays for hours in which nothing runs]],
}
