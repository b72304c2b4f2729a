/*
 * ref.c: the block manager and the scheduler that yours is compared with.
 *
 * Block manager. Three arrays and no search: a stack of free block ids, an owner count per block, a
 * table of block ids per sequence. Append pops, free pushes what nobody owns any more, fork counts
 * up. The last block of a sequence is the only one that is ever written, so it is the only one for
 * which sharing matters: when it is partly filled and has another owner, append swaps in a copy
 * first. Before anything is touched, append works out how many blocks it needs in all; so it either
 * has them or leaves no trace.
 *
 * Scheduler. Sequences are admitted in order of arrival and thrown out in reverse order, so whoever
 * runs arrived before whoever waits. The running set is then a list to whose end admission adds and
 * from whose end preemption takes, and the queue an array with a head that moves both ways.
 *
 * The watermark, where we may choose it. Every running sequence wants another block within the next
 * bs steps. A pool filled to the brim by admission cannot give it; it preempts a sequence, whose
 * whole cache must be computed again later. One free block for each running sequence is about one
 * round of such wishes, by which time some sequence has finished and given back many.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

/* ------------------------------------------------------------------------------ block manager */

struct table {
    int *blk;
    int n, cap; /* blocks */
    int len;    /* tokens */
};

struct bm {
    int blocks, bs, nfree;
    int *free;   /* stack of block ids */
    int *owners; /* per block */
    struct table seq[BM_SEQS];
};

bm_t *bm_new(int blocks, int bs)
{
    bm_t *bm = calloc(1, sizeof *bm);
    if (!bm)
        return NULL;
    bm->free = malloc(((size_t)blocks + 1) * sizeof *bm->free);
    bm->owners = calloc((size_t)blocks + 1, sizeof *bm->owners);
    if (!bm->free || !bm->owners) {
        bm_delete(bm);
        return NULL;
    }
    int *stack = bm->free;
    for (int k = 0; k < blocks; k++)
        stack[k] = blocks - 1 - k;
    bm->blocks = bm->nfree = blocks;
    bm->bs = bs;
    return bm;
}

void bm_delete(bm_t *bm)
{
    if (!bm)
        return;
    for (int s = 0; s < BM_SEQS; s++)
        free(bm->seq[s].blk);
    free(bm->free);
    free(bm->owners);
    free(bm);
}

int bm_avail(const bm_t *bm)
{
    return bm->nfree;
}

static int valid(int seq)
{
    return seq >= 0 && seq < BM_SEQS;
}

static int pop(bm_t *bm)
{
    int blk = bm->free[--bm->nfree];
    bm->owners[blk] = 1;
    return blk;
}

static void drop(bm_t *bm, int blk)
{
    if (--bm->owners[blk] == 0)
        bm->free[bm->nfree++] = blk;
}

static int reserve(struct table *t, int n)
{
    if (n <= t->cap)
        return 0;
    int cap = 2 * n;
    int *blk = realloc(t->blk, (size_t)cap * sizeof *blk);
    if (!blk)
        return -1;
    t->blk = blk;
    t->cap = cap;
    return 0;
}

int bm_append(bm_t *bm, int seq, int n)
{
    if (!valid(seq) || n < 0)
        return BM_BAD;
    struct table *t = &bm->seq[seq];
    if (!n)
        return BM_OK;
    if (n > bm->blocks * (int64_t)bm->bs - t->len) /* and n + len fits an int from here on */
        return BM_FULL;
    int blocks = (t->len + n + bm->bs - 1) / bm->bs;
    int shared = t->len % bm->bs && bm->owners[t->blk[t->n - 1]] > 1;
    if (blocks - t->n + shared > bm->nfree || reserve(t, blocks))
        return BM_FULL;
    if (shared) { /* the next token falls into a block that others read: copy on write */
        int old = t->blk[t->n - 1], copy = pop(bm);
        kv_copy(copy, old);
        drop(bm, old);
        t->blk[t->n - 1] = copy;
    }
    while (t->n < blocks)
        t->blk[t->n++] = pop(bm);
    t->len += n;
    return BM_OK;
}

