return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {"    if (d->sync)\n        stream_sync(d->stream);", "    (void)d;"},
    {"    for (int k = 0; k < d->buckets; k++)\n        free(d->bucket[k].flat);\n    free(d->bucket);",
     "    stream_sync(d->stream);\n    for (int k = 0; k < d->buckets; k++)\n        free(d->bucket[k].flat);\n" ..
     "    free(d->bucket);"},
  },
  fails = "correct", message = "mean[",
  why = "returns while the last bucket is on its way, and the optimiser reads gradients of one rank",
}
