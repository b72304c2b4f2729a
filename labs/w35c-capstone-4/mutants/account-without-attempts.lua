return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[keep their promise, attempt 3, in]==],
     [==[keep their promise, lately, in]==]},
    {[==[    "attempt 1. A call]==],
     [==[    "lately. A call]==]},
    {[==[in time, attempt 9. At]==],
     [==[in time, lately. At]==]},
  },
  fails = "account", message = "correct attempts",
  why = "two of five labs are told and nobody can find them",
}
