return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[b.power = s->pue * s->usd_kwh]==],
     [==[b.power = s->usd_kwh]==]},
  },
  fails = "correct",
  why = [[each kilowatt-hour of a server is paid PUE times]],
}
