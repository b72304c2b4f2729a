return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[    "be shown by a pair in one run on the same trace."]}]==],
     [==[    "be shown by a pair in one run on the same trace."]},
  {"n":18,"lab":"w35-slo-serving","code":"third","versus":10,"bench":"goodput",
    "ratio":1.4,"lo":1.4,"hi":1.4,"predict":1.3}]==]},
  },
  fails = "account", message = "before attempt 18",
  why = "one more change was timed, and the texts know nothing of it",
}
