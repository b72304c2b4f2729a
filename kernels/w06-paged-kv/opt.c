/*
 * opt.c: the reference's structures, with an admission that looks at the roofline.
 *
 * A decode-only pass is bound by memory: it reads all weights to make one token per sequence, and
 * the arithmetic units wait. Until the pass has `ridge` tokens, more of them cost nothing. A
 * prefill brings a hundred tokens or more; admitted one at a time, it rides along almost for free;
 * admitted four at a time, the pass turns compute-bound and every running sequence waits for it. So
 * admission stops at the ridge (the first prefill of a step always goes, or a long prompt would
 * starve), and the queue drains over more passes, none of them longer than it must be. Chunked
 * prefill is the same thought carried to its end: cut the prompt so that it fills the gap exactly.
 *
 * The block manager differs from ref.c's in two things: blocks that were never used are counted,
 * not stacked, so that a pool of any size is made in constant time; and an append that stays within
 * its last block, fifteen of sixteen while decoding, touches nothing but a length.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

/* ------------------------------------------------------------------------------ block manager */

struct table {
    int *blk;
    int n, cap, len;
};

struct bm {
    int blocks, bs;
    int nfree, fresh; /* given back, on the stack; ids from `fresh` on were never used */
    int *free, *owners;
    struct table seq[BM_SEQS];
};

bm_t *bm_new(int blocks, int bs)
{
    bm_t *bm = calloc(1, sizeof *bm);
    if (!bm)
        return NULL;
    bm->free = malloc(((size_t)blocks + 1) * sizeof *bm->free);
    bm->owners = malloc(((size_t)blocks + 1) * sizeof *bm->owners);
    if (!bm->free || !bm->owners) {
        bm_delete(bm);
        return NULL;
    }
    bm->blocks = blocks;
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
    return bm->nfree + bm->blocks - bm->fresh;
}

static int valid(int seq)
{
    return seq >= 0 && seq < BM_SEQS;
}

static int pop(bm_t *bm)
{
    int blk = bm->nfree ? bm->free[--bm->nfree] : bm->fresh++;
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
    int *blk = realloc(t->blk, 2 * (size_t)n * sizeof *blk);
    if (!blk)
        return -1;
    t->blk = blk;
    t->cap = 2 * n;
    return 0;
}

int bm_append(bm_t *bm, int seq, int n)
{
    if (!valid(seq) || n < 0)
        return BM_BAD;
    struct table *t = &bm->seq[seq];
    if (n > bm->blocks * (int64_t)bm->bs - t->len) /* and n + bs fits an int from here on */
        return BM_FULL;
    int into = t->n * bm->bs - t->len; /* slots left in the last block: 0 when it is full */
    int shared = n && into && bm->owners[t->blk[t->n - 1]] > 1;
    if (n <= into && !shared) { /* the common case of decoding touches nothing else */
        t->len += n;
        return BM_OK;
    }
    int more = n > into ? (n - into + bm->bs - 1) / bm->bs : 0;
    if (more + shared > bm_avail(bm) || reserve(t, t->n + more))
        return BM_FULL;
    if (shared) {
        int old = t->blk[t->n - 1], copy = pop(bm);
        kv_copy(copy, old);
        drop(bm, old);
        t->blk[t->n - 1] = copy;
    }
    for (; more > 0; more--)
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
    memcpy(c->blk, p->blk, (size_t)p->n * sizeof *c->blk);
    for (int k = 0; k < p->n; k++)
        bm->owners[p->blk[k]]++;
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
    int known[SCHED_MAX]; /* per request: prompt and new tokens */
    int running[SCHED_MAX], nrun;
    int queue[SCHED_MAX], head, end;
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

static void preempt_last(sched_t *s, batch_t *out)
{
    int victim = s->running[--s->nrun];
    bm_free(s->bm, victim);
    out->preempt[out->npreempt++] = victim;
    s->queue[--s->head] = victim;
}

static void decode(sched_t *s, batch_t *out)
{
    for (int k = 0; k < s->nrun; k++) {
        int id = s->running[k];
        while (k < s->nrun && bm_append(s->bm, id, 1) != BM_OK)
            preempt_last(s, out);
        if (k == s->nrun)
            break;
        s->known[id]++;
        out->decode[out->ndecode++] = id;
    }
}

/* May `id` come in, after `tokens` others of this pass? */
static int fits(const sched_t *s, int id, int tokens, int first)
{
    int n = s->nrun, left = bm_avail(s->bm) - blocks_for(s, s->known[id]);
    int mark = s->cfg.watermark >= 0 ? s->cfg.watermark : n + 1;
    if (left < (n ? mark : 0))
        return 0;
    return s->cfg.watermark >= 0 || first || tokens + s->known[id] <= s->cfg.ridge;
}

static void admit(sched_t *s, batch_t *out)
{
    int tokens = out->ndecode;
    while (s->head < s->end && s->nrun < s->cfg.max_batch) {
        int id = s->queue[s->head];
        if (!fits(s, id, tokens, !out->nprefill))
            break;
        tokens += s->known[id];
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
