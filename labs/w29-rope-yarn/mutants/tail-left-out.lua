return mutant {
  base = "reference", file = "rope.c",
  replace = {
    {[==[        for (; i < half; i++) {
            cs[i]]==],
     [==[        for (; i < half / WIDE * WIDE; i++) {
            cs[i]]==]},
  },
  fails = "correct", message = "position",
  why = "pairs behind the last whole vector are not written",
}
