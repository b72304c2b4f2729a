return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[wait for 4 MB, attempt 4, and for no byte since attempt 6]==],
     [==[wait for 4 MB, and for no byte since attempt 6]==]},
  },
  fails = "account", message = "figure of w25-async-ckpt",
  why = "the figure of the first version stands beside the last one, which recorded another",
}
