/*
 * Oracles and input generators of c02-perf-caches, all exact. The cache's model is a list of lines in
 * the order of their last use, one for each set, and asks how many other lines came in between; the
 * reference keeps time stamps. What a machine of part B is, is known from the case, not measured.
 */
#include <ridge/oracle.h>
#include <stdlib.h>

enum { NODE = 16, REQUEST = 64, THREADS_MOST = 8 };
enum { WAITING, RUNNING, DONE };

static uint64_t below(uint64_t *s, uint64_t n)
{
    return ridge_next(s) % n;
}

static int fail(struct ridge_verdict *v)
{
    v->pass = 0;
    return 0;
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), fail(v))

/* --- cache_run ---------------------------------------------------------------------------------- */

/* stride > 0: laps over `span` addresses, stride bytes apart; stride 0: at random in `span` KiB;
 * stride < 0: half of them in a small hot part. */
int address_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t stride = ridge_int(c, "stride"), span = ridge_int(c, "span");
    if (!b || span < 1)
        return -1;
    uint64_t *a = b->data, base = stride > 64 ? below(&seed, 1 << 20) << 12 : 0;
    for (size_t k = 0; k < b->count; k++) {
        uint64_t room = stride < 0 && below(&seed, 2) ? (uint64_t)span * 128 : (uint64_t)span * 1024;
        a[k] = stride > 0 ? base + (k % (uint64_t)span) * (uint64_t)stride : below(&seed, room);
    }
    return 0;
}

/* Did access k miss? Look back for its line, counting the other lines of its set on the way. */
static int missed(const uint64_t *a, size_t k, uint64_t line, uint64_t sets, uint64_t ways)
{
    uint64_t mine = a[k] / line, seen[1024];
    size_t others = 0;
    for (size_t j = k; j-- > 0;) {
        uint64_t x = a[j] / line;
        size_t s = 0;
        if (x == mine)
            return 0;
        if (x % sets != mine % sets)
            continue;
        while (s < others && seen[s] != x)
            s++;
        if (s == others) {
            if (others + 1 >= ways)
                return 1;
            seen[others++] = x;
        }
    }
    return 1;
}

int cache_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *a = ridge_buffer(c, "address");
    const uint8_t *got = ridge_data(c, "missed");
    const int64_t *count = ridge_data(c, "count");
    int64_t line = ridge_int(c, "line"), sets = ridge_int(c, "sets"), ways = ridge_int(c, "ways"), sum = 0;
    if (!a || !got || !count || line < 1 || sets < 1 || ways < 1 || ways > 1024)
        return -1;
    for (size_t k = 0; k < a->count; k++) {
        const uint64_t *at = a->data;
        int want = missed(at, k, (uint64_t)line, (uint64_t)sets, (uint64_t)ways);
        if (got[k] != want)
            return SAY(v, "access %zu, address 0x%llx (line %llu, set %llu): expected miss = %d, got %d",
                       k, (unsigned long long)at[k], (unsigned long long)(at[k] / (uint64_t)line),
                       (unsigned long long)(at[k] / (uint64_t)line % (uint64_t)sets), want, got[k]);
        sum += want;
    }
    if (*count != sum)
        return SAY(v, "expected %lld misses in all, got %lld", (long long)sum, (long long)*count);
    ridge_count(v, "model_misses", (double)sum);
    v->pass = 1;
    return 0;
}

/* --- branch_run --------------------------------------------------------------------------------- */

/* pattern 0: random, taken in `percent`; 1: a loop of `period`; 2: sorted; 3: every second one. */
int taken_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t percent = (uint64_t)ridge_int(c, "percent"), period = (uint64_t)ridge_int(c, "period");
    if (!b || !period)
        return -1;
    uint8_t *t = b->data;
    for (size_t k = 0; k < b->count; k++)
        switch (ridge_int(c, "pattern")) {
        case 0: t[k] = below(&seed, 100) < percent; break;
        case 1: t[k] = k % period != period - 1; break;
        case 2: t[k] = k * 100 >= b->count * (100 - percent); break;
        default: t[k] = k & 1; break;
        }
    return 0;
}

