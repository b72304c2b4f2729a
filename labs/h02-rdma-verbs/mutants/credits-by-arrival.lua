return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[    uint64_t news = r->released - r->told;]==],
     [==[
    r->released = r->given;
    uint64_t news = r->released - r->told;]==]},
    {[==[
    r->released++;
]==],
     [==[
    (void)r;
]==]},
  },
  fails = "correct", message = "message",
  why = "gives slots back that were read and not released",
}
