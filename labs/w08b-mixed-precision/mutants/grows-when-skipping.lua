return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[        s->good = 0;
        s->skipped++;
    } else if (++s->good == s->interval) {]==],
     [==[        s->skipped++;
    }
    if (++s->good == s->interval) {]==]},
  },
  fails = "correct", message = "the scale is",
  why = "a skipped step counts as a good one, so the scale grows where it must not",
}
