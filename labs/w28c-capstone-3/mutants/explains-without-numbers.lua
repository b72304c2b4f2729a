return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[I predicted 2 for it]==],
     [==[I predicted much for it]==]},
    {[==[    "1.6, since the]==],
     [==[    "less, since the]==]},
    {[==[and 1.5 times the pace]==],
     [==[and a better pace]==]},
    {[==[it was 1.4, since]==],
     [==[it was worse, since]==]},
    {[==[expected 2.5 from]==],
     [==[expected more from]==]},
    {[==[measured 2.1;]==],
     [==[measured less;]==]},
  },
  fails = "explain", message = "the factor that was predicted in attempt 2",
  why = "what was predicted and what was measured are called more and less",
}
