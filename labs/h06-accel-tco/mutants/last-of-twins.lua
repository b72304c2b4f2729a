return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[int bid = spokesman(l, leader, t0, t1);]==],
     [==[int bid = leader;
        for (int k = leader + 1; k < n; k++)
            bid = l[k].plays && spokesman(l, k, t0, t1) < k ? k : bid;]==]},
  },
  fails = "correct",
  why = [[two offers that are the same: the first of them is named]],
}
