return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[keep their promise, attempt 3, in]==],
     [==[keep their promise, attempt 93, in]==]},
    {[==[    "attempt 1. A call]==],
     [==[    "attempt 91. A call]==]},
    {[==[says 5.0 tokens, attempt 6]==],
     [==[says 5.0 tokens, attempt 96]==]},
  },
  fails = "account", message = "names 3 of at least 5",
  why = "names attempts that are not there",
}
