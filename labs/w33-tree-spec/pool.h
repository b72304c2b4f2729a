/*
 * pool.h: a pool of blocks, handed out from a stack, which is where a learner's cache lives. What is given back is
 * poisoned at once. Included by harness.c, once, after lab.h and chance.h.
 */
#ifndef W33_POOL_H
#define W33_POOL_H

#include "chance.h"

enum { BLOCKS = 512 };

static void *room(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p)
        abort();
    memset(p, 0xff, bytes);
    return p;
}

struct pool {
    kv_t kv;
    struct rng *r;
    int n, free[BLOCKS], taken[BLOCKS];
};

static struct pool *pool_new(int blocks, int block, int width, struct rng *r)
{
    struct pool *p = calloc(1, sizeof *p);
    if (!p || blocks > BLOCKS)
        abort();
    p->r = r;
    p->kv = (kv_t){ .block = block, .width = width, .table = room((size_t)blocks * sizeof(int32_t)),
                    .pool = room((size_t)blocks * (size_t)(block * width) * sizeof(float)) };
    for (int k = 0; k < blocks; k++)
        p->free[p->n++] = (k * 7 + 3) % blocks; /* in no order that a table could rely on */
    return p;
}

static void pool_destroy(struct pool *p)
{
    free(p->kv.table);
    free(p->kv.pool);
    free(p);
}

/* Blocks until `slots` fit. */
static void pool_reserve(struct pool *p, int slots)
{
    while (p->kv.blocks * p->kv.block < slots && p->n) {
        int b = p->free[--p->n];
        p->taken[b] = 1;
        p->kv.table[p->kv.blocks++] = b;
    }
}

static struct pool *pools; /* the one that the call is about */

void block_free(kv_t *kv, int32_t block)
{
    struct pool *p = pools;
    if (&p->kv != kv || block < 0 || block >= BLOCKS || !p->taken[block]) {
        misuse(p->r, F_BLOCK, block, 0);
        return;
    }
    p->taken[block] = 0;
    p->free[p->n++] = block;
    size_t each = (size_t)(kv->block * kv->width);
    memset(kv->pool + (size_t)block * each, 0xff, each * sizeof *kv->pool);
}

#endif
