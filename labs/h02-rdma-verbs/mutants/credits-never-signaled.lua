return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[int flags = FAB_INLINE | ((r->writes + 1) % (FAB_SQ / 2) ? 0 : FAB_SIGNALED);]==],
     [==[int flags = FAB_INLINE;]==]},
  },
  fails = "correct",
  why = "never asks for a completion of a credit",
}
