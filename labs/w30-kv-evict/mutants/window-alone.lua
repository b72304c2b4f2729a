return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[parts(e, s, 0, b - s, keep);]==],
     [==[parts(e, 0, 0, b, keep);]==]},
  },
  fails = "correct", message = "should be byte",
  why = "StreamingLLM without its sinks",
}
