return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    for (int line = 1; *text; line++) {]],
     [[    for (int line = 0; *text;) {]]},
    {[[        if (name.n) {]],
     [[        if (name.n) {
            line++;]]},
  },
  fails = "correct", message = "load_table",
  why = "counts lines with words only: the message names the wrong one",
}