int bm_fork(bm_t *bm, int parent, int child)
{
    if (!valid(parent) || !valid(child) || !bm->seq[parent].len || bm->seq[child].len)
        return BM_BAD;
    struct table *p = &bm->seq[parent], *c = &bm->seq[child];
    if (reserve(c, p->n))
        return BM_FULL;
    for (int k = 0; k < p->n; k++) {
        c->blk[k] = p->blk[k];
        bm->owners[p->blk[k]]++;
    }
    c->n = p->n;
    c->len = p->len;
    return BM_OK;
}

int bm_free(bm_t *bm, int seq)
{
    if (!valid(seq) || !bm->seq[seq].len)
        return BM_BAD;
    struct table *t = &bm->seq[seq];
    for (int k = 0; k < t->n; k++)
        drop(bm, t->blk[k]);
    t->n = t->len = 0;
    return BM_OK;
}

int bm_slot(const bm_t *bm, int seq, int pos, int *blk, int *off)
{
    if (!valid(seq) || pos < 0 || pos >= bm->seq[seq].len)
        return BM_BAD;
    *blk = bm->seq[seq].blk[pos / bm->bs];
    *off = pos % bm->bs;
    return BM_OK;
}

/* ---------------------------------------------------------------------------------- scheduler */

struct sched {
    sched_cfg_t cfg;
    bm_t *bm;
    int known[SCHED_MAX];            /* per request: prompt and new tokens */
    int running[SCHED_MAX], nrun;    /* in order of arrival */
    int queue[SCHED_MAX], head, end; /* in order of arrival */
};

sched_t *sched_new(const sched_cfg_t *cfg, bm_t *bm)
{
    sched_t *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->cfg = *cfg;
    s->bm = bm;
    return s;
}

void sched_delete(sched_t *s)
{
    free(s);
}

static int blocks_for(const sched_t *s, int tokens)
{
    return (tokens + s->cfg.bs - 1) / s->cfg.bs;
}

static void retire(sched_t *s, const batch_t *out)
{
    char done[SCHED_MAX] = { 0 };
    int n = 0;
    for (int k = 0; k < out->ndone; k++) {
        done[out->done[k]] = 1;
        bm_free(s->bm, out->done[k]);
    }
    for (int k = 0; k < s->nrun; k++)
        if (!done[s->running[k]])
            s->running[n++] = s->running[k];
    s->nrun = n;
}

static void enqueue(sched_t *s, const req_t *arrived, int n, batch_t *out)
{
    for (int k = 0; k < n; k++) {
        const req_t *r = &arrived[k];
        if (blocks_for(s, r->prompt + r->max_new) > s->cfg.blocks) {
            out->reject[out->nreject++] = r->id;
        } else {
            s->known[r->id] = r->prompt;
            s->queue[s->end++] = r->id;
        }
    }
}

/* The running sequence that arrived last gives its blocks back and heads the queue. */
static void preempt_last(sched_t *s, batch_t *out)
{
    int victim = s->running[--s->nrun];
    bm_free(s->bm, victim);
    out->preempt[out->npreempt++] = victim;
    s->queue[--s->head] = victim; /* it was popped from there once, so there is room */
}

static void decode(sched_t *s, batch_t *out)
{
    for (int k = 0; k < s->nrun; k++) {
        int id = s->running[k];
        while (k < s->nrun && bm_append(s->bm, id, 1) != BM_OK)
            preempt_last(s, out);
        if (k == s->nrun)
            break; /* the last victim was this one */
        s->known[id]++; /* the token that this step yields */
        out->decode[out->ndecode++] = id;
    }
}

static void admit(sched_t *s, batch_t *out)
{
    while (s->head < s->end && s->nrun < s->cfg.max_batch) {
        int id = s->queue[s->head], need = blocks_for(s, s->known[id]);
        int mark = s->cfg.watermark >= 0 ? s->cfg.watermark : s->nrun + 1;
        if (bm_avail(s->bm) - need < (s->nrun ? mark : 0))
            break;
        bm_append(s->bm, id, s->known[id]++);
        s->head++;
        s->running[s->nrun++] = id;
        out->prefill[out->nprefill++] = id;
    }
}

int sched_step(sched_t *s, const req_t *arrived, int n, batch_t *out)
{
    retire(s, out);
    enqueue(s, arrived, n, out);
    decode(s, out);
    if (!out->npreempt)
        admit(s, out);
    return out->nprefill + out->ndecode;
}
