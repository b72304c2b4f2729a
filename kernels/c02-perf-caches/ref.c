/*
 * ref.c: two models, one measurement, four repairs. What each repair changes, and why it is faster:
 *
 *   sum_cols     The plain program goes down a column: every step is another line, and when it comes
 *                back for the next column the line has gone. Here eight rows are read along, side by
 *                side: a line of A is fetched once and used whole, neighbours in a row are what a
 *                vector wants, and out[] is loaded and stored once for eight rows, not for each.
 *   table_step   A request is a line, and a step needs 16 of its 64 bytes. Those four fields stand in
 *                arrays of their own, the other 48 bytes in a cold record: a quarter of the lines. The
 *                loop over the arrays has no branch, so it is also vectors. More arrays would be worse:
 *                fourteen of them, a power of two apart, begin in one set of the L1.
 *   filter_ge    A branch on random data is wrong half of the time, and each time the work begun on the
 *                wrong side is thrown away. Storing always and adding the comparison to the index is
 *                three instructions more and never wrong.
 *   count_ge     Counts are kept in a register and stored once, in lines that belong to one thread. A
 *                line shared by two writers travels between their cores again and again.
 */
#include "lab.h"

/* --- part A: models --------------------------------------------------------------------------- */

int64_t cache_run(int line, int sets, int ways, int64_t n, const uint64_t *address, uint8_t *miss)
{
    uint64_t tag[CACHE_MOST];
    int64_t used[CACHE_MOST], misses = 0; /* 0: empty, and older than anything */
    memset(used, 0, sizeof used);
    for (int64_t k = 0; k < n; k++) {
        uint64_t block = address[k] / (uint64_t)line;
        int base = (int)(block % (uint64_t)sets) * ways, way = base;
        miss[k] = 1;
        for (int w = base; w < base + ways; w++) {
            if (used[w] && tag[w] == block) {
                miss[k] = 0;
                way = w;
                break;
            }
            if (used[w] < used[way])
                way = w;
        }
        tag[way] = block;
        used[way] = k + 1;
        misses += miss[k];
    }
    return misses;
}

int64_t branch_run(int history, int64_t n, const uint8_t *taken, uint8_t *miss)
{
    uint8_t table[1 << HISTORY_MOST];
    uint32_t past = 0, mask = (1u << history) - 1;
    int64_t misses = 0;
    memset(table, 1, sizeof table);
    for (int64_t k = 0; k < n; k++) {
        uint8_t *c = &table[past];
        miss[k] = (*c >= 2) != taken[k];
        misses += miss[k];
        if (taken[k])
            *c += *c < 3;
        else
            *c -= *c > 0;
        past = (past << 1 | taken[k]) & mask;
    }
    return misses;
}

/* --- part B: a measurement -------------------------------------------------------------------- */

static uint64_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u; /* Knuth's constants */
    return *state >> 33;
}

/* Sattolo: as Fisher and Yates, but an element never stays where it is, and so there is one ring. */
void chain_build(int nodes, uint64_t seed, uint32_t *next)
{
    for (int k = 0; k < nodes; k++)
        next[(size_t)k * NODE] = (uint32_t)k * NODE;
    for (int k = nodes - 1; k > 0; k--) {
        size_t j = draw(&seed) % (uint64_t)k;
        uint32_t swap = next[j * NODE];
        next[j * NODE] = next[(size_t)k * NODE];
        next[(size_t)k * NODE] = swap;
    }
}

uint32_t chain_walk(int64_t steps, const uint32_t *next)
{
    uint32_t at = 0;
    while (steps-- > 0)
        at = next[at];
    return at;
}

enum { FAR = 1 << 20, NODES_MOST = 1 << 16 };

static int find_line(machine_t *m, int l1)
{
    uint64_t base = (uint64_t)1 << 40;
    int d = 1;
    for (; d < 256; d *= 2, base += FAR) {
        mach_load(m, base);
        if (mach_load(m, base + (uint64_t)d) > l1)
            break;
    }
    return d;
}

/* Lines that fall into one set: as long as they fit, the second lap hits. */
static int find_ways(machine_t *m, int l1)
{
    for (int k = 1;; k++) {
        uint64_t base = (uint64_t)(k + 1) << 41;
        int slow = 0;
        for (int lap = 0; lap < 2; lap++)
            for (int i = 0; i < k; i++)
                slow += mach_load(m, base + (uint64_t)i * FAR) > l1 && lap;
        if (slow || k == 64)
            return k - 1;
    }
}

/* The second lap of a random ring of lines. How many loads were slower than L1, and how many came from
 * memory; the cost of the last that was neither. */
