return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    struct pager p = { .m = m, .hint = hint, .s = s, .move_ns = up(m->block_B, m->link) };
    memset(p.on[HOST], 1, sizeof p.on[HOST]);]==],
     [==[
    static struct pager p;
    p.m = m, p.hint = hint, p.s = s, p.move_ns = up(m->block_B, m->link);
    p.now = p.free[HOST] = p.free[GPU] = 0, p.count = 0;
    memset(p.on[HOST], 1, sizeof p.on[HOST]);
    memset(p.on[GPU], 0, sizeof p.on[GPU]);]==]},
  },
  fails = "correct", message = "um_run",
  why = "the second trace begins where the first one ended",
}
