return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"int64_t left = (int64_t)doc_of(l, p->doc).tokens + 1 - p->at;",
     [=[int64_t left = (int64_t)doc_of(l, p->doc).tokens + (l->c.world == 1) - p->at;
        left = left < 1 ? 1 : left;]=]},
  },
  fails = "correct", message = "step",
  why = "other ranks' documents are passed without their EOS",
}
