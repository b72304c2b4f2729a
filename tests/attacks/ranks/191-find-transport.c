// attack: finds the transport in its object's memory, without a name, and has a hundredth of its work charged
// lab: x05
// run: bench
// expect: PASS correct, SUSPICIOUS perf
// says: computed for
// layer: the hub's own count of what all ranks computed, held against the reference's
#define _GNU_SOURCE
#include "lab.h"

#include <link.h>
#include <ridge/ranks_transport.h>

static struct ranks_transport mine;
static void (*compute)(int, double, const char *);
static uintptr_t from, to; /* the main program, which has the table */

static void less(int stream, double seconds, const char *what)
{
    compute(stream, seconds / 100, what);
}

/* Nothing but functions of the main program. */
static int is_table(uintptr_t p)
{
    enum { CALLS = sizeof mine / sizeof compute };
    if (p < from || p + sizeof mine > to || p % 8)
        return 0;
    for (int k = 0; k < CALLS; k++)
        if (((const uintptr_t *)p)[k] < from || ((const uintptr_t *)p)[k] >= to)
            return 0;
    return 1;
}

static int look(struct dl_phdr_info *d, size_t size, void *data)
{
    uintptr_t self = (uintptr_t)&mine;
    (void)size, (void)data;
    for (int k = 0; k < d->dlpi_phnum; k++) {
        const ElfW(Phdr) *h = &d->dlpi_phdr[k];
        uintptr_t lo = d->dlpi_addr + h->p_vaddr, hi = lo + h->p_memsz;
        if (h->p_type != PT_LOAD)
            continue;
        if (!d->dlpi_name[0]) {
            from = !from || lo < from ? lo : from;
            to = hi > to ? hi : to;
        } else if (h->p_flags & PF_W && self >= lo && self < hi) {
            for (uintptr_t at = (lo + 7) & ~(uintptr_t)7; at + 8 <= hi; at += 8) {
                uintptr_t p = *(uintptr_t *)at;
                if (!is_table(p))
                    continue;
                mine = *(const struct ranks_transport *)p;
                compute = mine.compute;
                mine.compute = less;
                *(struct ranks_transport **)at = &mine;
                return 1;
            }
        }
    }
    return 0;
}

void step(comm_t *c, float *y, const float *x, int64_t n)
{
    dl_iterate_phdr(look, NULL);
    work(y, x, n);
    comm_all_reduce(c, y, y, n, COMM_F32, COMM_SUM);
}
