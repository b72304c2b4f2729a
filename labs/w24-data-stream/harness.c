/*
 * harness.c: the calls' trampolines, several ranks of one loader, and the pool of workers in virtual time. Nothing is
 * judged here: what came out goes to oracle.c.
 */
#include <ridge/frame.h>
#include <setjmp.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* args: n | data | out [n + 1]: the CRC of each beginning */
HARNESS(crc)
{
    uint32_t *out = f->buf[1];
    for (size_t k = 0; k < f->count[1]; k++)
        out[k] = crc32_of(f->buf[0], k);
}

/* args: n | data: one block | out [1] */
HARNESS(crc_long)
{
    *(uint32_t *)f->buf[1] = crc32_of(f->buf[0], (size_t)f->i[0]);
}

enum { SHARDS_MOST = 64 };

static void open_all(const struct ridge_frame *f, int n, int64_t cap, struct shard *s, int32_t *rc)
{
    const int32_t *size = f->buf[1];
    for (int k = 0; k < n; k++) {
        memset(&s[k], 0xee, sizeof s[k]);
        rc[k] = shard_open((const uint8_t *)f->buf[0] + k * cap, size[k], &s[k]);
    }
}

/* args: sources shards cap | blob sizes | rc records */
HARNESS(open)
{
    struct shard s[SHARDS_MOST];
    int n = (int)(f->i[0] * f->i[1]);
    int32_t *records = f->buf[3];
    open_all(f, n, f->i[2], s, f->buf[2]);
    for (int k = 0; k < n; k++)
        records[k] = s[k].records;
}

/* args: key n first | out [count]: the images of first, first + 1, ... */
HARNESS(permute)
{
    int64_t *out = f->buf[0];
    for (size_t k = 0; k < f->count[0]; k++)
        out[k] = permute((uint64_t)f->i[0], f->i[1], f->i[2] + (int64_t)k);
}

/* args: shards window seed epoch | counts | where [positions][2] */
HARNESS(order)
{
    struct shard s[SHARDS_MOST] = { { 0 } };
    const int32_t *count = f->buf[0];
    int32_t *where = f->buf[1];
    struct stream st = { (int32_t)f->i[0], s, f->i[1], (uint64_t)f->i[2] };
    for (int k = 0; k < st.shards; k++)
        s[k].records = count[k];
    for (size_t p = 0; p < f->count[1] / 2; p++)
        stream_at(&st, f->i[3], (int64_t)p, &where[2 * p], &where[2 * p + 1]);
}

/* args: first | weights | sources index */
HARNESS(mix)
{
    for (size_t k = 0; k < f->count[1]; k++)
        mix_at((int)f->count[0], f->buf[0], f->i[0] + (int64_t)k, (int32_t *)f->buf[1] + k, (int64_t *)f->buf[2] + k);
}

/* --- several ranks of a loader ------------------------------------------------------------------------- */

enum { WORLD_MOST = 8, FAILED = 60007, AHEAD = 12 };

struct group {
    struct config c;
    loader_t *l[WORLD_MOST];
};

static int group_new(struct group *g, const struct config *c, int world)
{
    g->c = *c;
    g->c.world = world;
    for (int r = 0; r < world; r++) {
        int error = -77;
        g->c.rank = r;
        g->l[r] = loader_new(&g->c, &error);
        if (!g->l[r] || error)
            return error ? error : -99;
    }
    return 0;
}

static void group_free(struct group *g)
{
    for (int r = 0; r < g->c.world; r++)
        loader_free(g->l[r]);
}

/* Under FATAL rank r can't go on, so it does under SKIP, and comes back. 0, or -1 if a state is refused on the way. */
static int pass_by(struct group *g, int r, uint16_t *rows)
{
    uint8_t state[STATE_BYTES];
    struct config c = g->c;
    struct bad b;
    int error;
    c.rank = r, c.policy = SKIP;
    loader_t *l = loader_new(&c, &error);
    loader_save(g->l[r], state);
    int bad = !l || loader_restore(l, state) || loader_next(l, rows, &b) < 0;
    if (!bad)
        loader_save(l, state);
    loader_free(l);
    return bad || loader_restore(g->l[r], state) ? -1 : 0;
}

/* Rank r's step. Where it fails, it has to do so twice, and its first tokens tell what it said: FAILED, then the name.
 */
