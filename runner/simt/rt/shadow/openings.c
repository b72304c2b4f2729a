/*
 * openings.c: plain reads that open a loop around atomicCAS, as in the CUDA C++ Programming Guide's atomicAdd() for
 * double ("Atomic Functions"): old = *p; do { ... old = atomicCAS(p, ...) } while (...). They race with the atomics of
 * other threads and do no harm, since the atomic tests what they read.
 *
 * An instruction is such a read when its warp has gone on to an atomicCAS at the same address. That is known only
 * later, so that a race of a plain read with an atomic is kept until the block (shared memory) or the launch has ended.
 */
#include "openings.h"

static int known(const struct openings *o, uint32_t pc)
{
    for (unsigned i = 0; i < o->nknown; i++)
        if (o->known[i] == pc)
            return 1;
    return 0;
}

void opening_read(struct openings *o, unsigned warp, uint32_t pc, uint64_t at)
{
    unsigned i = o->next[warp]++ % OPENINGS_RECENT;

    o->read[warp][i].pc = pc;
    o->read[warp][i].at = at;
}

void opening_cas(struct openings *o, unsigned warp, uint64_t at)
{
    for (unsigned i = 0; i < OPENINGS_RECENT; i++)
        if (o->read[warp][i].at == at && o->nknown < OPENINGS_KNOWN && !known(o, o->read[warp][i].pc))
            o->known[o->nknown++] = o->read[warp][i].pc;
}

void opening_race(struct openings *o, uint32_t pc, const struct error *e)
{
    unsigned i = 0;

    if (known(o, pc))
        return;
    while (i < o->ndoubts && (o->doubt_pc[i] != pc || o->doubt[i].pc != e->pc))
        i++;
    if (i == OPENINGS_DOUBTS) {
        error_add(e);
    } else if (i < o->ndoubts) {
        o->doubt[i].count += e->count;
    } else {
        o->doubt[i] = *e;
        o->doubt_pc[i] = pc;
        o->ndoubts++;
    }
}

void openings_end(struct openings *o)
{
    for (unsigned i = 0; i < o->ndoubts; i++)
        if (!known(o, o->doubt_pc[i]))
            error_add(&o->doubt[i]);
    o->ndoubts = 0;
}
