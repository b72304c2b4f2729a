/*
 * parts.h: a case as one of its ranks has it: the rank's part of each buffer, its copies of the inputs, and the
 * submission's object. parts_gather() makes one result of the outputs of all ranks.
 */
#ifndef RANKS_PARTS_H
#define RANKS_PARTS_H

#include <stddef.h>

#include "runner/base/err.h"
#include "runner/child/proto.h"
#include "ridge/frame.h"
#include "ridge/ranks_transport.h"

enum { PARTS_GUARD = 65536, PARTS_PAGE = 4096 };

struct parts {
    const struct proto_go *go;
    char *in, *out; /* the case's memory */
    int count;      /* how many ranks there are */
};

/* What a rank still needs once it has unmapped all memory that ranks share. */
struct errand {
    char name[PROTO_NAME];
    uint32_t nbufs, writable[PROTO_BUFS];
    size_t bytes[PROTO_BUFS];
    void *at[PROTO_BUFS]; /* each buffer's place in the rank's own memory */
    struct ridge_frame f;
};

struct loaded {
    ridge_trampoline *call;
    void (*attach)(const struct ranks_transport *, int, int);
    void (*detach)(void);
};

/* Ends the process with the exit code of our own fault. */
_Noreturn void parts_broken(const char *what);

/* Maps the whole file behind a descriptor. `size` may be NULL. */
void *parts_map(int fd, size_t *size, int prot);

/* Memory whose neighbouring pages on both sides cannot be touched. With fd >= 0 it maps the file from `offset` on. */
char *parts_fenced(size_t size, int flags, int fd, size_t offset);
void parts_unfence(char *p, size_t size);

size_t parts_bytes(const struct parts *p, uint32_t k);       /* bytes of a rank's part of buffer k */
size_t parts_room(const struct parts *p, int writable);      /* bytes of a rank's outputs, or inputs */
void parts_lay_outputs(const struct parts *p, int r, char *at); /* the outputs of rank r as they are before it runs */

/* Called in the rank's process: read-only copies of the rank's inputs, and its outputs at `outputs`. */
void parts_prepare(const struct parts *p, int r, char *outputs, struct errand *e);

/* The call `name` of an object; ends the process when the object has no such call. */
struct loaded parts_load(const char *object, const char *name);

/* outs[r]: the outputs of rank r; absent[r]: the case killed rank r, whose parts are then 0. A buffer that is not split
 * has to be the same on all ranks: 0, or -1 with the first difference as a sentence. */
int parts_gather(const struct parts *p, char *const *outs, const char *absent, struct err *e);

#endif
