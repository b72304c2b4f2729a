return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[  {"n":15,"lab":"w30-kv-evict","code":"first"},
]==],
     [==[]==]},
    {[==[  {"answer":"account",]==],
     [==[  {"n":15,"lab":"w30-kv-evict","code":"first"},
  {"answer":"account",]==]},
  },
  fails = "own", message = "correct since attempt",
  why = "the last part became right after the engine was judged, which had Ridge's in its place",
}
