return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    if (c->res > 0)
        p->at += c->res, p->bytes -= (uint32_t)c->res;
    else if (!again)]==],
     [==[
    if (c->res >= 0)
        p->at += c->res, p->bytes -= c->res ? (uint32_t)c->res : p->bytes;
    else if (!again)]==]},
  },
  fails = "correct", message = "load_ring: expected -1",
  why = "a file that ends before is taken for whole",
}