static void lap(machine_t *m, int nodes, const struct found *f, int *slow,
                int *memory, int *between)
{
    static uint32_t next[(size_t)NODES_MOST * NODE];
    chain_build(nodes, 7, next);
    *slow = *memory = 0;
    uint32_t at = 0;
    for (int k = 0; k < 2 * nodes; k++, at = next[at]) {
        int c = mach_load(m, (uint64_t)(at / NODE) * (uint64_t)f->line);
        if (k < nodes)
            continue;
        *slow += c > f->cycles[0];
        *memory += c >= f->cycles[2];
        if (c > f->cycles[0] && c < f->cycles[2])
            *between = c;
    }
}

void probe(machine_t *m, struct found *out)
{
    const uint64_t cold = (uint64_t)1 << 50;
    *out = (struct found){ .cycles = { 0, 0, mach_load(m, cold) } };
    out->cycles[0] = mach_load(m, cold);
    out->line = find_line(m, out->cycles[0]);
    out->l1_ways = find_ways(m, out->cycles[0]);
    for (int size = 1024; size <= 2 << 20; size *= 2)
        for (int part = size; part < 2 * size && part / out->line <= NODES_MOST; part += size / 4) {
            int slow, memory, nodes = part / out->line;
            lap(m, nodes, out, &slow, &memory, &out->cycles[1]);
            if (slow * 8 <= nodes)
                out->l1_bytes = part;
            if (memory * 8 <= nodes)
                out->l2_bytes = part;
            else
                return;
        }
}

/* --- part C: repairs -------------------------------------------------------------------------- */

void sum_cols(int M, int N, const int32_t *A, int64_t *restrict out)
{
    int i = 0;
    memset(out, 0, (size_t)N * sizeof *out);
    for (; i + 8 <= M; i += 8) {
        const int32_t *a = A + (size_t)i * (size_t)N;
        const int32_t *b = a + (size_t)4 * (size_t)N;
        for (int j = 0; j < N; j++) {
            int64_t s = (int64_t)a[j] + a[j + N] + a[j + 2 * N] + a[j + 3 * N];
            out[j] += s + b[j] + b[j + N] + b[j + 2 * N] + b[j + 3 * N];
        }
    }
    for (; i < M; i++)
        for (int j = 0; j < N; j++)
            out[j] += A[(size_t)i * (size_t)N + (size_t)j];
}

/* What a step does not touch. */
struct cold {
    uint64_t id, user, arrival_us, seed;
    uint32_t adapter, priority;
    float temperature, top_p;
};

struct columns {
    uint32_t *prompt, *done, *limit, *state;
    struct cold *cold;
};

static struct columns columns_of(int n, const void *store)
{
    uint32_t *p = (uint32_t *)store;
    size_t k = ((size_t)n + 15) / 16 * 16; /* whole lines */
    return (struct columns){ p, p + k, p + 2 * k, p + 3 * k, (struct cold *)(void *)(p + 4 * k) };
}

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

void table_get(int n, const void *store, int i, struct request *out)
{
    struct columns c = columns_of(n, store);
    const struct cold *k = &c.cold[i];
    *out = (struct request){ k->id, k->user, k->arrival_us, k->seed, c.prompt[i], c.done[i], c.limit[i],
                             c.state[i], k->adapter, k->priority, k->temperature, k->top_p };
}

int filter_ge(int n, const float *x, float t, float *restrict out)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        out[kept] = x[i];
        kept += x[i] >= t;
    }
    return kept;
}

int64_t *slot_of(void *area, int k)
{
    uintptr_t first = ((uintptr_t)area + 63) & ~(uintptr_t)63;
    return (int64_t *)(first + (uintptr_t)k * 128); /* two lines: some cores fetch them in pairs */
}

struct part {
    const float *x;
    int n;
    float t;
    int64_t *slot;
};

static void *count_part(void *arg)
{
    const struct part *p = arg;
    int64_t count = 0;
    for (int i = 0; i < p->n; i++)
        count += p->x[i] >= p->t;
    *p->slot = count;
    return NULL;
}

int64_t count_ge(int threads, int n, const float *x, float t, void *area)
{
    pthread_t id[THREADS_MOST];
    struct part p[THREADS_MOST];
    int started[THREADS_MOST] = { 0 };
    int64_t sum = 0;
    for (int k = 0; k < threads; k++) {
        int from = (int)((int64_t)n * k / threads), to = (int)((int64_t)n * (k + 1) / threads);
        p[k] = (struct part){ x + from, to - from, t, slot_of(area, k) };
        started[k] = k && !pthread_create(&id[k], NULL, count_part, &p[k]);
    }
    for (int k = 0; k < threads; k++)
        if (!started[k])
            count_part(&p[k]);
    for (int k = 0; k < threads; k++) {
        if (started[k])
            pthread_join(id[k], NULL);
        sum += *p[k].slot;
    }
    return sum;
}
