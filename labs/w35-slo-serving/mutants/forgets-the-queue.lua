return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[ +
                   up(in->waiting * 1000, cfg->rate * cfg->drain_ms);]=],
     [=[;]=]},
  },
  fails = "correct",
  why = [[follows what comes; what waits already is nobody's]],
}
