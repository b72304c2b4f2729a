return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[time (attempts 3 and #1). Fine]==],
     [==[time, lately. Fine]==]},
    {[==[of 1.84, attempt 12,]==],
     [==[of 1.84, lately,]==]},
  },
  fails = "account", message = "correct attempts",
  why = "two of five stages are told and nobody can find them",
}
