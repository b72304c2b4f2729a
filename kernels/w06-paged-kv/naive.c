/*
 * naive.c: correct, and built without looking at the cost of anything.
 *
 * Block manager: no list of free blocks. Every time a block is needed, the owner counts are
 * searched from the start. In a pool of a thousand blocks nobody notices; in one of a hundred
 * thousand, an append reads half a megabyte to find one number.
 *
 * Scheduler: where the watermark is ours to choose, it admits a request only if everybody who runs
 * could grow to the longest answer allowed. Nothing is ever preempted, and most of the pool is
 * reserved for tokens that never come: this is what engines did before caches were paged.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

struct seq {
    int *blk, nblk, len;
};

struct bm {
    int blocks, bs;
    int *owners;
    struct seq seq[BM_SEQS];
};

bm_t *bm_new(int blocks, int bs)
{
    bm_t *bm = calloc(1, sizeof *bm);
    if (bm) {
        bm->blocks = blocks;
        bm->bs = bs;
        bm->owners = calloc((size_t)blocks + 1, sizeof *bm->owners);
    }
    return bm;
}

void bm_delete(bm_t *bm)
{
    for (int s = 0; bm && s < BM_SEQS; s++)
        free(bm->seq[s].blk);
    free(bm ? bm->owners : NULL);
    free(bm);
}

int bm_avail(const bm_t *bm)
{
    int n = 0;
    for (int k = 0; k < bm->blocks; k++)
        n += bm->owners[k] == 0;
    return n;
}

static int take(bm_t *bm)
{
    for (int k = 0; k < bm->blocks; k++)
        if (!bm->owners[k]) {
            bm->owners[k] = 1;
            return k;
        }
    return -1;
}

static int blocks_for(const bm_t *bm, int tokens)
{
    return (tokens + bm->bs - 1) / bm->bs;
}

int bm_append(bm_t *bm, int seq, int n)
{
    if (seq < 0 || seq >= BM_SEQS || n < 0)
        return BM_BAD;
    struct seq *s = &bm->seq[seq];
    if (n > bm->blocks * (int64_t)bm->bs - s->len) /* and n + len fits an int from here on */
        return BM_FULL;
    int shared = n && s->len % bm->bs && bm->owners[s->blk[s->nblk - 1]] > 1;
    int blocks = blocks_for(bm, s->len + n);
    if (blocks - s->nblk + shared > bm_avail(bm))
        return BM_FULL;
    int *blk = realloc(s->blk, ((size_t)blocks + 1) * sizeof *blk);
    if (!blk)
        return BM_FULL;
    s->blk = blk;
    if (shared) {
        int old = blk[s->nblk - 1], copy = take(bm);
        kv_copy(copy, old);
        bm->owners[old]--;
        blk[s->nblk - 1] = copy;
    }
    while (s->nblk < blocks)
        blk[s->nblk++] = take(bm);
    s->len += n;
    return BM_OK;
}

int bm_fork(bm_t *bm, int parent, int child)
{
    if (parent < 0 || parent >= BM_SEQS || child < 0 || child >= BM_SEQS)
        return BM_BAD;
    struct seq *p = &bm->seq[parent], *c = &bm->seq[child];
    if (!p->len || c->len)
        return BM_BAD;
    free(c->blk);
    c->blk = malloc(((size_t)p->nblk + 1) * sizeof *c->blk);
    if (!c->blk)
        return BM_FULL;
    for (int k = 0; k < p->nblk; k++) {
        c->blk[k] = p->blk[k];
        bm->owners[p->blk[k]]++;
    }
    c->nblk = p->nblk;
    c->len = p->len;
    return BM_OK;
}

int bm_free(bm_t *bm, int seq)
{
    if (seq < 0 || seq >= BM_SEQS || !bm->seq[seq].len)
        return BM_BAD;
    struct seq *s = &bm->seq[seq];
    for (int k = 0; k < s->nblk; k++)
        bm->owners[s->blk[k]]--;
    s->nblk = s->len = 0;
    return BM_OK;
}

int bm_slot(const bm_t *bm, int seq, int pos, int *blk, int *off)
{
    if (seq < 0 || seq >= BM_SEQS || pos < 0 || pos >= bm->seq[seq].len)
        return BM_BAD;
    *blk = bm->seq[seq].blk[pos / bm->bs];
    *off = pos % bm->bs;
    return BM_OK;
}

/* ---------------------------------------------------------------------------------- scheduler */

enum { ABSENT, WAITING, RUNNING };

struct request {
    int state, known, most; /* known tokens; the most it may ever know */
};

struct sched {
    sched_cfg_t cfg;
    bm_t *bm;
    int top; /* ids below this have arrived */
    struct request r[SCHED_MAX];
};

sched_t *sched_new(const sched_cfg_t *cfg, bm_t *bm)
{
    sched_t *s = calloc(1, sizeof *s);
    if (s) {
        s->cfg = *cfg;
        s->bm = bm;
    }
    return s;
}

void sched_delete(sched_t *s)
{
    free(s);
}

static int last_running(const sched_t *s)
{
    int id = s->top - 1;
    while (s->r[id].state != RUNNING)
        id--;
    return id;
}

static void decode_all(sched_t *s, batch_t *out)
{
    for (int id = 0; id < s->top; id++) {
        while (s->r[id].state == RUNNING && bm_append(s->bm, id, 1) != BM_OK) {
            int victim = last_running(s);
            bm_free(s->bm, victim);
            s->r[victim].state = WAITING;
            out->preempt[out->npreempt++] = victim;
        }
        if (s->r[id].state == RUNNING) {
            s->r[id].known++;
            out->decode[out->ndecode++] = id;
        }
    }
}

/* Would `id` fit, beside all that run? */
static int fits(const sched_t *s, int id, int running)
{
    int need = blocks_for(s->bm, s->r[id].known), left = bm_avail(s->bm) - need, reserved = 0;
    if (s->cfg.watermark >= 0)
        return left >= (running ? s->cfg.watermark : 0);
    for (int k = 0; k < s->top; k++)
        if (k == id || s->r[k].state == RUNNING)
            reserved += blocks_for(s->bm, s->r[k].most);
    return reserved <= s->cfg.blocks;
}

int sched_step(sched_t *s, const req_t *arrived, int n, batch_t *out)
{
    for (int k = 0; k < out->ndone; k++) {
        bm_free(s->bm, out->done[k]);
        s->r[out->done[k]].state = ABSENT;
    }
    for (int k = 0; k < n; k++) {
        struct request *r = &s->r[arrived[k].id];
        *r = (struct request){ WAITING, arrived[k].prompt, arrived[k].prompt + arrived[k].max_new };
        s->top = arrived[k].id + 1;
        if (blocks_for(s->bm, r->most) > s->cfg.blocks) {
            r->state = ABSENT;
            out->reject[out->nreject++] = arrived[k].id;
        }
    }
    decode_all(s, out);
    for (int id = 0, running = out->ndecode; id < s->top && !out->npreempt; id++) {
        if (s->r[id].state != WAITING)
            continue;
        if (running == s->cfg.max_batch || !fits(s, id, running))
            break;
        bm_append(s->bm, id, s->r[id].known++);
        s->r[id].state = RUNNING;
        out->prefill[out->nprefill++] = id;
        running++;
    }
    return out->nprefill + out->ndecode;
}
