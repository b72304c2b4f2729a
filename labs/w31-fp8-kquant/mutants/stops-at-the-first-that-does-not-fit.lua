return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[if (pick[l] + 1 == widths || used + size[1] - size[0] > budget)]==],
     [==[if (pick[l] + 1 == widths)]==]},
    {[==[if (best < 0)
            return used;
        const int64_t *size = bytes + best * widths + pick[best]++;]==],
     [==[const int64_t *size = bytes + (best < 0 ? 0 : best) * widths + (best < 0 ? 0 : pick[best]);
        if (best < 0 || used + size[1] - size[0] > budget)
            return used;
        pick[best]++;]==]},
  },
  fails = "correct", message = "mismatch",
  why = "the best step does not fit, and smaller ones are not looked at",
}
