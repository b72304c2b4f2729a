return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[  {"answer":"account",]==],
     [==[  {"n":18,"lab":"w33-tree-spec","code":"third","versus":5,"bench":"yield",
    "ratio":1.1,"lo":1.1,"hi":1.1,"predict":1.2},
  {"answer":"account",]==]},
  },
  fails = "total", message = "no measurement",
  why = "a third tree was held against the second only",
}
