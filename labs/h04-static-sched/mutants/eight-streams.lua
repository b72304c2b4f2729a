return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {[=[t.stream[k] > chip->streams ? t.stream[k] - chip->streams : 0]=],
     [=[t.stream[k] > (chip->streams < 8 ? chip->streams : 8) ? t.stream[k] - (chip->streams < 8 ? chip->streams : 8)
                                                                 : 0]=]},
  },
  fails = "correct", message = "SS_STREAM",
  why = "takes 8 streams for the most that a chip has",
}
