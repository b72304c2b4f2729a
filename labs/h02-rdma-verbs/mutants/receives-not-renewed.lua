return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
            fab_recv(r->fab);
            r->bytes]==],
     [==[            r->bytes]==]},
  },
  fails = "correct", message = "RNR",
  why = "posts receives once",
}
