/*
 * streams.h: memory read, copied and combined from one end to the other by one thread, as fast as plain loads and
 * stores go: what another program's bytes a second are held against.
 *
 * Each returns the bytes that the program names: read 4n, copy 8n, triad 12n for n floats (STREAM's count, McCalpin
 * 1995). A store that misses its cache reads the line first on most machines; that traffic is not counted.
 */
#ifndef RUNNER_STREAMS_H
#define RUNNER_STREAMS_H

#include <stddef.h>

struct streams {
    float *a, *b, *c;
    size_t n; /* floats in a, in b and in c; streams_read() writes c[0] alone */
};

typedef double streams_fn(const struct streams *r);

streams_fn streams_read;  /* all of a, its sum into c[0] */
streams_fn streams_copy;  /* a to b */
streams_fn streams_triad; /* a = b + 3c */

#endif
