return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {"    while (d->next < d->buckets && !d->bucket[d->next].missing)\n" ..
     "        stream_run(d->stream, reduce, &d->bucket[d->next++]);",
     "    while (d->next < d->buckets && !d->bucket[d->buckets - 1 - d->next].missing) {\n" ..
     "        stream_run(d->stream, reduce, &d->bucket[d->buckets - 1 - d->next]);\n        d->next++;\n    }"},
  },
  fails = "profile", message = "exposed_comm_ns",
  why = "the first bucket to leave holds the first layer, whose gradient comes last: nothing overlaps",
}
