return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[int flags = FAB_INLINE | ((r->writes]==],
     [==[int flags = 0 | ((r->writes]==]},
  },
  fails = "correct", message = "changed before it was done",
  why = "lets the NIC read the credit from the counter, which goes on meanwhile",
}
