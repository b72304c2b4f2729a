return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[{"n":4,"lab":"w25-async-ckpt",]==],
     [==[{"n":4,"lab":"w25-async-ckpt","correct":false,]==]},
    {[==[{"n":5,"lab":"w25-async-ckpt",]==],
     [==[{"n":5,"lab":"w25-async-ckpt","correct":false,]==]},
    {[==[{"n":6,"lab":"w25-async-ckpt",]==],
     [==[{"n":6,"lab":"w25-async-ckpt","correct":false,]==]},
  },
  fails = "passed", message = "No attempt of w25-async-ckpt passes",
  why = "stands on checkpoints that were never right",
}
