return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[,
    "serve/pools/gap_share":0.6,"serve/pools/moved_share":1,"serve/pools/shown_share":0.7}]==],
     [==[}]==]},
    {[==[,
    "serve/pools/gap_share":0.41,"serve/pools/moved_share":1,"serve/pools/shown_share":0.5}]==],
     [==[}]==]},
  },
  fails = "manifest", message = "is not counted",
  why = "reports two machines that no attempt of the engine had",
}
