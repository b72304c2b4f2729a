return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {[[
    size_t k = ((size_t)n + 15) / 16 * 16; /* whole lines */
    return (struct columns){ p, p + k, p + 2 * k, p + 3 * k, (struct cold *)(void *)(p + 4 * k) };
]], [[
    size_t k = (size_t)n;
    return (struct columns){ p + 8 * k, p + 9 * k, p + 10 * k, p + 11 * k, NULL };
]]},
    {[[
void table_pack(int n, const struct request *r, void *store)
{
    struct columns c = columns_of(n, store);
    for (int i = 0; i < n; i++) {
        c.prompt[i] = r[i].prompt;
        c.done[i] = r[i].done;
        c.limit[i] = r[i].limit;
        c.state[i] = r[i].state;
        c.cold[i] = (struct cold){ r[i].id, r[i].user, r[i].arrival_us, r[i].seed, r[i].adapter,
                                   r[i].priority, r[i].temperature, r[i].top_p };
    }
}
]], [[
void table_pack(int n, const struct request *r, void *store)
{
    uint32_t *p = store;
    for (int i = 0; i < n; i++) {
        uint32_t word[NODE];
        memcpy(word, &r[i], sizeof word);
        for (int w = 0; w < NODE; w++)
            p[(size_t)w * (size_t)n + (size_t)i] = word[w];
    }
}
]]},
    {[[
void table_get(int n, const void *store, int i, struct request *out)
{
    struct columns c = columns_of(n, store);
    const struct cold *k = &c.cold[i];
    *out = (struct request){ k->id, k->user, k->arrival_us, k->seed, c.prompt[i], c.done[i], c.limit[i],
                             c.state[i], k->adapter, k->priority, k->temperature, k->top_p };
}
]], [[
void table_get(int n, const void *store, int i, struct request *out)
{
    uint32_t word[NODE];
    for (int w = 0; w < NODE; w++)
        word[w] = ((const uint32_t *)store)[(size_t)w * (size_t)n + (size_t)i];
    memcpy(out, word, sizeof *out);
}
]]},
  },
  fails = "profile", message = "l1_miss of steps",
  why = "sixteen arrays 16 KiB apart begin in one set of twelve ways: packing misses at every store",
}
