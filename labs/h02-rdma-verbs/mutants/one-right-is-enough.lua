return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[(m->access & need) == need]==],
     [==[(!need || m->access & need)]==]},
  },
  fails = "correct", message = "mr_allows",
  why = "takes one of several needed rights for all of them",
}
