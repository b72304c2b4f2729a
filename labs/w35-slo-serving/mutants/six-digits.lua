return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[snprintf(s, 40, "%lld.%09lld", (long long)(ns / 1000000000), (long long)(ns % 1000000000));]=],
     [=[snprintf(s, 40, "%g", (double)ns / 1e9);]=]},
  },
  fails = "correct",
  why = [[seconds by %g: a sum of a month has lost its milliseconds]],
}
