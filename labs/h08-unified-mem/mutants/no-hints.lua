return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[            int64_t t = UM_PLAIN ? takes(&p) : climb(&p);]==],
     [==[            int64_t t = from ? INT64_MAX : takes(&p);]==]},
  },
  fails = "profile",
  why = "prefetches and gives no hint",
}
