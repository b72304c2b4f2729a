return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[    for (int t = 0; t < n; t += TF_BLOCK)
        block(m, c, r, text + t, least(TF_BLOCK, n - t));]],
     [[    block(m, c, r, text, n);]]},
  },
  fails = "correct", message = "long-prompt",
  why = "there is room for 16 tokens, and a prompt may be longer",
}
