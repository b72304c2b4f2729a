return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[ring = 2 * (n - 1) *]=],
     [=[ring = (n - 1) *]=]},
  },
  fails = "correct", message = "all_reduce",
  why = [[a ring goes round twice: sums are scattered, then gathered]],
}
