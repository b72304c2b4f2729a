/* global_text.c: what is said of a mistake in global memory. */
#include <stdio.h>

#include "shadow_global.h"

/* Between blocks. */
static const char *words_of(enum race_why why)
{
    return why == RACE_NO_FENCE ? "no __threadfence() and no release stands between this write and what lets the other "
                                  "block know of it" :
           why == RACE_NO_ACQUIRE ? "the load that tells of it acquires nothing (memory_order_relaxed)" :
           why == RACE_OF_BLOCK ? "an atomic for the threads of one block (_block, thread_scope_block) is none to "
                                  "other blocks" :
                                  "nothing orders the two";
}

static const char *place_of(const struct error *e, const struct alloc *a, char *ret, size_t n)
{
    size_t byte = (size_t)(e->address - a->lo);

    if (a->name)
        snprintf(ret, n, "byte %zu of %s", byte, a->name);
    else
        snprintf(ret, n, "byte %zu of the allocation of %zu", byte, (size_t)(a->hi - a->lo));
    return ret;
}

void global_early_text(struct error *e, const struct alloc *a, int kind)
{
    char where[160];

    snprintf(e->text, sizeof e->text, "Thread %u %s %s, which the grid before this one %s: the launch lets the two run "
             "at once, so griddepcontrol.wait (cudaGridDependencySynchronize()) has to come first.", e->thread,
             kind ? "writes" : "reads", place_of(e, a, where, sizeof where), kind == 2 ? "reads" : "writes");
}

void global_streams_text(struct error *e, const struct alloc *a, int kind, const char *who, const char *other)
{
    char where[160];

    snprintf(e->text, sizeof e->text, "%s %s %s, which %s of another stream %s, and nothing orders the two: "
             "cudaEventRecord() after the one and cudaStreamWaitEvent() before the other would.", who,
             kind ? "writes" : "reads", place_of(e, a, where, sizeof where), other, kind == 2 ? "reads" : "writes");
}

void global_race_text(struct error *e, const struct alloc *a, int kind, enum race_why why)
{
    char where[160];

    (void)place_of(e, a, where, sizeof where);
    if (kind == 3)
        snprintf(e->text, sizeof e->text, "Lanes of one warp read and then write %s at once, so that updates are lost: "
                 "use an atomic.", where);
    else if (e->block == e->other_block)
        snprintf(e->text, sizeof e->text, "Thread %u %s %s, which thread %u of its block %s; nothing orders the two.",
                 e->thread, kind ? "writes" : "reads", where, e->other_thread, kind == 2 ? "reads" : "writes");
    else
        snprintf(e->text, sizeof e->text, "A thread of block %llu %s %s, which a thread of block %llu %s; %s.",
                 (unsigned long long)block_index(e->block), kind ? "writes" : "reads", where,
                 (unsigned long long)block_index(e->other_block), kind == 2 ? "reads" : "writes", words_of(why));
}

void global_uninitialised_text(struct error *e, const struct alloc *a)
{
    size_t byte = (size_t)(e->address - a->lo);

    if (a->name)
        snprintf(e->text, sizeof e->text, "A thread reads byte %zu of %s, which nobody has written.", byte, a->name);
    else
        snprintf(e->text, sizeof e->text, "A thread reads byte %zu of an allocation of %zu bytes of device memory, "
                 "which nobody has written.", byte, (size_t)(a->hi - a->lo));
}
