/*
 * ranks_transport.h: what carries ranks.h. comm.c and collectives.c, which are linked into a submission, call
 * nothing but this table; runner/ranks/rank.c fills it for ranks in virtual time, wall.c for those over MPI or NCCL.
 *
 * `stream` is the caller's: 0 for the rank's own thread, then the ids that stream_new() gave. Requests, streams
 * and communicators are small numbers of one rank. No call returns after a verdict: the process ends.
 */
#ifndef RIDGE_RANKS_TRANSPORT_H
#define RIDGE_RANKS_TRANSPORT_H

#include "ranks.h"

/* The function that was called, for the report's sentences. */
#define RANKS_APIS(X) \
    X(SEND, "comm_send") X(RECV, "comm_recv") X(SENDRECV, "comm_sendrecv") \
    X(ISEND, "comm_isend") X(IRECV, "comm_irecv") X(WAIT, "comm_wait") X(WAITALL, "comm_waitall") \
    X(WAITANY, "comm_waitany") X(SPLIT, "comm_split") \
    X(COMPUTE, "comm_compute") X(STREAM, "comm_stream") X(RUN, "stream_run") X(SYNC, "stream_sync") \
    X(EVENT, "event_sync") X(NEXT, "its next function") X(ALLOC, "comm_alloc") X(FINISH, "its return") \
    X(ALL_REDUCE, "comm_all_reduce") X(REDUCE_SCATTER, "comm_reduce_scatter") X(ALL_GATHER, "comm_all_gather") \
    X(BROADCAST, "comm_broadcast") X(ALL_TO_ALL, "comm_all_to_all") X(BARRIER, "comm_barrier") \
    X(BROKEN, "comm_broken") X(AGREE, "comm_agree") X(SHRINK, "comm_shrink")
#define RANKS_API(name, text) RANKS_##name,
enum ranks_api { RANKS_NOBODY, RANKS_APIS(RANKS_API) RANKS_API_COUNT };
#undef RANKS_API

struct ranks_collective {
    enum ranks_api kind;
    int64_t n;
    int type, op, root;
};

struct ranks_transport {
    comm_req (*send)(int stream, enum ranks_api api, int comm, const void *buf, int64_t bytes, int to, int tag);
    comm_req (*recv)(int stream, enum ranks_api api, int comm, void *buf, int64_t bytes, int from, int tag);
    /* Waits for all n requests, or with `any` for one, whose index it returns. ret: n envelopes, or NULL. */
    int (*wait)(int stream, enum ranks_api api, int n, const comm_req *r, int any, comm_status *ret);
    /* A collective begins, or with NULL the one that began ends. */
    void (*collective)(int stream, int comm, const struct ranks_collective *k);
    int (*split)(int stream, int comm, int colour, int key, int *rank, int *size); /* the new id; -1 for none */
    void (*compute)(int stream, double seconds, const char *what);
    void (*idle)(int stream, double seconds, const char *what);
    double (*now)(int stream);
    int (*stream_new)(int stream);
    int64_t (*give)(int stream, int to);                /* the number of the function that `to` was given, from 1 */
    void (*next)(int stream);                           /* a function is done; returns when the next one may start */
    void (*sync)(int stream, enum ranks_api api, int of, int64_t number); /* `of` has done that many */
    void (*memory)(int stream, int64_t bytes);          /* so many more bytes are alive, or fewer */
    void (*finish)(void);                               /* the rank's own thread is done, and so are its streams */
    /* RANKS_BROKEN: how many members are known to be dead. RANKS_AGREE: the smallest `ok` of those that live.
     * RANKS_SHRINK: as split(), of those that live. NULL: no rank ever dies. */
    int (*survey)(int stream, int comm, enum ranks_api what, int ok, int *rank, int *size);
    void (*fail)(int stream, const char *message);      /* a call that makes no sense; does not return */
};

/* comm.c: before the first call of ranks.h. */
void ridge_ranks_attach(const struct ranks_transport *t, int rank, int size);
/* The rank's own thread has returned. */
void ridge_ranks_detach(void);

/* comm.c, for collectives.c: says which collective begins; the stream it is called from and the communicator's id. */
const struct ranks_transport *ridge_ranks_begin(comm_t *c, const struct ranks_collective *k, int *stream, int *id);

#endif
