return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[=[
r->held[f] + n->give[f] > n->size[f])
            r->p[n->from[f]].stalled = 1;]=],
     [=[
r->p[n->from[f]].stalled >= 0)
            r->p[n->from[f]].stalled = r->held[f] + n->give[f] > n->size[f] ? 1 : -1;]=]},
    {[=[
    for (int f = 0; f < n->fifos; f++)
        if (must_write(r, n->from[f]) && !r->p[n->from[f]].stalled) {]=],
     [=[
    for (int k = 0; k < n->procs; k++)
        r->p[k].stalled = r->p[k].stalled == 1;
    for (int f = 0; f < n->fifos; f++)
        if (must_write(r, n->from[f]) && !r->p[n->from[f]].stalled) {]=]},
  },
  fails = "correct", message = "expected",
  why = "all FIFOs out must have room, or nothing is written",
}
