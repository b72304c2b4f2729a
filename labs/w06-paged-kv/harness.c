/*
 * harness.c: drives the learner's block manager through a list of operations, and its scheduler
 * through a list of requests, and writes down what happened.
 *
 * It runs in the learner's process, so it judges nothing and trusts nothing: ids and counts that
 * the learner gives are logged as they are and only used after a range check. The engine's clock is
 * whole picoseconds, so that oracle.c, which replays the log, arrives at the same times.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "ridge/frame.h"

ridge_trampoline ridge_call_bm, ridge_call_sched;

/* ------------------------------------------------------------------------------ block manager */

enum { OP_APPEND = 1, OP_FORK, OP_FREE, OP_SLOT };

/* One record per operation; oracle.c has the same list. */
enum { R_STATUS, R_AVAIL, R_COPIES, R_DST, R_SRC, R_BLK, R_OFF, R_OP, R_WIDTH };

static int32_t *record; /* where kv_copy notes what the learner asks for; NULL in a scheduler run */

void kv_copy(int dst, int src)
{
    if (!record)
        return;
    if (record[R_COPIES]++ == 0) {
        record[R_DST] = dst;
        record[R_SRC] = src;
    }
}

/* Slots of tokens [from, from + n) of seq, as bm_slot tells them; -1 where it has none. */
static void log_slots(bm_t *bm, int seq, int from, int n, int32_t *out)
{
    for (int k = 0; k < n; k++) {
        int blk = -1, off = -1;
        if (bm_slot(bm, seq, from + k, &blk, &off) != BM_OK)
            blk = off = -1;
        out[2 * k] = blk;
        out[2 * k + 1] = off;
    }
}

static int in_range(int seq)
{
    return seq >= 0 && seq < BM_SEQS;
}

/* args: blocks bs nops tok_cap | ops [nops][4] = op a b n | rec [nops][8], slots [tok_cap][2] */
void ridge_call_bm(const struct ridge_frame *f)
{
    int nops = (int)f->i[2], cap = (int)f->i[3], used = 0;
    const int32_t *op = f->buf[0];
    int32_t *rec = f->buf[1], *slots = f->buf[2];
    int *len = calloc(BM_SEQS, sizeof *len);
    memset(rec, 0, (size_t)nops * R_WIDTH * sizeof *rec);
    memset(slots, 0, (size_t)cap * 2 * sizeof *slots);
    bm_t *bm = len ? bm_new((int)f->i[0], (int)f->i[1]) : NULL;
    for (int k = 0; bm && k < nops; k++, op += 4, rec += R_WIDTH) {
        int a = op[1], b = op[2], n = op[3];
        record = rec;
        rec[R_OP] = op[0];
        switch (op[0]) {
        case OP_APPEND:
            rec[R_STATUS] = bm_append(bm, a, n);
            if (rec[R_STATUS] == BM_OK && in_range(a) && n > 0 && n <= cap - used) {
                log_slots(bm, a, len[a], n, slots + 2 * used);
                len[a] += n;
            }
            if (n > 0 && n <= cap - used)
                used += n; /* the oracle adds up the same way, whatever the status */
            break;
        case OP_FORK:
            rec[R_STATUS] = bm_fork(bm, a, b);
            if (rec[R_STATUS] == BM_OK && in_range(a) && in_range(b))
                len[b] = len[a];
            break;
        case OP_FREE:
            rec[R_STATUS] = bm_free(bm, a);
            if (rec[R_STATUS] == BM_OK && in_range(a))
                len[a] = 0;
            break;
        default: {
            int blk = -3, off = -3; /* the oracle knows these: BM_BAD leaves them */
            rec[R_STATUS] = bm_slot(bm, a, n, &blk, &off);
            rec[R_BLK] = blk;
            rec[R_OFF] = off;
        }
        }
        record = NULL;
        rec[R_AVAIL] = bm_avail(bm);
    }
    bm_delete(bm);
    free(len);
}

/* ---------------------------------------------------------------------------------- scheduler */

enum { FUTURE, WAITING, RUNNING, FINISHED };
enum { END_OK, END_LOG_FULL, END_STUCK, END_COUNTS, END_NO_MEMORY };
/* log[0] ints used, log[1] steps, log[2] how it ended, log[3] blocks free at the end */
enum { HEAD = 8 };

