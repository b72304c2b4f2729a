return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[I predicted 1.5 of my change]==],
     [==[I predicted 1.2 of my change]==]},
  },
  fails = "explain", message = "1.5, the factor that was predicted in attempt 2",
  why = "tells of the change to prefixes another prediction than the one that was made",
}
