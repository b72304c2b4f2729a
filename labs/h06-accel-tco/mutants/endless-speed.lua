return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[b->fit.verdict != FITS || !above_zero(b->fit.tok_s))
        return NO_FIT;
    if (!not]==],
     [==[b->fit.verdict != FITS || !(b->fit.tok_s > 0))
        return NO_FIT;
    if (!not]==]},
  },
  fails = "correct",
  why = [[a speed of INFINITY makes every token free]],
}
