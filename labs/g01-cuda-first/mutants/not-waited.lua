return mutant {
  base = "reference", file = "first.cu",
  replace = {{"    CK(rt_sync(rt));       /* did it run? */\n", ""}},
  fails = "correct", message = "should come out of rt_sync",
  why = "the launch was taken, and nobody waits: the kernel's fault is blamed on the copy",
}
