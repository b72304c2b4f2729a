return mutant {
  base = "reference", file = "streams.c",
  replace = {
    {[==[(chunks + c) * cells, c % ns * cells, cells,]==],
     [==[(chunks + c) * cells, c * cells, cells,]==]},
    {[==[int64_t at = c % ns * cells;]==],
     [==[int64_t at = c * cells;]==]},
  },
  fails = "correct", message = "there is room for",
  why = "takes a place of the device for each chunk, where there are only some",
}
