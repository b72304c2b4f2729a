return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    places(c, P, zigzag, r, q_at);
    for]],
     [[    static int64_t kept[1024], of;
    if (of != c)
        places(of = c, P, zigzag, r, kept);
    memcpy(q_at, kept, (size_t)c * sizeof *q_at);
    for]]},
  },
  fails = "correct", message = "case again",
  why = "keeps its places from the last call with as many tokens, and that one had another order",
}
