return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[annuity(o, s->rate) / HOURS_YEAR]==],
     [==[annuity(o, s->rate) / 8760]==]},
  },
  fails = "correct",
  why = [[8,760 hours in one place and 8,766 in another: a bill that does not add up]],
}
