return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {"        if (b->n * (int64_t)sizeof(float) >= bucket_B)\n            b = NULL;",
     "        if (b->n * (int64_t)sizeof(float) >= bucket_B)\n            b = NULL;\n" ..
     "        else if (p == 0 && d->buckets > 1)\n            d->buckets--;"},
  },
  fails = "correct", message = "ends with other bits than rank 0 in mean[0]",
  why = "a bucket that never got full is never sent",
}
