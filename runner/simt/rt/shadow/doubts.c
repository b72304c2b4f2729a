/*
 * doubts.c: stores that only race if they store different values.
 *
 * Warps of one block that store the same value to one word are benign. What they left there is only known where no
 * other block stores to it meanwhile: doubts are kept until the launch has ended, and forgotten where a block did,
 * which is a race by itself.
 */
#include <string.h>

#include "shadow_global.h"

enum { DOUBTS = 256, CROSSED = 4096 };
static struct {
    struct error e[DOUBTS];
    unsigned n;
    uint64_t crossed[CROSSED]; /* words that more than one block stored to: a hash table */
    unsigned ncrossed;
} doubt;

static uint64_t *crossed_at(uint64_t word)
{
    unsigned h = (unsigned)(word * 0x9e3779b97f4a7c15ull >> 52) & (CROSSED - 1);

    while (doubt.crossed[h] && doubt.crossed[h] != word)
        h = (h + 1) & (CROSSED - 1);
    return &doubt.crossed[h];
}

void doubt_crossed(uint64_t a)
{
    uint64_t *at;

    if (doubt.ncrossed == CROSSED / 2)
        return;
    at = crossed_at(a >> 2);
    doubt.ncrossed += !*at;
    *at = a >> 2;
}

void doubt_add(const struct error *e)
{
    unsigned i;

    for (i = 0; i < doubt.n; i++)
        if (doubt.e[i].pc == e->pc && doubt.e[i].address == e->address && doubt.e[i].block == e->block) {
            doubt.e[i].count += e->count;
            return;
        }
    if (doubt.n < DOUBTS)
        doubt.e[doubt.n++] = *e;
}

void doubts_end(void)
{
    for (unsigned i = 0; i < doubt.n; i++)
        if (doubt.ncrossed < CROSSED / 2 && !*crossed_at(doubt.e[i].address >> 2))
            error_add(&doubt.e[i]);
    doubt.n = 0;
    if (doubt.ncrossed)
        memset(doubt.crossed, 0, sizeof doubt.crossed);
    doubt.ncrossed = 0;
}
