return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==["code":"first","verb":"profile","counters":{"c_loads":500000,
    "serve/chat/goodput":15.5,"serve/chat/attained_pct":66,"serve/chat/hidden_pct":0,"serve/chat/moved_GB":190}}]==],
     [==["code":"first"}]==]},
  },
  fails = "baseline", message = "profile",
  why = "changes pools that were never looked at",
}
