return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[at most 1.17 times the goodput]==],
     [==[at most a little more goodput]==]},
  },
  fails = "next", message = "0 of at least 1 numbers",
  why = "a next step without a number",
}
