/*
 * harness.c: the machine behind mach_load, and the calls' trampolines. Nothing is judged here: what
 * the learner found and left behind goes out through the output buffers, which oracle.c distrusts.
 */
#include <ridge/frame.h>
#include <stdlib.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* --- the machine -------------------------------------------------------------------------------- */

struct level {
    int sets, ways;
    uint64_t *tag, *used; /* a tag is the line's number + 1 */
};

struct machine {
    int line, cycles[3];
    struct level l1, l2;
    uint64_t now, last;
    int64_t loads;
};

static int level_init(struct level *l, int64_t sets, int64_t ways)
{
    *l = (struct level){ (int)sets, (int)ways, calloc((size_t)(sets * ways), 8), calloc((size_t)(sets * ways), 8) };
    return l->tag && l->used;
}

static void level_finish(struct level *l)
{
    free(l->tag);
    free(l->used);
}

/* 1 if the line was there; it is afterwards. */
static int touch(struct level *l, uint64_t line, uint64_t now)
{
    size_t base = (size_t)(line % (uint64_t)l->sets) * (size_t)l->ways, oldest = base;
    for (size_t w = base; w < base + (size_t)l->ways; w++) {
        if (l->tag[w] == line + 1) {
            l->used[w] = now;
            return 1;
        }
        if (l->used[w] < l->used[oldest])
            oldest = w;
    }
    l->tag[oldest] = line + 1;
    l->used[oldest] = now;
    return 0;
}

/* Two lines in ascending order make a stream: the next line is fetched before it is asked for. */
int mach_load(machine_t *m, uint64_t address)
{
    uint64_t line = address / (uint64_t)m->line;
    if (m->loads++ >= MACH_LOADS)
        return 0;
    int at = touch(&m->l1, line, ++m->now) ? 0 : touch(&m->l2, line, m->now) ? 1 : 2;
    if (line == m->last + 1) {
        touch(&m->l1, line + 1, ++m->now);
        touch(&m->l2, line + 1, m->now);
    }
    m->last = line;
    return m->cycles[at];
}

/* args: line l1_sets l1_ways l2_sets l2_ways c1 c2 c3 | found i32[7], loads i64[1] */
HARNESS(probe)
{
    struct machine m = { .line = (int)f->i[0], .last = UINT64_MAX - 1,
                         .cycles = { (int)f->i[5], (int)f->i[6], (int)f->i[7] } };
    struct found found = { 0 };
    if (level_init(&m.l1, f->i[1], f->i[2]) & level_init(&m.l2, f->i[3], f->i[4]))
        probe(&m, &found);
    memcpy(f->buf[0], &found, sizeof found);
    *(int64_t *)f->buf[1] = m.loads;
    level_finish(&m.l1);
    level_finish(&m.l2);
}

/* --- the calls ---------------------------------------------------------------------------------- */

/* args: line sets ways | address [n] | miss [n], count [1] */
HARNESS(cache_run)
{
    *(int64_t *)f->buf[2] = cache_run((int)f->i[0], (int)f->i[1], (int)f->i[2], (int64_t)f->count[0],
                                      f->buf[0], f->buf[1]);
}

/* args: history | taken [n] | miss [n], count [1] */
HARNESS(branch_run)
{
    *(int64_t *)f->buf[2] = branch_run((int)f->i[0], (int64_t)f->count[0], f->buf[0], f->buf[1]);
}

/* args: nodes seed | ring, again, other [nodes][NODE]; 0xa5 where nothing is stored */
HARNESS(chain_build)
{
    for (int k = 0; k < 3; k++) {
        memset(f->buf[k], 0xa5, f->count[k] * sizeof(uint32_t));
        chain_build((int)f->i[0], (uint64_t)f->i[1] + (k == 2), f->buf[k]);
    }
}

/* args: steps | chain [nodes][NODE] | at [1] */
HARNESS(chain_walk)
{
    *(uint32_t *)f->buf[1] = chain_walk(f->i[0], f->buf[0]);
}

/* args: steps | requests [n] of 64 bytes | store, after [n] of 64 bytes, tokens [steps] */
HARNESS(table)
{
    int n = (int)(f->count[0] / NODE);
    int64_t *tokens = f->buf[3];
    struct request *after = f->buf[2];
    table_pack(n, f->buf[0], f->buf[1]);
    for (int64_t k = 0; k < f->i[0]; k++)
        tokens[k] = table_step(n, f->buf[1]);
    for (int i = 0; i < n; i++)
        table_get(n, f->buf[1], i, &after[i]);
}

/* args: steps | requests [n] of 64 bytes | store, tokens [steps] */
HARNESS(steps)
{
    int n = (int)(f->count[0] / NODE);
    int64_t *tokens = f->buf[2];
    table_pack(n, f->buf[0], f->buf[1]);
    for (int64_t k = 0; k < f->i[0]; k++)
        tokens[k] = table_step(n, f->buf[1]);
}

/* args: t | x [n] | kept [n], count [1] */
HARNESS(filter_ge)
{
    *(int32_t *)f->buf[2] = filter_ge((int)f->count[0], f->buf[0], (float)f->d[0], f->buf[1]);
}

/* args: threads shift t | x [n] | count [1], slots [THREADS_MOST], where [THREADS_MOST] */
HARNESS(count_ge)
{
    static _Alignas(64) unsigned char area[AREA + 64];
    int64_t *slots = f->buf[2], *where = f->buf[3];
    unsigned char *mine = area + f->i[1];
    memset(area, 0xff, sizeof area);
    *(int64_t *)f->buf[1] = count_ge((int)f->i[0], (int)f->count[0], f->buf[0], (float)f->d[2], mine);
    for (int k = 0; k < THREADS_MOST; k++) {
        unsigned char *at = (unsigned char *)slot_of(mine, k);
        where[k] = at >= mine && at + 8 <= mine + AREA ? at - area : -1;
        slots[k] = -1;
        if (where[k] >= 0)
            memcpy(&slots[k], at, 8);
    }
}
