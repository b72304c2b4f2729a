return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[    "be shown by a pair in one run on the same trace."]}]==],
     [==[    "be shown by a pair in one run on the same trace."]},
  {"n":18,"lab":"w33-tree-spec","code":"third","versus":4,"bench":"yield",
    "ratio":1.6,"lo":1.6,"hi":1.6,"predict":1.7},
  {"n":19,"lab":"w33-tree-spec","code":"third","verb":"profile","counters":{"c_loads":720000,
    "microlm/microlm/tok_per_call":5.1,"microlm/microlm/draft_calls":4,"microlm/microlm/nodes_max":16}}]==]},
  },
  fails = "account", message = "before attempt 18",
  why = "one more change was timed, and the texts know nothing of it",
}
