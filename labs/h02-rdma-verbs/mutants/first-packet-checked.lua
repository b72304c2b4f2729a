return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[    if (!mr_allows(q->a.nic, q->a.pd, q->key, q->at + q->have, bytes, MR_REMOTE_WRITE))]==],
     [==[    if (in->first && !mr_allows(q->a.nic, q->a.pd, q->key, q->at + q->have, bytes, MR_REMOTE_WRITE))]==]},
  },
  fails = "correct",
  why = "checks a WRITE with its first packet only: the region may be gone at the next",
}
