return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[    mp_scale(s, finite);]==],
     [==[    p->t += !finite;
    mp_scale(s, finite);]==]},
  },
  fails = "correct", message = "master weight",
  why = "t moves on in a skipped step: Adam's correction is that of a later one",
}
