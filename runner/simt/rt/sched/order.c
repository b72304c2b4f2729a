/*
 * order.c: which warps of a block know what others did, besides through __syncthreads.
 *
 * Each warp has a clock and, for every other warp, the last clock it has heard of (a vector clock). Something
 * that warps meet at (an atomic's or volatile's word, a named barrier) is an object that carries such a vector:
 * to release is to add one's own to it, to acquire is to take over what it holds. An access by warp u at clock c
 * comes before whatever warp v does once v has heard of u at c.
 *
 * There are MAX_OBJECTS objects between two barriers; what does not fit, and instructions whose lanes use many
 * words (histograms), share the one of key 0: more is taken as ordered than is, so a race may be missed there
 * but none is made up.
 */
#include <string.h>

#include "runner/simt/rt/shadow/shadow.h"

void order_reset(struct order *o)
{
    if (!o->used)
        return;
    memset(o->clock, 0, sizeof o->clock);
    memset(o->heard, 0, sizeof o->heard);
    o->nobjects = 0;
    o->used = 0;
}

static uint32_t *object_of(struct order *o, uint64_t key, int make)
{
    unsigned i;

    for (i = 0; i < o->nobjects; i++)
        if (o->key[i] == key)
            return o->object[i];
    if (o->nobjects == MAX_OBJECTS)
        return o->object[0];
    if (!make)
        return NULL;
    if (!o->nobjects) { /* the first is the one that takes what does not fit */
        memset(o->object[0], 0, sizeof o->object[0]);
        o->key[0] = 0;
        o->nobjects = 1;
        if (!key)
            return o->object[0];
    }
    i = o->nobjects++;
    memset(o->object[i], 0, sizeof o->object[i]);
    o->key[i] = key;
    return o->object[i];
}

static void join(uint32_t *into, const uint32_t *from)
{
    for (unsigned i = 0; i < ORDER_WARPS; i++)
        into[i] = into[i] > from[i] ? into[i] : from[i];
}

void order_acquire(struct order *o, unsigned warp, uint64_t key)
{
    const uint32_t *from = object_of(o, key, 0);

    if (from)
        join(o->heard[warp], from);
}

void order_release(struct order *o, unsigned warp, uint64_t key)
{
    uint32_t *to = object_of(o, key, 1);

    o->used = 1;
    o->heard[warp][warp] = ++o->clock[warp]; /* everything up to now is at or below this clock */
    join(to, o->heard[warp]);
}
