return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[if (best < 0 || hit > best_hit || (hit == best_hit && x->left > s->site[best].left))]=],
     [=[if (best < 0 || x->left > s->site[best].left)]=]},
  },
  fails = "correct",
  why = [[the site with most room, though another one has the beginning]],
}
