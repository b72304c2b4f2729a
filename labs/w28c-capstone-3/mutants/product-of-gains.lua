return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[  {"answer":"account",]==],
     [==[  {"n":18,"lab":"w28-dpo-grpo","code":"third","versus":8,"bench":"gather",
    "ratio":1.3,"lo":1.2,"hi":1.4,"predict":1.5},
  {"answer":"account",]==]},
  },
  fails = "total", message = "no measurement",
  why = "a third version of the gather was timed against the second only",
}
