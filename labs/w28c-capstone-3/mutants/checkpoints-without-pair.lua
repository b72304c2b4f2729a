return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["versus":4,"backend":"ranks","bench":"goodput",
    "ratio":1.4,"lo":1.4,"hi":1.4,"predict":1.5]==],
     [==["verb":"profile","backend":"ranks",
    "counters":{"job/steady/stall_B":40000}]==]},
  },
  fails = "pairs", message = "w25-async-ckpt has no pair",
  why = "what steps wait for is counted, and nobody has said what that is worth, before or afterwards",
}
