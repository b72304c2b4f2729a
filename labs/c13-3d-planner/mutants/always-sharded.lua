return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[for (p.zero = 0; p.zero < 4; p.zero += p.zero ? 2 : 1) {]],
     [[for (p.zero = 1; p.zero < 4; p.zero += 2) {]]},
  },
  fails = "correct", message = "row",
  why = "takes ZeRO-1 to be never slower: it sends weights, which may be larger than gradients",
}
