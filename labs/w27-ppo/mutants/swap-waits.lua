return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {[=[    g->free_at = fmax(g->free_at, ready) + seconds;
    return]=],
     [=[    g->free_at += seconds;
    return]=]},
    {"    if (g->swaps && g->in != r) {",
     [=[    g->free_at = fmax(g->free_at, ready);
    if (g->swaps && g->in != r) {]=]},
  },
  fails = "correct", message = "expected",
  why = "a role comes into memory only when its work is ready",
}
