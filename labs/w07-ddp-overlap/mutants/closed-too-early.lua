return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {[[        if (b->n * (int64_t)sizeof(float) >= bucket_B)]],
     [[        if (!p || (b->n + d->count[p - 1]) * (int64_t)sizeof(float) > bucket_B)]]},
  },
  fails = "profile", message = "do not fill a bucket",
  why = "closes a bucket before the parameter that would exceed it: more, smaller buckets",
}
