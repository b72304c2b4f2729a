return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[if (now - j->due > c->cls[j->cls].patience)]=],
     [=[if (c->budget >= 0 && now - j->due > c->cls[j->cls].patience)]=]},
  },
  fails = "profile",
  why = [[with a free budget nobody's patience counts: who is late waits until the rush is over]],
}
