return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    x->run->owners++;
    x->parent = top;
    x->first += n;
    x->n -= n;]=],
     [=[    size_t rest = (size_t)(x->n - n), ints = rest * (size_t)r->bs;
    struct run *lower = calloc(1, sizeof *lower);
    *lower = (struct run){ 1, malloc(ints * sizeof(int32_t)), malloc(rest * sizeof(int32_t)) };
    memcpy(lower->tok, tokens(r, x) + n * r->bs, ints * sizeof(int32_t));
    memcpy(lower->blk, ids(x) + n, rest * sizeof(int32_t));
    x->parent = top;
    x->run = lower;
    x->first = 0;
    x->n -= n;]=]},
  },
  fails = "profile", message = "c_loads of tree (case cuts)",
  why = [[a cut copies the rest of its edge: a match of one block costs as much as the edge is long]],
}
