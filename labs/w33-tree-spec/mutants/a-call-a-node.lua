return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[        draft_rows(m, leaves, level, path, q);]==],
     [==[        for (int k = 0; k < leaves; k++)
            draft_rows(m, 1, level, path + k * level, q + (size_t)k * (size_t)V);]==]},
  },
  fails = "profile", message = "draft_calls",
  why = "the draft reads its weights once for each call, not for each row",
}
