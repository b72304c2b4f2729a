return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==["n":7,"lab":"w34-disagg","code":"first","verb":"profile","counters":{"c_loads":500000,
    "serve/chat/goodput":15.5,"serve/chat/attained_pct":66,"serve/chat/hidden_pct":0,"serve/chat/moved_GB":190}}]==],
     [==["n":7,"lab":"w34-disagg","code":"first"}]==]},
    {[==["code":"second","versus":7,"bench":"chat",
    "ratio":1.4,"lo":1.4,"hi":1.4,"predict":1.3}]==],
     [==["code":"second"}]==]},
    {[==["n":9,"lab":"w34-disagg","code":"second","verb":"profile","counters":{"c_loads":510000,
    "serve/chat/goodput":21.7,"serve/chat/attained_pct":93,"serve/chat/hidden_pct":96,"serve/chat/moved_GB":190}}]==],
     [==["n":9,"lab":"w34-disagg","code":"second"}]==]},
  },
  fails = "baseline", message = "in w34-disagg",
  why = "the other labs have a baseline, and pools were neither profiled nor changed",
}
