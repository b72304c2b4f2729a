return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {"    d->bucket[d->bucket_of[p]].missing--;\n    while (d->next < d->buckets && !d->bucket[d->next].missing)\n" ..
     "        stream_run(d->stream, reduce, &d->bucket[d->next++]);",
     "    if (!--d->bucket[d->bucket_of[p]].missing)\n" ..
     "        stream_run(d->stream, reduce, &d->bucket[d->bucket_of[p]]);"},
  },
  fails = "correct", message = "case out-of-order",
  why = "starts a bucket when it is complete, which is another order on every rank",
}