int branch_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "taken");
    const uint8_t *got = ridge_data(c, "wrong");
    const int64_t *count = ridge_data(c, "count");
    int64_t history = ridge_int(c, "history"), sum = 0;
    if (!b || !got || !count || history < 0 || history > 12)
        return -1;
    static int leaning[1 << 12]; /* -2 and -1: not taken, 1 and 2: taken */
    for (int k = 0; k < 1 << 12; k++)
        leaning[k] = -1;
    const uint8_t *t = b->data;
    for (size_t k = 0; k < b->count; k++) {
        int64_t past = 0;
        for (int64_t h = history; h >= 1; h--)
            past = past * 2 + (k >= (size_t)h ? t[k - (size_t)h] : 0);
        int *l = &leaning[past], want = (*l > 0) != t[k];
        if (got[k] != want)
            return SAY(v, "outcome %zu (%s), history %lld: expected miss = %d, got %d", k,
                       t[k] ? "taken" : "not taken", (long long)past, want, got[k]);
        sum += want;
        if (t[k])
            *l = *l == -1 ? 1 : *l == -2 ? -1 : 2;
        else
            *l = *l == 1 ? -1 : *l == 2 ? 1 : -2;
    }
    if (*count != sum)
        return SAY(v, "expected %lld in all, got %lld", (long long)sum, (long long)*count);
    ridge_count(v, "mispredicted", (double)sum);
    v->pass = 1;
    return 0;
}

/* --- chains and machines ------------------------------------------------------------------------ */

/* Nothing but the first element of a node is written; one seed, one ring. */
static int same_ring(struct ridge_verdict *v, const uint32_t *ring, const uint32_t *again, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (k % NODE && ring[k] != 0xa5a5a5a5u)
            return SAY(v, "next[%zu] has been written: only the first of the %d elements of a node is yours", k, NODE);
        if (ring[k] != again[k])
            return SAY(v, "next[%zu] is %u, and %u when built again from the same seed", k, ring[k], again[k]);
    }
    return 1;
}

int build_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "ring");
    int64_t nodes = ridge_int(c, "nodes"), near = 0;
    if (!b || nodes < 1 || b->count != (size_t)nodes * NODE)
        return -1;
    const uint32_t *next = b->data, *again = ridge_data(c, "again"), *other = ridge_data(c, "other");
    uint32_t at = 0;
    if (!again || !other)
        return -1;
    for (int64_t k = 0; k < nodes; k++) {
        uint32_t to = next[at];
        if (to % NODE || to >= b->count)
            return SAY(v, "next[%u] is %u, no multiple of %d below %zu", at, to, NODE, b->count);
        if (to == 0 && k + 1 < nodes)
            return SAY(v, "the ring returns to 0 after %lld of %lld nodes", (long long)k + 1,
                       (long long)nodes);
        near += to == at + NODE || at == to + NODE;
        at = to;
    }
    if (at)
        return SAY(v, "after %lld steps it is at %u, not at 0 again", (long long)nodes, at);
    if (nodes >= 64 && near > nodes / 16)
        return SAY(v, "%lld of %lld nodes are followed by a neighbour: a prefetcher's stream",
                   (long long)near, (long long)nodes);
    if (!same_ring(v, next, again, b->count))
        return 0;
    if (nodes >= 64 && !memcmp(next, other, b->count * sizeof *next))
        return SAY(v, "seed %lld and the next one give the same ring", (long long)ridge_int(c, "seed"));
    v->pass = 1;
    return 0;
}

/* A ring in an order of its own: node k is followed by k + step, and step has no divisor in common. */
int chain_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t nodes = (uint64_t)ridge_int(c, "nodes"), step = 1;
    if (!b || !nodes || b->count != nodes * NODE)
        return -1;
    for (int tries = 0; tries < 1000 && nodes > 4; tries++) {
        uint64_t x = step = 2 + below(&seed, nodes - 3), y = nodes;
        while (y) {
            uint64_t rest = x % y;
            x = y;
            y = rest;
        }
        if (x == 1)
            break;
        step = 1;
    }
    uint32_t *next = b->data;
    memset(next, 0xff, b->count * 4);
    for (uint64_t k = 0; k < nodes; k++)
        next[k * NODE] = (uint32_t)((k + step) % nodes * NODE);
    return 0;
}

int walk_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const uint32_t *next = ridge_data(c, "chain"), *at = ridge_data(c, "at");
    uint64_t nodes = (uint64_t)ridge_int(c, "nodes"), steps = (uint64_t)ridge_int(c, "steps");
    if (!next || !at || !nodes)
        return -1;
    uint64_t want = next[0] / NODE * (steps % nodes) % nodes * NODE;
    if (*at != want)
        return SAY(v, "after %llu steps of %llu nodes expected element %llu, got %u",
                   (unsigned long long)steps, (unsigned long long)nodes, (unsigned long long)want, *at);
    v->pass = 1;
    return 0;
}

