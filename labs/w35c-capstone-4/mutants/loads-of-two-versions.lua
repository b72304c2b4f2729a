return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==["n":13,"lab":"w35-slo-serving","code":"second"]==],
     [==["n":13,"lab":"w35-slo-serving","code":"third"]==]},
  },
  fails = "manifest", message = "2 of 3 attempts",
  why = "a spread over two schedulers",
}
