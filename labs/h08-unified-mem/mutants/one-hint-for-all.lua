return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[            int64_t t = UM_PLAIN ? takes(&p) : climb(&p);]==],
     [==[            int64_t t = takes(&p);]==]},
  },
  fails = "profile",
  why = "gives all blocks the same hint",
}
