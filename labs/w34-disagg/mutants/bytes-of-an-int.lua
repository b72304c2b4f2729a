return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[return 2 * m->layers * m->kv_heads * m->hd * m->width * tokens;]=],
     [=[return (int)(2 * m->layers * m->kv_heads * m->hd * m->width * tokens);]=]},
  },
  fails = "correct", message = "B expected",
  why = [[a cache of 131,072 tokens has more bytes than 32 bits count]],
}