static int within(double got, double want, double lo, double hi)
{
    return got > want * lo && got < want * hi;
}

int probe_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *got = ridge_data(c, "found");
    const int64_t *loads = ridge_data(c, "loads");
    int64_t line = ridge_int(c, "line"), ways = ridge_int(c, "l1_ways");
    int64_t l1 = line * ridge_int(c, "l1_sets") * ways;
    int64_t l2 = line * ridge_int(c, "l2_sets") * ridge_int(c, "l2_ways");
    static const char *const cycles[] = { "c1", "c2", "c3" }, *const of[] = { "L1", "L2", "memory" };
    if (!got || !loads)
        return -1;
    if (got[0] != line)
        return SAY(v, "line: expected %lld, got %d", (long long)line, got[0]);
    if (got[1] != ways)
        return SAY(v, "l1_ways: expected %lld, got %d", (long long)ways, got[1]);
    if (!within(got[2], (double)l1, .5, 2))
        return SAY(v, "l1_bytes: expected about %lld, got %d", (long long)l1, got[2]);
    if (!within(got[3], (double)l2, .5, 2))
        return SAY(v, "l2_bytes: expected about %lld, got %d", (long long)l2, got[3]);
    for (int k = 0; k < 3; k++)
        if (!within(got[4 + k], ridge_num(c, cycles[k]), .9, 1.1))
            return SAY(v, "cycles of a load from %s: expected about %.0f, got %d", of[k],
                       ridge_num(c, cycles[k]), got[4 + k]);
    ridge_count(v, "loads", (double)*loads);
    v->pass = 1;
    return 0;
}

/* --- columns ------------------------------------------------------------------------------------ */

int matrix_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    int32_t *a = b->data;
    for (size_t k = 0; k < b->count; k++) /* large ones, that a 32-bit sum would wrap on */
        a[k] = (int32_t)(below(&seed, 3) ? below(&seed, 1u << 30) : 0x7fffff00u + below(&seed, 256));
    return 0;
}

int cols_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "A");
    const int64_t *got = ridge_data(c, "sums");
    int64_t M = ridge_int(c, "M"), N = ridge_int(c, "N");
    if (!b || !got || b->count != (size_t)(M * N))
        return -1;
    const int32_t *a = b->data;
    for (int64_t j = 0; j < N; j++) {
        int64_t sum = 0;
        for (int64_t i = 0; i < M; i++)
            sum += a[i * N + j];
        if (got[j] != sum)
            return SAY(v, "column %lld: expected %lld, got %lld", (long long)j, (long long)sum,
                       (long long)got[j]);
    }
    v->pass = 1;
    return 0;
}

/* --- the table ---------------------------------------------------------------------------------- */

enum { PROMPT = 8, MADE, LIMIT, STATE }; /* 32-bit words of a request */
static const char *const word_name[] = { "id", "id", "user", "user", "arrival_us", "arrival_us", "seed", "seed",
                                         "prompt", "done", "limit", "state", "adapter", "priority",
                                         "temperature", "top_p" };

int requests_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    uint32_t *w = b->data;
    for (size_t k = 0; k + NODE <= b->count; k += NODE, w += NODE) {
        for (int x = 0; x < NODE; x++)
            w[x] = (uint32_t)ridge_next(&seed) & 0x3fffffff; /* as a float it is finite */
        w[PROMPT] = (uint32_t)below(&seed, 16) ? (uint32_t)below(&seed, 8192) : 0xfffffff0u; /* + done: 33 bits */
        w[MADE] = (uint32_t)below(&seed, 64);
        w[LIMIT] = w[MADE] + 1 + (uint32_t)below(&seed, 64);
        w[STATE] = (uint32_t)below(&seed, 3);
        if (w[STATE] == DONE)
            w[MADE] = w[LIMIT];
    }
    return 0;
}

/* What a request is after `steps` steps, and what it adds to the tokens of step k. */
static uint32_t made_after(const uint32_t *w, uint32_t steps)
{
    uint32_t left = w[LIMIT] - w[MADE];
    return w[STATE] == RUNNING ? w[MADE] + (steps < left ? steps : left) : w[MADE];
}

