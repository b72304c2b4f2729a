return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    int n = any ? kv_stream(&st, last) : 0;]==],
     [==[    int n = any && (kv_stream(&st, last), last[0] = L - 1, ready[L - 1] = over, 1);]==]},
  },
  fails = "correct", message = "of the wire's time",
  why = "a cache leaves in one message after its pass, and whoever waits for it sees all of the wire's time",
}
