/* host_touch.h: what host code touches before it has waited for the work that it issued. Owns nothing. */
#ifndef SIMT_HOST_TOUCH_H
#define SIMT_HOST_TOUCH_H

#include "runner/simt/rt/trace/count.h"

extern volatile uint64_t host_unwaited; /* the number of the last op that waits to be carried out; 0: none waits */

/* From the queue: this thread runs a host function, in its stream's order; an op begins; it has ended, and the number
 * of the last that waits now, or 0. */
void host_callback(int inside);
void host_unasked(int on); /* what is carried out now goes on by itself */
void host_op_begins(uint64_t seq);
void host_op_ended(uint64_t last);
/* Of an asynchronous copy or a fill (what), whose row it reads or writes. */
void host_copy(const void *p, size_t n, int writes, const char *what, uintptr_t pc);

/* Host code touches managed or pinned memory, n bytes from r->at on. */
void host_touches(struct alloc *a, const struct record *r, size_t n);
/* Memory that both see holds a flag, it seems: from here on nobody knows what the host has waited for. */
void order_flagged(void);
/* A row of a kernel's lanes in an allocation that host code has touched so. */
void host_row(const struct op_tally *s, const struct alloc *a, const struct lane_row *r);

/* ---- host_unwritten.c ---------------------------------------------------------------------------------- */

extern int host_unwritten; /* some copy has brought what nobody has written */
/* A copy has brought n bytes to the host. */
void host_brought(const void *to, const void *from, size_t n, uintptr_t pc);
/* Host code reads a variable of n bytes. */
void host_reads(uintptr_t at, size_t n, uintptr_t pc);

#endif
