return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    int at = j > p->window ? j - p->window : 0;]==],
     [==[    int at = p->window < 0 ? j : 0;]==]},
    {[==[            int64_t t = UM_PLAIN ? takes(&p) : climb(&p);]==],
     [==[            int64_t t = from || !k ? INT64_MAX : takes(&p);]==]},
  },
  fails = "profile",
  why = "prefetches everything before the first access",
}
