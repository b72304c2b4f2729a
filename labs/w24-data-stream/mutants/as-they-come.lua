return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[    while (f->delivered < f->to && f->done[f->delivered - f->from])
        pool_deliver(f->p, f->delivered++);]=],
     [=[    if (e.kind == POOL_DONE && f->delivered < f->to)
        f->delivered++, pool_deliver(f->p, e.job);]=]},
  },
  fails = "correct", message = "out of order",
  why = "batches are delivered as they come in",
}
