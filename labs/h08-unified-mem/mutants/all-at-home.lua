return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[        for (uint8_t from = UM_NONE; from <= UM_HOME && !(UM_PLAIN && from); from++) {]==],
     [==[        for (uint8_t from = UM_HOME; from <= UM_HOME; from++) {]==]},
    {[==[            int64_t t = UM_PLAIN ? takes(&p) : climb(&p);]==],
     [==[            int64_t t = takes(&p);]==]},
  },
  fails = "profile",
  why = "leaves everything in host memory",
}
