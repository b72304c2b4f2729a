return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[int hc_put(hc_t *h,]=],
     [=[static uint64_t again(hc_t *h, int k)
{
    return k < 0 ? 0 : h->hash(h->user, again(h, h->e[k].parent), h->e[k].tok, h->bs);
}

int hc_put(hc_t *h,]=]},
    {[=[parent == HC_NONE ? 0 : h->e[parent].hash, tok]=],
     [=[again(h, parent), tok]=]},
  },
  fails = "profile", message = "hash_excess",
  why = [[each block's hash begins with the first block again]],
}
