return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[    share_over(comm);
]=],
     [=[    static int once;
    if (!once++)
        share_over(comm);
]=]},
  },
  fails = "correct",
  why = "share() stays among the ranks of the first world",
}
