/*
 * paged.c: yours. The contract is in lab.h; `ridge test` shows the first operation or step that
 * breaks a rule.
 *
 * A way through it:
 *   1. one sequence: bm_new, bm_append, bm_slot, bm_free. A stack of free blocks, a block table
 *   2. bm_fork, with an owner count per block; then copy on write in bm_append
 *   3. sched_step with max_batch and watermark, no preemption yet (the case "alone" needs none)
 *   4. preemption: who is thrown out, what it must compute again, where it waits
 *   5. last: your own watermark
 *
 * As shipped it compiles, makes an empty pool and refuses everything.
 */
#include <stdlib.h>

#include "lab.h"

struct bm {
    int blocks, bs;
    /* Your fields here: which blocks are free, how many own each, a table per sequence. */
};

bm_t *bm_new(int blocks, int bs)
{
    bm_t *bm = calloc(1, sizeof *bm);
    if (!bm)
        return NULL;
    bm->blocks = blocks;
    bm->bs = bs;
    return bm;
}

void bm_delete(bm_t *bm)
{
    free(bm);
}

int bm_avail(const bm_t *bm)
{
    return bm->blocks;
}

int bm_append(bm_t *bm, int seq, int n)
{
    (void)bm, (void)seq, (void)n;
    return BM_BAD;
}

int bm_fork(bm_t *bm, int parent, int child)
{
    (void)bm, (void)parent, (void)child;
    return BM_BAD;
}

int bm_free(bm_t *bm, int seq)
{
    (void)bm, (void)seq;
    return BM_BAD;
}

int bm_slot(const bm_t *bm, int seq, int pos, int *blk, int *off)
{
    (void)bm, (void)seq, (void)pos, (void)blk, (void)off;
    return BM_BAD;
}

struct sched {
    sched_cfg_t cfg;
    bm_t *bm;
    /* Your fields here: who runs, who waits, how many tokens each request knows. */
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

int sched_step(sched_t *s, const req_t *arrived, int n, batch_t *out)
{
    (void)s, (void)arrived, (void)n;
    return out->nprefill + out->ndecode;
}
