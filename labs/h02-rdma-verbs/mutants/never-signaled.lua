return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[int flags = FAB_IMM | ((t->sent + 1) % CH_SIGNAL ? 0 : FAB_SIGNALED);]==],
     [==[int flags = FAB_IMM;]==]},
  },
  fails = "correct", message = "waits for ever",
  why = "never asks for a completion: the send queue fills and stays full",
}
