return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[and attempt 17 shows it mended]==],
     [==[and it is mended]==]},
  },
  fails = "provenance", message = "names 0 of at least 1",
  why = "a check is told that nobody can find",
}
