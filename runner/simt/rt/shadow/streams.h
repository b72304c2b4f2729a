/*
 * streams.h: work of several streams that nothing orders. Every op has its place: which ops of which streams come
 * before it. What it touches is held against what ops touched that neither come before it nor after it.
 */
#ifndef SIMT_STREAMS_H
#define SIMT_STREAMS_H

#include <stddef.h>
#include <stdint.h>

enum { PLACES = 64 }; /* streams beyond so many share one: taken as ordered, so nothing is told of them */
struct op_place {
    uint64_t seq;            /* of the op, in the order of issue */
    unsigned stream;         /* which of the PLACES */
    uint64_t before[PLACES]; /* of each: the last op that comes before this one, itself included */
};

extern int streams_several; /* ops of more than one stream have been issued: else nothing is kept */

/* The op that is carried out from here on. */
void streams_begin(const struct op_place *p);
/* It is a copy or a fill of these bytes, which the program's line pc has issued. */
enum streams_op { STREAMS_READS, STREAMS_WRITES, STREAMS_FILLS };
void streams_touch(const void *p, size_t n, enum streams_op does, uintptr_t pc);
/* Everything so far is forgotten. */
void streams_forget(void);

#endif
