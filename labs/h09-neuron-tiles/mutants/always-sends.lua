return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"(kind == NT_SEND && !l->send)",
     "(kind == NT_SEND && l->parts == 7)"},
  },
  fails = "correct", message = "expected",
  why = "sends where nothing is to be sent",
}
