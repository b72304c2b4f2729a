return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[    for (int t = 0; t < n; t += TF_BLOCK)
        block(m, c, r, text + t, least(TF_BLOCK, n - t));]],
     [[    for (int t = 0; t < n; t++)
        block(m, c, r, text + t, 1);]]},
  },
  fails = "profile", message = "l2_miss of prefill",
  why = "each token of the prompt reads all weights again",
}
