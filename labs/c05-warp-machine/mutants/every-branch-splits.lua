return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[    if (jump && jump != p->mask) {
        int join = m->join[p->pc];
        m->count->splits++;]=], [=[    m->count->splits++;
    if (jump && jump != p->mask) {
        int join = m->join[p->pc];]=]},
  },
  fails = "correct", message = "count->splits",
  why = "counts branches that all lanes take alike",
}
