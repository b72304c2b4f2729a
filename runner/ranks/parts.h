/*
 * parts.h: what a case is to one of its ranks: which part of each buffer is its own, its own copies of the inputs,
 * the submission's object; and one result out of what all of them have left.
 */
#ifndef RANKS_PARTS_H
#define RANKS_PARTS_H

#include <stddef.h>

#include "runner/child/proto.h"
#include "ridge/frame.h"
#include "ridge/ranks_transport.h"

enum { PARTS_GUARD = 65536, PARTS_PAGE = 4096 };

struct parts {
    const struct proto_go *go;
    char *in, *out; /* the case's memory */
    int count;      /* of ranks */
};

/* What a rank needs when it has let go of everything that it shares. */
struct errand {
    char name[PROTO_NAME];
    uint32_t nbufs, writable[PROTO_BUFS];
    size_t bytes[PROTO_BUFS];
    void *at[PROTO_BUFS]; /* in its own memory */
    struct ridge_frame f;
};

struct loaded {
    ridge_trampoline *call;
    void (*attach)(const struct ranks_transport *, int, int);
    void (*detach)(void);
};

/* Our own fault: ends the process. */
_Noreturn void parts_broken(const char *what);

/* All of what a descriptor holds. `size` may be NULL. */
void *parts_map(int fd, size_t *size, int prot);

/* A piece of memory with nothing on either side. With fd >= 0 the file's bytes from `offset` on. */
char *parts_fenced(size_t size, int flags, int fd, size_t offset);
void parts_unfence(char *p, size_t size);

size_t parts_room(const struct parts *p, int writable);      /* bytes a rank's outputs, or inputs, take */
void parts_lay_outputs(const struct parts *p, int r, char *at); /* what rank r's outputs are before it runs */

/* In the rank: its own copies of its inputs, which it can read only, and its outputs at `outputs`. */
void parts_prepare(const struct parts *p, int r, char *outputs, struct errand *e);

/* The call `name` of an object; ends the process when it lacks it. */
struct loaded parts_load(const char *object, const char *name);

/* outs[r]: rank r's outputs; absent[r]: it was killed by the case. What is not split has to be the same on all: 0, or
 * -1 with the first difference as a sentence. */
int parts_gather(const struct parts *p, char *const *outs, const char *absent, char *why, size_t n);

#endif
