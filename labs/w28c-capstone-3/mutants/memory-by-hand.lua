return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["tune/three-runs/peak_full":9800000,"tune/three-runs/peak_qlora":8400000,]==],
     [==[]==]},
    {[==["tune/three-runs/peak_full":9800000,"tune/three-runs/peak_qlora":8300000,]==],
     [==[]==]},
  },
  fails = "manifest", message = "peak_full is not counted",
  why = "writes the peaks of fine-tuning that no attempt measured",
}
