return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[            int n = likeliest(row, V, how.width, best);]==],
     [==[            int n = 0;
            for (int k2 = 1; k2 <= how.width; k2++)
                n = likeliest(row, V, k2, best);]==]},
  },
  fails = "profile", message = "c_loads of eagle2",
  why = "the likeliest tokens of a row are found in one pass over it",
}
