return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[        if (s != last)
            run(n, s, end - 1, 0, slot);
        for (int l = end - 1; l >= s; l--) {
            net_backward(n, l, slot[l], grad);
            net_free(n, slot[l]);
        }]==],
     [==[        for (int l = s + 1; l < end && s == last; l++)
            net_free(n, slot[l]);
        for (int l = end - 1; l >= s; l--) {
            run(n, s, l, 0, slot);
            net_backward(n, l, slot[l], grad);
            for (int k = l; k > s; k--)
                net_free(n, slot[k]);
        }
        net_free(n, slot[s]);]==]},
  },
  fails = "profile", message = "forwards",
  why = "each layer starts again at its checkpoint: the square of a stretch, not its length",
}
