return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[8,980 ms]==],
     [==[6,100 ms]==]},
    {[==[38.1 [35.2, 41.8]]==],
     [==[44.0 [41.2, 47.8]]==]},
    {[==[cost 2.16 dollars]==],
     [==[cost 1.16 dollars]==]},
    {[==[2.13 if all]==],
     [==[1.13 if all]==]},
    {[==[96 % are]==],
     [==[99 % are]==]},
  },
  fails = "account", message = "figure of w35-slo-serving",
  why = "the figures of the rush and of the day are better than those of the attempt that is named",
}
