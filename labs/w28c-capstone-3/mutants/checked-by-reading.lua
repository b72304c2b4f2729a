return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[which attempt 9 shows mended]==],
     [==[which reading shows mended]==]},
  },
  fails = "provenance", message = "correct attempts",
  why = "no attempt is named: it was looked at",
}