static int rank_step(struct group *g, int r, uint16_t *rows, struct bad *b)
{
    struct bad again = { -7, -7, -7 };
    *b = again;
    int n = loader_next(g->l[r], rows, b);
    if (n >= 0)
        return n;
    int second = loader_next(g->l[r], rows, &again);
    if (second != n || memcmp(b, &again, sizeof again))
        return -98;
    if (n == LOADER_CORRUPT && g->c.policy == FATAL && pass_by(g, r, rows))
        return -97;
    uint16_t told[] = { FAILED, (uint16_t)b->source, (uint16_t)b->shard, (uint16_t)b->record };
    memcpy(rows, told, sizeof told);
    return n;
}

/* One step of all ranks; the count and the first name as one rank alone would tell them. */
static int group_step(struct group *g, uint16_t *rows, struct bad *bad)
{
    int64_t mine = (int64_t)g->c.batch / g->c.world * g->c.seq;
    int sum = 0, failed = 0;
    *bad = (struct bad){ -1, -1, -1 };
    for (int r = 0; r < g->c.world; r++) {
        struct bad b;
        int n = rank_step(g, r, rows + r * mine, &b);
        if (n < LOADER_CORRUPT)
            return n;
        if (n < 0 ? !failed : !failed && !sum && (n || b.source != -1))
            *bad = b;
        if (n < 0)
            failed = n;
        else
            sum += n;
    }
    return failed ? failed : sum;
}

/* How many of all states with one byte changed are refused. */
static int refused(loader_t *l, const uint8_t *state)
{
    int n = 0;
    for (int k = 0; k < STATE_BYTES; k++) {
        uint8_t other[STATE_BYTES];
        memcpy(other, state, sizeof other);
        other[k] ^= (uint8_t)(1 << k % 8);
        n += loader_restore(l, other) == LOADER_STATE;
    }
    return n;
}

/* What oracle.c calls them. Each is another configuration, by its last source where sources have it. */
enum { SEED, WINDOW, WEIGHT, SEQ, BATCH, RECORDS, SPREAD, NUMBER_OF_SHARDS, NUMBER_OF_SOURCES, FOREIGN };

static void make_other(struct config *c, int kind, struct stream *s, struct shard *shard, int32_t *weight)
{
    int last = c->sources - 1;
    memcpy(s, c->stream, sizeof *s * (size_t)c->sources);
    memcpy(weight, c->weight, sizeof *weight * (size_t)c->sources);
    memcpy(shard, s[last].shard, sizeof *shard * (size_t)s[last].shards);
    s[last].shard = shard;
    c->stream = s, c->weight = weight, c->world = 1, c->rank = 0;
    s[last].seed += kind == SEED, s[last].window += kind == WINDOW, weight[last] += kind == WEIGHT;
    c->seq += kind == SEQ, c->batch += kind == BATCH;
    shard[0].records -= kind == RECORDS || kind == SPREAD;
    shard[1].records += kind == SPREAD; /* never read: nothing is but the number */
    s[last].shards -= kind == NUMBER_OF_SHARDS;
    c->sources -= kind == NUMBER_OF_SOURCES && last > 0;
}

/* 0 if loaders of other configurations refuse this state; else 1 + which one does not. */
static int foreign(const struct config *c, const uint8_t *state)
{
    struct stream s[SOURCES_MOST];
    struct shard shard[SHARDS_MOST];
    int32_t weight[SOURCES_MOST];
    for (int k = 0; k < FOREIGN; k++) {
        struct config other = *c;
        int error, taken;
        if (c->sources < 2 && k == NUMBER_OF_SOURCES)
            continue;
        make_other(&other, k, s, shard, weight);
        loader_t *l = loader_new(&other, &error);
        taken = l && loader_restore(l, state) != LOADER_STATE;
        loader_free(l);
        if (taken)
            return 1 + k;
    }
    return 0;
}

/* Somebody who has gone on for a while comes back to a state. */
static int restore(loader_t *l, const struct config *c, const uint8_t *state)
{
    uint16_t *rows = malloc((size_t)c->batch * (size_t)c->seq * 2);
    struct bad b;
    for (int k = 0; rows && k < AHEAD; k++)
        loader_next(l, rows, &b);
    free(rows);
    return loader_restore(l, state) != 0;
}

/* A new group of `world` ranks goes on where the old one stands. flags: states that differ, refused, foreign,
 * restored */
