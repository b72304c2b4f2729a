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
/* An asynchronous copy reads or writes host memory. */
void host_copy(const void *p, size_t n, int writes, uintptr_t pc);

/* Host code touches managed or pinned memory while an op waits. */
void host_touches(struct alloc *a, const struct record *r);
/* A row of a kernel's lanes in an allocation that host code has touched so. */
void host_row(const struct op_tally *s, const struct alloc *a, const struct lane_row *r);

#endif
