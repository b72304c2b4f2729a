return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[    if (!above_zero(o->price))
        return NO_PRICE;
    if (!(s->util > 0 && s->util <= 1))
        return NO_UTIL;]==],
     [==[    if (!(s->util > 0 && s->util <= 1))
        return NO_UTIL;
    if (!above_zero(o->price))
        return NO_PRICE;]==]},
  },
  fails = "correct", message = "what tco() returns",
  why = [[two rules are broken, and the second of them is named]],
}
