return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[static uint64_t mix(uint64_t z)]=],
     [=[static int all_cached;

static uint64_t mix(uint64_t z)]=]},
    {[=[    r->cached += n;
    return c;]=],
     [=[    all_cached += n;
    return c;]=]},
    {[=[    r->cached -= n;
    return n;]=],
     [=[    all_cached -= n;
    return n;]=]},
    {[=[    r->bs = bs;
    r->ends]=],
     [=[    r->bs = bs;
    all_cached = 0;
    r->ends]=]},
    {[=[    *cached = r->cached;]=],
     [=[    *cached = all_cached;
    (void)r;]=]},
  },
  fails = "correct", message = "are cached",
  why = [[how much is cached is counted in a global: a second tree counts into it, too]],
}
