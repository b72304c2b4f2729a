return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[.room = e->cfg->room,]==],
     [==[.room = 1000000,]==]},
  },
  fails = "correct", message = "lies in no block",
  why = "the dispatcher is told that machines have room for everybody",
}
