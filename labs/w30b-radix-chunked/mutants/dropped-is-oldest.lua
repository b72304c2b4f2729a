return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[list_add(x, r->ends.older); /* all of them were held: nobody else moves */]=],
     [=[list_add(x, &r->ends);]=]},
  },
  fails = "correct",
  why = [[a beginning that is dropped goes first, though it was used until now]],
}
