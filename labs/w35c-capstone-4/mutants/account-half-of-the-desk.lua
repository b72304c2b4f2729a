return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[in place of 3.1,"]==],
     [==[in place of 3.4,"]==]},
    {[==[a chain said 3.2.]==],
     [==[a chain said 3.7.]==]},
    {[==[96 % are]==],
     [==[99 % are]==]},
    {[==[8,980 ms]==],
     [==[6,100 ms]==]},
    {[==[[35.2, 41.8]]==],
     [==[[37.9, 38.4]]==]},
  },
  fails = "account", message = "has 9 of at least 10 numbers that are recorded",
  why = "one figure a lab is the attempt's, and the others are better than what was counted",
}
