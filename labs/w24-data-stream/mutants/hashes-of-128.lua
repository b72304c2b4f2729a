return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[        for (int i = 0; i < K; i++) {
            uint32_t v]=],
     [=[        for (int i = 0; i < (K < 128 ? K : 128); i++) {
            uint32_t v]=]},
  },
  fails = "correct", message = "case many-values",
  why = [[has room for 128 values of a signature]],
}
