return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[    for (int all = s->own ? DS_SEATS : 1; x->lost.n && x->pass.n < all;) {
        x->pass.id[x->pass.n++] = x->lost.id[0];
        drop(&x->lost, 0);
    }
    for (int k = 0; k < x->run.n && x->pass.n < DS_SEATS; k++)
        x->pass.id[x->pass.n++] = x->run.id[k];]=],
     [=[    for (int k = 0; k < x->run.n && x->pass.n < DS_SEATS - 1; k++)
        x->pass.id[x->pass.n++] = x->run.id[k];
    for (int all = s->own ? DS_SEATS : x->pass.n + 1; x->lost.n && x->pass.n < all;) {
        x->pass.id[x->pass.n++] = x->lost.id[0];
        drop(&x->lost, 0);
    }]=]},
  },
  fails = "correct",
  why = [[decodes first: the lost one is computed, and not in its place]],
}