struct request {
    int64_t arrival;
    int prompt, output, max_new;
    int state, tokens, slots; /* new tokens so far; slots held */
};

struct engine {
    const int64_t *price; /* picoseconds: per token, per score, for the weights, per cached token */
    struct request *r;
    int n, next, live;
    int64_t now;
    int32_t *log;
    int cap, used;
    bm_t *bm;
    batch_t *out;
};

static int room(struct engine *e, int ints)
{
    return ints <= e->cap - e->used;
}

static void put(struct engine *e, int x)
{
    e->log[e->used++] = x;
}

static struct request *request(struct engine *e, int id, int state)
{
    return id >= 0 && id < e->n && e->r[id].state == state ? &e->r[id] : NULL;
}

/* The block of the sequence's last token; -1: it has no such slot; -2: it has one slot too many. */
static int last_block(struct engine *e, int id, int slots)
{
    int blk, off, more, none;
    if (bm_slot(e->bm, id, slots - 1, &blk, &off) != BM_OK)
        return -1;
    return bm_slot(e->bm, id, slots, &more, &none) == BM_OK ? -2 : blk;
}

static int counts_in_range(const batch_t *b)
{
    const int c[] = { b->nreject, b->npreempt, b->ndecode, b->nprefill };
    for (int k = 0; k < 4; k++)
        if (c[k] < 0 || c[k] > SCHED_MAX)
            return 0;
    return 1;
}

static void log_head(struct engine *e, int done, int arrived, int returned)
{
    const batch_t *b = e->out;
    const int head[] = { b->nreject, b->npreempt, b->ndecode, b->nprefill,
                         bm_avail(e->bm), done, arrived, returned };
    for (int k = 0; k < 8; k++)
        put(e, head[k]);
}

/* One forward pass in picoseconds: arithmetic or memory traffic, whichever takes longer. */
static int64_t pass_time(const struct engine *e, int64_t tokens, int64_t scores, int64_t cached)
{
    int64_t compute = tokens * e->price[0] + scores * e->price[1];
    int64_t memory = e->price[2] + cached * e->price[3];
    return compute > memory ? compute : memory;
}

/* A sequence got its token, or its end. */
static void yield_token(struct engine *e, int id)
{
    struct request *r = &e->r[id];
    if (r->tokens < r->output)
        r->tokens++;
    if (r->tokens >= r->output) {
        r->state = FINISHED;
        e->live--;
        if (e->out->ndone < SCHED_MAX)
            e->out->done[e->out->ndone++] = id;
    }
}

/* Carry out what the scheduler decided; ids that make no sense are skipped (they are logged). */
static void run_batch(struct engine *e)
{
    batch_t *b = e->out;
    int64_t tokens = 0, scores = 0, cached = 0;
    struct request *r;
    b->ndone = 0;
    for (int k = 0; k < b->nreject; k++)
        if ((r = request(e, b->reject[k], WAITING))) {
            r->state = FINISHED;
            e->live--;
        }
    for (int k = 0; k < b->npreempt; k++)
        if ((r = request(e, b->preempt[k], RUNNING))) {
            r->state = WAITING;
            r->slots = 0;
        }
    for (int k = 0; k < b->ndecode; k++)
        if ((r = request(e, b->decode[k], RUNNING))) {
            r->slots++;
            tokens++;
            scores += r->slots;
            cached += r->slots;
        }
    for (int k = 0; k < b->nprefill; k++)
        if ((r = request(e, b->prefill[k], WAITING))) {
            int64_t s = r->slots = r->prompt + r->tokens;
            r->state = RUNNING;
            tokens += s;
            scores += s * (s + 1) / 2;
            cached += s;
        }
    if (tokens)
        e->now += pass_time(e, tokens, scores, cached);
    for (int k = 0; k < b->ndecode; k++)
        if (request(e, b->decode[k], RUNNING))
            yield_token(e, b->decode[k]);
    for (int k = 0; k < b->nprefill; k++)
        if (request(e, b->prefill[k], RUNNING))
            yield_token(e, b->prefill[k]);
}

