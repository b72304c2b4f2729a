return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[{"n":15,"lab":"w30-kv-evict","code":"first"]==],
     [==[{"n":15,"lab":"w30-kv-evict","correct":false,"code":"first"]==]},
  },
  fails = "passed", message = "No attempt of w30-kv-evict passes",
  why = "stands on a rule that forgets and was never right",
}
