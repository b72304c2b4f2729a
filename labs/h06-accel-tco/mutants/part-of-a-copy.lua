return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[(int64_t)ceil(peak / b->fit.tok_s)]==],
     [==[(int64_t)(peak / b->fit.tok_s + .5)]==]},
    {[==[f.accels = f.copies]==],
     [==[f.copies = f.copies ? f.copies : 1;
    f.accels = f.copies]==]},
  },
  fails = "correct",
  why = [[nobody rents 1.4 copies]],
}