static int log_batch(struct engine *e, int done, int arrived, int returned)
{
    const batch_t *b = e->out;
    if (!counts_in_range(b))
        return END_COUNTS;
    if (!room(e, HEAD + b->nreject + b->npreempt + 2 * b->ndecode + 2 * b->nprefill))
        return END_LOG_FULL;
    log_head(e, done, arrived, returned);
    for (int k = 0; k < b->nreject; k++)
        put(e, b->reject[k]);
    for (int k = 0; k < b->npreempt; k++)
        put(e, b->preempt[k]);
    for (int k = 0; k < b->ndecode; k++) {
        const struct request *r = request(e, b->decode[k], RUNNING);
        put(e, b->decode[k]);
        put(e, r ? last_block(e, b->decode[k], r->slots + 1) : -1);
    }
    for (int k = 0; k < b->nprefill; k++) {
        const struct request *r = request(e, b->prefill[k], WAITING);
        put(e, b->prefill[k]);
        put(e, r ? last_block(e, b->prefill[k], r->prompt + r->tokens) : -1);
    }
    e->log[1]++;
    return END_OK;
}

/* Steps until every request has finished or been rejected; how it ended. */
static int simulate(struct engine *e, sched_t *s, req_t *arrived)
{
    batch_t *b = e->out;
    while (e->next < e->n || e->live || b->ndone) {
        int n = 0;
        if (!e->live && !b->ndone && e->next < e->n && e->r[e->next].arrival > e->now)
            e->now = e->r[e->next].arrival; /* nothing to do until then */
        for (; e->next < e->n && e->r[e->next].arrival <= e->now; e->next++, n++) {
            const struct request *r = &e->r[e->next];
            arrived[n] = (req_t){ e->next, r->prompt, r->max_new };
            e->r[e->next].state = WAITING;
            e->live++;
        }
        b->nreject = b->npreempt = b->ndecode = b->nprefill = 0;
        int64_t before = e->now;
        int done = b->ndone, returned = sched_step(s, arrived, n, b);
        int end = log_batch(e, done, n, returned);
        if (end)
            return end;
        int rejected = b->nreject;
        run_batch(e);
        if (e->now > before || done || rejected)
            continue;
        if (e->next == e->n)
            return END_STUCK; /* work is left, none of it is run, and nobody else will come */
        if (e->r[e->next].arrival > e->now)
            e->now = e->r[e->next].arrival;
    }
    return END_OK;
}

/* args: blocks bs max_batch watermark n log_cap, price of token score weights cached
 * | reqs [n][4] = arrival prompt output max_new | log */
void ridge_call_sched(const struct ridge_frame *f)
{
    sched_cfg_t cfg = { (int)f->i[0], (int)f->i[1], (int)f->i[2], (int)f->i[3],
                        (int)(f->i[8] / f->i[6]) };
    struct engine e = { .price = f->i + 6, .n = (int)f->i[4], .cap = (int)f->i[5],
                        .used = HEAD, .log = f->buf[1] };
    const int64_t *in = f->buf[0];
    req_t *arrived = calloc((size_t)e.n + 1, sizeof *arrived);
    int end = END_NO_MEMORY;
    e.r = calloc((size_t)e.n + 1, sizeof *e.r);
    e.out = calloc(1, sizeof *e.out);
    memset(e.log, 0, (size_t)e.cap * sizeof *e.log);
    e.bm = e.r && e.out && arrived ? bm_new(cfg.blocks, cfg.bs) : NULL;
    for (int k = 0; e.bm && k < e.n; k++)
        e.r[k] = (struct request){ .arrival = in[4 * k], .prompt = (int)in[4 * k + 1],
                                   .output = (int)in[4 * k + 2], .max_new = (int)in[4 * k + 3] };
    sched_t *s = e.bm ? sched_new(&cfg, e.bm) : NULL;
    if (s)
        end = simulate(&e, s, arrived);
    e.log[0] = e.used;
    e.log[2] = end;
    e.log[3] = e.bm ? bm_avail(e.bm) : 0;
    sched_delete(s);
    bm_delete(e.bm);
    free(e.r);
    free(e.out);
    free(arrived);
}