static int move(struct group *g, int world, int32_t *flags)
{
    uint8_t state[WORLD_MOST][STATE_BYTES], after[STATE_BYTES];
    int old = g->c.world;
    for (int r = 0; r < old; r++) {
        memset(state[r], 0x5a, STATE_BYTES);
        loader_save(g->l[r], state[r]);
        flags[0] += memcmp(state[r], state[0], STATE_BYTES) != 0;
    }
    flags[1] = refused(g->l[0], state[0]);
    loader_save(g->l[0], after);
    if (memcmp(after, state[0], STATE_BYTES))
        flags[1] = -1;
    flags[2] = foreign(&g->c, state[0]);
    group_free(g);
    if (group_new(g, &g->c, world))
        return -1;
    for (int r = 0; r < world; r++)
        flags[3] += restore(g->l[r], &g->c, state[old - 1]);
    return 0;
}

/* args: sources shards cap window seed seq batch world cut world2 policy | blob sizes weights | rows counts names
 * flags */
HARNESS(stream)
{
    struct shard s[SHARDS_MOST];
    struct stream st[SOURCES_MOST];
    struct group g = { { 0 }, { 0 } };
    int32_t rc[SHARDS_MOST], *counts = f->buf[4], *names = f->buf[5], *flags = f->buf[6];
    uint16_t *rows = f->buf[3];
    int sources = (int)f->i[0], shards = (int)f->i[1], steps = (int)f->count[4];
    struct config c = { sources, st, f->buf[2], (int32_t)f->i[5], (int32_t)f->i[6], 0, 1, (int32_t)f->i[10] };
    open_all(f, sources * shards, f->i[2], s, rc);
    for (int k = 0; k < sources; k++)
        st[k] = (struct stream){ shards, s + k * shards, f->i[3], (uint64_t)f->i[4] + (uint64_t)k };
    memset(rows, 0, f->count[3] * 2);
    memset(counts, 0, f->count[4] * 4);
    memset(names, 0xff, f->count[5] * 4);
    memset(flags, 0, f->count[6] * 4);
    flags[4] = group_new(&g, &c, (int)f->i[7]);
    for (int k = 0; k < steps && !flags[4]; k++) {
        struct bad b;
        if (k == f->i[8] && move(&g, (int)f->i[9], flags))
            break;
        counts[k] = group_step(&g, rows + (int64_t)k * c.batch * c.seq, &b);
        memcpy(names + 3 * k, &b, sizeof b);
        if (counts[k] < LOADER_CORRUPT)
            break;
    }
    group_free(&g);
}

/* --- the pool ------------------------------------------------------------------------------------------ */

enum { POOL_MOST = 16 };
enum { OK, BUSY_WORKER, TOO_FAR, NOT_DONE, OUT_OF_ORDER, NO_WORKER, TOO_LONG, OLDER_FIRST };

struct worker {
    int64_t job, begun; /* job: -1 idle, -2 dead */
    double end, late;   /* when its job ends (never: 1e300), when that is suspicious; late is 1e300 once told */
};

struct pool {
    jmp_buf out;
    int workers, fault, waits;
    int64_t from, to, ahead, delivered, taken, most;
    const double *ms;
    const int32_t *dies, *hangs; /* with which job of its own, counted from 0; -1: never */
    struct worker w[POOL_MOST];
    double now, take, step, patience, stall; /* take: when the consumer wants its next batch */
    unsigned char done[4096], begun[4096];
    int64_t *order, submits, stubborn; /* job 5 hangs for so many workers */
};

static void fault(struct pool *p, int code)
{
    p->fault = code;
    longjmp(p->out, 1);
}

int pool_workers(const pool_t *p)
{
    return p->workers;
}

/* There is a job before this one that nobody has, or only those who are late: all that is known. */
static int older_waits(const struct pool *p, int64_t job)
{
    for (int64_t q = p->delivered; q < job; q++) {
        int has = 0;
        for (int k = 0; k < p->workers; k++)
            has |= p->w[k].job == q && p->w[k].late < 1e300;
        if (p->begun[q - p->from] && !p->done[q - p->from] && !has)
            return 1;
    }
    return 0;
}

