return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {"        stream_run(d->stream, reduce, &d->bucket[d->next++]);",
     "    {\n        stream_run(d->stream, reduce, &d->bucket[d->next++]);\n        stream_sync(d->stream);\n    }"},
  },
  fails = "profile", message = "exposed_comm_ns",
  why = "the backward pass stands still while each bucket is sent",
}
