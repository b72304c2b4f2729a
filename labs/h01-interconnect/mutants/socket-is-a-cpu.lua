return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"            return IC_SYS;",
     "            cpus++;"},
  },
  fails = "correct", message = "expected",
  why = "does not see the link between sockets",
}
