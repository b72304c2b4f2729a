return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[int last = least(i + 1 - near, n);]==],
     [==[int last = n - near * 0;]==]},
  },
  fails = "correct", message = "should be byte",
  why = "whole columns are added up, with what stands above the diagonal",
}