void pool_submit(pool_t *p, int worker, int64_t job)
{
    if (worker < 0 || worker >= p->workers || job < p->from || job >= p->to)
        fault(p, NO_WORKER);
    struct worker *w = &p->w[worker];
    if (w->job != -1)
        fault(p, BUSY_WORKER);
    if (job >= p->taken + p->ahead)
        fault(p, TOO_FAR);
    if (older_waits(p, job))
        fault(p, OLDER_FIRST);
    int dies = p->dies[worker] == w->begun, hangs = p->hangs[worker] == w->begun;
    double ms = p->ms[job - p->from];
    if (job - p->from == 5 && p->begun[5] < p->stubborn)
        hangs = 1;
    p->begun[job - p->from] += p->begun[job - p->from] < 255;
    w->job = job, w->begun++;
    w->end = hangs ? 1e300 : p->now + (dies ? ms / 2 : ms);
    w->late = p->now + p->patience;
    p->submits++;
}

/* The consumer takes what it can: 1 if it took a batch at or before `until`. */
static int consume(struct pool *p, double until)
{
    if (p->taken >= p->delivered || p->take > until)
        return 0;
    p->now = p->take > p->now ? p->take : p->now;
    p->taken++;
    p->take = p->now + p->step;
    return 1;
}

struct pool_event pool_wait(pool_t *p)
{
    struct worker *who = NULL;
    int late = 0;
    double when = 1e299;
    if (++p->waits > 100000)
        fault(p, TOO_LONG);
    for (int k = 0; k < p->workers; k++) {
        struct worker *w = &p->w[k];
        if (w->job >= 0 && w->end < when)
            when = w->end, who = w, late = 0;
        if (w->job >= 0 && w->late < when)
            when = w->late, who = w, late = 1;
    }
    if (consume(p, who ? when : 1e299))
        return (struct pool_event){ POOL_TAKEN, -1, -1 };
    if (!who)
        return (struct pool_event){ POOL_NONE, -1, -1 };
    int at = (int)(who - p->w);
    struct pool_event e = { POOL_DONE, at, who->job };
    p->now = when;
    if (late) {
        who->late = 1e300;
        e.kind = POOL_LATE;
        return e;
    }
    int dead = p->dies[at] >= 0 && who->begun > p->dies[at];
    if (dead)
        e.kind = POOL_DIED;
    else
        p->done[who->job - p->from] = 1;
    who->job = dead ? -2 : -1;
    return e;
}

void pool_deliver(pool_t *p, int64_t job)
{
    if (job < p->from || job >= p->to || !p->done[job - p->from])
        fault(p, NOT_DONE);
    if (job != p->delivered)
        fault(p, OUT_OF_ORDER);
    if (p->taken == p->delivered && p->taken > p->from && p->now > p->take)
        p->stall += p->now - p->take;
    p->order[p->delivered++ - p->from] = job;
}

/* args: workers from ahead step patience stubborn | ms dies hangs | order result [3], times [2] */
HARNESS(feed)
{
    static struct pool p;
    int32_t *result = f->buf[4];
    double *times = f->buf[5];
    memset(&p, 0, sizeof p);
    p.workers = (int)f->i[0], p.from = p.delivered = p.taken = f->i[1], p.to = f->i[1] + (int64_t)f->count[0];
    p.ahead = f->i[2], p.step = f->d[3], p.patience = f->d[4], p.stubborn = f->i[5];
    p.ms = f->buf[0], p.dies = f->buf[1], p.hangs = f->buf[2], p.order = f->buf[3];
    memset(p.order, 0xff, f->count[3] * 8);
    for (int k = 0; k < p.workers; k++)
        p.w[k].job = -1;
    result[0] = -9;
    if (!setjmp(p.out))
        result[0] = feed(&p, p.from, p.to, p.ahead);
    result[1] = p.fault;
    result[2] = (int32_t)p.submits;
    times[0] = p.stall, times[1] = p.now;
}

/* --- near-duplicates ----------------------------------------------------------------------------------- */

/* args: docs len w K seed | tokens lengths | sig */
HARNESS(minhash)
{
    const int32_t *n = f->buf[1];
    for (int64_t k = 0; k < f->i[0]; k++)
        minhash_sig(n[k], (const uint16_t *)f->buf[0] + k * f->i[1], (int)f->i[2], (int)f->i[3], (uint64_t)f->i[4],
                    (uint32_t *)f->buf[2] + k * f->i[3]);
}

/* args: docs K bands room | sig | pairs count */
HARNESS(lsh)
{
    memset(f->buf[1], 0xff, f->count[1] * 4);
    *(int64_t *)f->buf[2] = lsh_pairs((int)f->i[0], (int)f->i[1], (int)f->i[2], f->buf[0], f->i[3], f->buf[1]);
}
