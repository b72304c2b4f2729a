return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        for (k = n; k > 0 && seen[k - 1] != piece; k--)
            ;
        if (!k)]=], [=[        k = n && seen[n - 1] == piece;
        if (!k)]=]},
  },
  fails = "correct", message = "wm_pieces",
  why = "counts how often the piece changes from lane to lane",
}
