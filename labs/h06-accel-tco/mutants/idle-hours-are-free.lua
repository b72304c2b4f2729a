return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[b.used = b.hour / s->util;]==],
     [==[b.used = b.hour;]==]},
  },
  fails = "correct",
  why = [[what is bought is paid for by night, too]],
}
