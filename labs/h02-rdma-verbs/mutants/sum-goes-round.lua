return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    return m->pd == pd && (m->access & need) == need && addr >= m->addr && offset <= m->length &&
           length <= m->length - offset;]==],
     [==[
    (void)offset;
    return m->pd == pd && (m->access & need) == need && addr >= m->addr && addr + length <= m->addr + m->length;]==]},
  },
  fails = "correct", message = "mr_allows",
  why = "adds address and length, which goes round at 2^64",
}
