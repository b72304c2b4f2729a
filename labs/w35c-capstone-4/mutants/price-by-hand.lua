return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==["serve/day/usd_mtok":2.2,
    "serve/day/usd_mtok_kept":2.42,]==],
     [==["serve/day/usd_mtok":2.2,]==]},
    {[==["serve/day/usd_mtok":2.13,
    "serve/day/usd_mtok_kept":2.16,]==],
     [==["serve/day/usd_mtok":2.13,]==]},
  },
  fails = "manifest", message = "usd_mtok_kept is not counted",
  why = "writes a price of kept tokens that no attempt counted",
}
