return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[if (!above_zero(o->price))]==],
     [==[if (!(above_zero(o->price) && o->price >= .01))]==]},
  },
  fails = "profile",
  why = [[a price below a cent is taken for none: the ledger works in one currency]],
}
