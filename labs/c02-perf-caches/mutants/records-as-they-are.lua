return mutant {
  base = "reference", file = "caches.c",
  replace = {
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
    memcpy(store, r, (size_t)n * sizeof *r);
}
]]},
    {[[
int64_t table_step(int n, void *store)
{
    struct columns c = columns_of(n, store);
    const uint32_t *restrict prompt = c.prompt, *restrict limit = c.limit;
    uint32_t *restrict done = c.done, *restrict state = c.state;
    uint64_t tokens = 0;
    for (int i = 0; i < n; i++) {
        uint32_t run = state[i] == RUNNING, d = done[i] + run, end = run & (d == limit[i]);
        done[i] = d;
        state[i] += end; /* RUNNING + 1 is DONE */
        tokens += run & ~end ? (uint64_t)prompt[i] + d : 0;
    }
    return (int64_t)tokens;
}
]], [[
int64_t table_step(int n, void *store)
{
    struct request *r = store;
    int64_t tokens = 0;
    for (int i = 0; i < n; i++) {
        uint32_t run = r[i].state == RUNNING, d = r[i].done + run, end = run & (d == r[i].limit);
        r[i].done = d;
        r[i].state += end;
        tokens += run & ~end ? (int64_t)r[i].prompt + d : 0;
    }
    return tokens;
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
    (void)n, (void)columns_of;
    *out = ((const struct request *)store)[i];
}
]]},
  },
  fails = "profile", message = "l1_miss of steps",
  why = "an array of records: no branch, and still a line for each request",
}
