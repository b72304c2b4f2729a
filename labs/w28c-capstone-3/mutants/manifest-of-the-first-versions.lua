return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["bench":"tokens","ratio":0.8,"lo":0.78,"hi":0.82,
    "counters":{"feed/sized/stall_permille":4}]==],
     [==["bench":"tokens","ratio":0.8,"lo":0.78,"hi":0.82]==]},
  },
  fails = "manifest", message = "no attempt has recorded the version that attempt 2 timed",
  why = "the stream was changed and timed, and never judged again: its row is of the version before",
}
