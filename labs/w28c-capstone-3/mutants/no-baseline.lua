return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["code":"first","verb":"profile",
    "counters":{"c_bytes":9000000,"feed/sized/stall_permille":6}}]==],
     [==["code":"first"}]==]},
  },
  fails = "baseline", message = "no profile of attempt 1, the baseline",
  why = "changes a loader that was never looked at",
}
