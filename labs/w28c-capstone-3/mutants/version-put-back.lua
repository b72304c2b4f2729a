return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[{"n":3,"lab":"w24-data-stream","code":"second","bench"]==],
     [==[{"n":3,"lab":"w24-data-stream","code":"first","bench"]==]},
  },
  fails = "manifest", message = "no attempt has recorded the version that attempt 2 timed",
  why = "the faster version was timed, and the first put back and judged: its row is not of what was timed",
}
