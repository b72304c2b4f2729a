return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[h->e[k].hash != hash || h->e[k].parent != parent ||]=],
     [=[h->e[k].hash != hash ||]=]},
    {[=[static int find(hc_t *h, uint64_t hash, int parent, const int32_t *tok)
{]=],
     [=[static int find(hc_t *h, uint64_t hash, int parent, const int32_t *tok)
{
    (void)parent;]=]},
  },
  fails = "correct", message = "hc_",
  why = [[the same tokens behind another beginning are taken for the same block when the hashes collide]],
}
