return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==["versus":7,"bench":"chat",
    "ratio":1.4,"lo":1.4,"hi":1.4,"predict":1.3}]==],
     [==["verb":"profile"}]==]},
  },
  fails = "pairs", message = "w34-disagg has no pair",
  why = "streams in place of one message, and nobody said what that is worth",
}
