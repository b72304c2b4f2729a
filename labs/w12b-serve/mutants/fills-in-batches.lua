return mutant {
  base = "reference", file = "serve.c",
  replace = {
    {[==[    int got = DOOR_ONE;
]==],
     [==[    int got = DOOR_ONE;
    if (e->live > 0)
        return got;
]==]},
  },
  fails = "profile", message = "waited",
  why = "seats are filled again only when the whole batch has finished",
}
