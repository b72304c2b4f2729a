return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"            say(e->t, \"    %sfloat t%d[%d];\\n\", e->cuda ? \"__shared__ \" : \"\", i, e->cols);",
     "            say(e->t, \"    %sfloat t%d[%d];\\n\", e->cuda ? \"__shared__ \" : \"\", i, e->cols - 1);"},
  },
  fails = "sanitize", message = "out of bounds",
  why = "the generated array of one row is one short",
}