int steps_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "requests");
    const int64_t *tokens = ridge_data(c, "tokens");
    int64_t steps = ridge_int(c, "steps");
    if (!b || !tokens)
        return -1;
    const uint32_t *r = b->data;
    for (int64_t s = 1; s <= steps; s++) {
        int64_t sum = 0;
        for (size_t k = 0; k + NODE <= b->count; k += NODE)
            if (r[k + STATE] == RUNNING && made_after(r + k, (uint32_t)s) < r[k + LIMIT])
                sum += (int64_t)r[k + PROMPT] + made_after(r + k, (uint32_t)s);
        if (tokens[s - 1] != sum)
            return SAY(v, "table_step: step %lld: expected %lld tokens, got %lld", (long long)s, (long long)sum,
                       (long long)tokens[s - 1]);
    }
    v->pass = 1;
    return 0;
}

int table_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "requests");
    const uint32_t *after = ridge_data(c, "after");
    int rc = steps_verify(c, v);
    if (rc || !v->pass)
        return rc;
    if (!after)
        return -1;
    const uint32_t *r = b->data;
    for (size_t k = 0; k < b->count; k++) {
        const uint32_t *w = r + k / NODE * NODE, made = made_after(w, (uint32_t)ridge_int(c, "steps"));
        uint32_t want = r[k];
        if (k % NODE == MADE)
            want = made;
        else if (k % NODE == STATE && w[STATE] == RUNNING && made == w[LIMIT])
            want = DONE;
        if (after[k] != want)
            return SAY(v, "table_get: request %zu, %s: expected 0x%x, got 0x%x", k / NODE, word_name[k % NODE],
                                want, after[k]);
    }
    return 0;
}

/* --- filter and count --------------------------------------------------------------------------- */

/* Uniform in -1..1, ends included; nan > 0: one in so many is NaN, infinite, the threshold or its negative. */
int values_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t nan = ridge_int(c, "nan");
    const float t = (float)ridge_num(c, "t"), odd[] = { NAN, NAN, t, t, -t, INFINITY, -INFINITY };
    if (!b)
        return -1;
    float *x = b->data;
    for (size_t k = 0; k < b->count; k++) {
        x[k] = (float)(2 * ridge_uniform(&seed) - 1);
        if (nan > 0 && !below(&seed, (uint64_t)nan))
            x[k] = odd[below(&seed, sizeof odd / sizeof odd[0])];
    }
    return 0;
}

int filter_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "x");
    const float *got = ridge_data(c, "kept");
    const int32_t *count = ridge_data(c, "kept_n");
    float t = (float)ridge_num(c, "t");
    int32_t n = 0;
    if (!b || !got || !count)
        return -1;
    const float *x = b->data;
    for (size_t k = 0; k < b->count; k++)
        if (x[k] >= t) {
            if (memcmp(&got[n], &x[k], 4))
                return SAY(v, "element %d of the result: expected %.9g (x[%zu]), got %.9g", n,
                           (double)x[k], k, (double)got[n]);
            n++;
        }
    if (*count != n)
        return SAY(v, "expected %d kept of %zu, got %d", n, b->count, *count);
    v->pass = 1;
    return 0;
}

int count_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "x");
    const int64_t *total = ridge_data(c, "total"), *slot = ridge_data(c, "slots"), *at = ridge_data(c, "where");
    int64_t threads = ridge_int(c, "threads"), want = 0, sum = 0, shared = 0;
    float t = (float)ridge_num(c, "t");
    if (!b || !total || !slot || !at || threads < 1 || threads > THREADS_MOST)
        return -1;
    const float *x = b->data;
    for (size_t k = 0; k < b->count; k++)
        want += x[k] >= t;
    for (int k = 0; k < THREADS_MOST; k++) {
        if (at[k] < 0 || at[k] % 8)
            return SAY(v, "slot_of: slot %d is outside the area, or not aligned to 8 bytes", k);
        for (int j = 0; j < k; j++) {
            if (at[j] == at[k])
                return SAY(v, "slot_of: slots %d and %d are the same", j, k);
            shared += at[j] / 64 == at[k] / 64;
        }
        if (k < threads && slot[k] > ((int64_t)b->count + threads - 1) / threads)
            return SAY(v, "slot %d is %lld, more than a thread's share of %zu values", k, (long long)slot[k], b->count);
        sum += k < threads ? slot[k] : 0;
    }
    if (*total != want)
        return SAY(v, "expected %lld of %zu, got %lld", (long long)want, b->count, (long long)*total);
    if (sum != want)
        return SAY(v, "the slots of %lld threads add up to %lld, not to %lld", (long long)threads,
                   (long long)sum, (long long)want);
    ridge_count(v, "shared_lines", (double)shared);
    v->pass = 1;
    return 0;
}
