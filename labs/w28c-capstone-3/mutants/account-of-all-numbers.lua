return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[in place of .57, attempt 15, and pay]==],
     [==[in place of .57, 1.17, 1.37, 1.57, 1.77, 1.97, 2.17, 2.37, attempt 15,]==]},
    {[==[4.3 nats for that.]==],
     [==[2.57, 2.77, 2.97, 3.17, 3.37, 3.57, 3.77, 3.97, 4.17, 4.37, 4.57 or 4.77, and pay 4.3 nats for that.]==]},
  },
  fails = "account", message = "different numbers",
  why = "names a whole scale of numbers beside an attempt, some of which it has: whoever lists all is right somewhere",
}
