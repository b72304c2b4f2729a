/* kept.c: see kept.h. */
#define _GNU_SOURCE
#include "kept.h"

#include <stdlib.h>
#include <string.h>

#include "proc.h"
#include "runner/base/util.h"
#include "runner/clock/stats.h"

enum { MEMORY = 256 << 20 }; /* of all copies together; one is kept in any case */

void kept_open(struct kept *k, const struct case_memory *b)
{
    *k = (struct kept){ .in_size = b->in_size, .out_size = b->out_size };
    size_t each = b->in_size + 2 * b->out_size + 1, room = MEMORY / each;
    k->room = room < 1 ? 1 : room > KEPT_MOST ? KEPT_MOST : room;
    k->slots = k->room - k->room / 2;
}

void kept_finish(struct kept *k)
{
    for (size_t n = 0; n < KEPT_MOST; n++) {
        free(k->run[n].in);
        free(k->run[n].out);
    }
    *k = (struct kept){ 0 };
}

/* The place of the n-th of its kind among `room`; none when it is not below `room`. In the end each of the n has been
 * kept with the same probability (Vitter's algorithm R). */
static int place(size_t n, size_t room, size_t *ret, struct err *e)
{
    uint64_t r;
    if (n <= room) {
        *ret = n - 1;
        return 0;
    }
    if (util_random(&r, sizeof r))
        return err_set(e, "The kernel gives no random numbers.");
    *ret = (size_t)(r % n);
    return 0;
}

static int take(struct kept *k, size_t at, const struct case_memory *b, struct proc *p, struct err *e)
{
    struct kept_run *run = &k->run[at];
    run->in = run->in ? run->in : malloc(k->in_size + 1);
    run->out = run->out ? run->out : malloc(2 * k->out_size + 1);
    if (!run->in || !run->out)
        return err_set(e, "There is no memory for the copy of a timed run.");
    memcpy(run->in, proc_in(p), k->in_size);
    memcpy(run->out, proc_out(p), k->out_size);
    for (size_t q = 0; q < b->nbuf; q++)
        if (b->buf[q].inout)
            memcpy((char *)run->out + k->out_size + b->buf[q].offset, b->buf[q].before, b->buf[q].bytes);
    return 0;
}

int kept_offer(struct kept *k, const struct case_memory *b, struct proc *p, double seconds, struct err *e)
{
    size_t at = 0, others = k->room - k->slots;
    k->seconds[k->offered++ % KEPT_TIMES] = seconds;
    if (others && place(k->offered, others, &at, e))
        return -1;
    if (others && at < others)
        return take(k, k->slots + at, b, p, e);
    if (seconds > stats_median(k->seconds, k->offered < KEPT_TIMES ? k->offered : KEPT_TIMES))
        return 0;
    if (place(++k->fast, k->slots, &at, e))
        return -1;
    return at < k->slots ? take(k, at, b, p, e) : 0;
}

int kept_show(const struct kept *k, size_t n, struct case_memory *b, struct proc *p)
{
    if (n >= k->room || !k->run[n].in)
        return 0;
    memcpy(proc_in(p), k->run[n].in, k->in_size);
    for (size_t q = 0; q < b->nbuf; q++) {
        const char *out = (const char *)k->run[n].out + b->buf[q].offset;
        if (b->buf[q].writable)
            memcpy(b->buf[q].snapshot, out, b->buf[q].bytes);
        if (b->buf[q].inout)
            memcpy(b->buf[q].before, out + k->out_size, b->buf[q].bytes);
    }
    return 1;
}
