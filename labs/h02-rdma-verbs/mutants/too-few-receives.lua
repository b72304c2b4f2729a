return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    for (int k = 0; k < CH_SLOTS; k++)
        fab_recv(fab);]==],
     [==[
    for (int k = 0; k < CH_SLOTS / 2; k++)
        fab_recv(fab);]==]},
  },
  fails = "correct", message = "RNR",
  why = "posts fewer receives than there are slots",
}
