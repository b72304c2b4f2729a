return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[stack[depth++] = (struct level){ ret, ++serials };]],
     [[stack[depth] = (struct level){ ret, ++depth + 0 * serials };]]},
  },
  fails = "correct", message = "LEAK",
  why = "knows a trace by its depth: last call's tracers pass for this one's",
}
