/*
 * host_unwritten.c: what copies bring to the host from device memory that nobody has written, though its neighbours
 * are: a grid is too short, as a rule. Correct programs copy whole buffers of which they use a part, so not the copy is
 * told but the host code that reads such a place as it came.
 *
 * It is known by the poison in it (heap.h): whatever has been written there since, unseen, is something else. Only
 * reads of a whole variable count, since structs have padding. Not seen: memcpy() and what libraries read; an
 * allocation of which nobody has written a byte; what lies behind the poison of a large one.
 */
#include <stdio.h>

#include "host_touch.h"
#include "runner/simt/rt/heap.h"

enum { BROUGHT = 64 };
static struct run { /* of the host's bytes */
    uintptr_t lo, hi, from; /* from: on the device */
    size_t byte, of;        /* of the allocation */
    uintptr_t pc;           /* of the copy */
} runs[BROUGHT];
static unsigned nruns;
int host_unwritten;

/* The first bit at or after i that is set, or is not; e: there is none. */
static size_t find_bit(const uint8_t *bits, size_t i, size_t e, int set)
{
    while (i < e)
        if (!(i & 7) && bits[i / 8] == (set ? 0 : 0xff))
            i += 8;
        else if ((bits[i / 8] >> (i & 7) & 1) == set)
            return i;
        else
            i++;
    return e;
}

static void forget(unsigned k)
{
    runs[k] = runs[--nruns];
    host_unwritten = nruns != 0;
}

void host_brought(const void *to, const void *from, size_t n, uintptr_t pc)
{
    uintptr_t at = (uintptr_t)to, src = (uintptr_t)from;
    const struct alloc *a = heap_find(src);

    for (unsigned k = 0; k < nruns; k++)
        if (runs[k].lo < at + n && runs[k].hi > at)
            forget(k--);
    if (!a || !a->written || find_bit(a->written, 0, a->hi - a->lo, 1) == a->hi - a->lo)
        return;
    size_t i = src - a->lo, e = i + n;
    while (nruns < BROUGHT && (i = find_bit(a->written, i, e, 0)) < e) {
        size_t end = find_bit(a->written, i, e, 1);
        uintptr_t lo = at + (a->lo + i - src);
        runs[nruns++] = (struct run){ lo, lo + (end - i), a->lo + i, i, a->hi - a->lo, pc };
        heap_watch(lo, lo + (end - i));
        i = end;
    }
    host_unwritten = nruns != 0;
    trace_host_anew();
}

static int poisoned(const struct run *r, uintptr_t at, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (*(const uint8_t *)(at + k) != ((r->from + (at - r->lo) + k) & 1 ? 0x7f : 0xfb))
            return 0;
    return 1;
}

void host_reads(uintptr_t at, size_t n, uintptr_t pc)
{
    for (unsigned k = 0; k < nruns; k++) {
        const struct run r = runs[k];
        if (at < r.lo || at + n > r.hi || !poisoned(&r, at, n))
            continue;
        struct error e = { .kind = "uninitialised", .pc = pc, .other_pc = r.pc, .block = ~0ull, .other_block = ~0ull,
                           .thread = ~0u, .other_thread = ~0u, .address = at, .size = (unsigned)n, .count = 1 };
        snprintf(e.text, sizeof e.text, "Host code reads what was copied from byte %zu of an allocation of %zu bytes "
                 "of device memory, where nobody has written: does the grid reach so far?", r.byte + (at - r.lo), r.of);
        error_add(&e);
        for (unsigned i = 0; i < nruns; i++) /* once for a copy */
            if (runs[i].pc == r.pc)
                forget(i--);
        return;
    }
}
