return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["tune/three-runs/pace_full":5200,"tune/three-runs/pace_qlora":4100]==],
     [==["tune/draft/pace_full":5200,"tune/three-runs/pace_qlora":4100]==]},
    {[==["tune/three-runs/pace_full":5200,"tune/three-runs/pace_qlora":4600]==],
     [==["tune/draft/pace_full":5200,"tune/three-runs/pace_qlora":4600]==]},
  },
  fails = "manifest", message = "pace_full is not counted",
  why = "tokens a second of the runs whose loads are traced: a pace of the tracing",
}
