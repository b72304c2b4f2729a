return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[int64_t s = up(life[k].end - life[k].start, 1000000000);]=],
     [=[int64_t s = (life[k].end - life[k].start) / 1000000000;]=]},
  },
  fails = "correct",
  why = [[a life of 60.9 s is paid for 60]],
}
