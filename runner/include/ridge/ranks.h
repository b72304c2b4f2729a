/*
 * ranks.h: several ranks of one program, as on a cluster: messages, collectives, streams, modelled time.
 *
 * Each rank is a process of its own; nothing is shared but what is sent. Time is virtual: arithmetic costs
 * nothing unless comm_compute() says what it would cost, and a message of n bytes takes alpha + n/beta on its
 * link, whose two ends each handle one message per direction at a time. The same program under the same seed
 * runs the same way, to the bit, on any machine.
 *
 * No function here returns an error: a call that makes no sense, sizes that do not agree, a wait that can never
 * end stop the run, and the report says which rank called what. Sizes of messages are bytes, of collectives
 * elements. Every communicator of a rank may be used from any of its streams; calls on one communicator match
 * in the order in which they are made.
 */
#ifndef RIDGE_RANKS_H
#define RIDGE_RANKS_H

#include <stddef.h>
#include <stdint.h>

typedef struct comm comm_t;
typedef struct comm_stream stream_t;

enum { COMM_ANY = -1 }; /* any source, any tag */
enum { COMM_MAX_RANKS = 64, COMM_MAX_STREAMS = 7, COMM_MAX_REQUESTS = 4096, COMM_MAX_COMMS = 64 };

typedef enum { COMM_F32, COMM_F64, COMM_I32, COMM_I64, COMM_U8, COMM_U16 } comm_type; /* U16: 16-bit data, moved only */
typedef enum { COMM_SUM, COMM_PROD, COMM_MAX, COMM_MIN, COMM_AVG } comm_op;

/* ----------------------------------------------------------------------------------------- ranks */

comm_t *comm_world(void);         /* all ranks of the case */
int comm_rank(const comm_t *c);   /* 0 .. size - 1 */
int comm_size(const comm_t *c);

/* A communicator for the callers with the same colour, ranked by key, then by old rank; NULL for a negative
 * colour. All ranks of c call it, and it returns when all have. */
comm_t *comm_split(comm_t *c, int colour, int key);

/* -------------------------------------------------------------------------------------- messages */

typedef int64_t comm_req; /* of one rank; used up by the wait that completes it */

typedef struct {
    int from, tag; /* of a receive; -1 of a send */
    int64_t bytes; /* -1: the message never came, because a rank has died (see "failures") */
} comm_status;

/*
 * Rendezvous: a send and its receive complete together, when the receiver has posted and the bytes have moved.
 * No send is buffered: comm_send() to a rank that never receives never returns. A message and its receive must
 * have the same size. Messages from one rank to another with the same tag do not overtake each other.
 */
void comm_send(comm_t *c, const void *buf, int64_t bytes, int to, int tag);
void comm_recv(comm_t *c, void *buf, int64_t bytes, int from, int tag, comm_status *ret); /* ret may be NULL */
/* Both at once; the buffers must not overlap. */
void comm_sendrecv(comm_t *c, const void *out, int64_t out_bytes, int to,
                   void *in, int64_t in_bytes, int from, int tag);

/* Return at once. Until the request's wait, `buf` of a send must not be written (that is checked), and `buf` of a
 * receive must not be read: it holds nothing of use. */
comm_req comm_isend(comm_t *c, const void *buf, int64_t bytes, int to, int tag);
comm_req comm_irecv(comm_t *c, void *buf, int64_t bytes, int from, int tag);
void comm_wait(comm_req r, comm_status *ret);
void comm_waitall(int n, const comm_req *r);
/* The index of the request that completed first; with ret its envelope. The caller takes it off the list. */
int comm_waitany(int n, const comm_req *r, comm_status *ret);

/* ----------------------------------------------------------------------------------- collectives */

/* NCCL's: every rank of c calls with the same count, type and op. They are made of the messages above: rings, but a
 * tree for a broadcast. Sums are taken in the same order on all ranks, so that all have the same bits. */
void comm_all_reduce(comm_t *c, const void *in, void *out, int64_t n, comm_type t, comm_op op); /* out may be in */
/* `in` has size times n_out elements, and `out` may be this rank's part of it. */
void comm_reduce_scatter(comm_t *c, const void *in, void *out, int64_t n_out, comm_type t, comm_op op);
/* `out` has size times n_in elements, and `in` may be this rank's part of it. */
void comm_all_gather(comm_t *c, const void *in, void *out, int64_t n_in, comm_type t);
void comm_broadcast(comm_t *c, const void *in, void *out, int64_t n, comm_type t, int root);
/* `in` and `out` have size times n_each elements, part k for and from rank k; not in place. */
void comm_all_to_all(comm_t *c, const void *in, void *out, int64_t n_each, comm_type t);
void comm_barrier(comm_t *c);
int64_t comm_type_size(comm_type t);

/* --------------------------------------------------------------------------------- time, streams */

/* The caller's stream is busy for `seconds` with `what` (a name for the timeline, at most 31 bytes are kept). A rank
 * computes for one of its streams at a time, as a GPU does whose kernels fill it: what another stream computes comes
 * after it. */
void comm_compute(double seconds, const char *what);
/* The caller's stream waits for `seconds` for something outside: a disk, say. Nobody computes meanwhile, so the rank's
 * other streams go on, and no work is counted. */
void comm_idle(double seconds, const char *what);
double comm_time(void); /* seconds since the start, on the caller's stream */

/*
 * A stream runs functions one after the other, beside what started them, with a clock of its own: what a CUDA
 * stream is to kernels and NCCL calls. A function starts when all before it on its stream are done, and not
 * before it was given; it may call everything in this file. A rank that returns while a stream has work left stops
 * the run: what a function was given may be gone with the stack. stream_sync() first.
 */
stream_t *comm_stream(void);
void stream_run(stream_t *s, void (*fn)(void *arg), void *arg); /* returns at once; `arg` must live until it is done */

typedef int64_t comm_event;
comm_event stream_record(stream_t *s);          /* happens when all that s was given so far is done */
void event_sync(comm_event e);                  /* the caller's stream waits for it */
void stream_wait(stream_t *s, comm_event e);    /* what s is given from here on waits for it; returns at once */
void stream_sync(stream_t *s);                  /* the caller waits until s has nothing left to do */

/* ---------------------------------------------------------------------------------------- memory */

/* What would lie in a GPU's memory: its bytes alive and their peak are counted for each rank. Zeroed; freed at
 * the end if not before. comm_free(NULL) is allowed. */
void *comm_alloc(int64_t bytes);
void comm_free(void *p);

/* ------------------------------------------------------------------------------------- failures */

/*
 * A case may kill a rank in the middle of anything. With `detect_ns` the others hear of it so long after, as by a
 * watchdog: a communicator with the dead rank in it is broken from then on, for all its members at the same time. A
 * message that had not begun to move by then never will. Its wait returns: a receive's buffer holds nothing of use, its
 * status has bytes = -1. Collectives return in the same way, complete on some ranks and not on others; comm_split()
 * gives NULL. So look before you use what came, and agree with the others on whether it counts. The three functions
 * below are those of MPI's ULFM (Bland et al., IJHPCA 2013), less the revoking, which the hub does.
 */
int comm_broken(const comm_t *c); /* how many of its members are known to be dead, by the caller's clock */

/* The smallest `ok` of the members that live; 0 if one has died. The same on all of them, also on a broken
 * communicator: all living members call it, and it returns when all have. */
int comm_agree(comm_t *c, int ok);

/* A communicator of the members that live, in their old order, broken or not. All of those call it, and it returns when
 * all have. */
comm_t *comm_shrink(comm_t *c);

/* ------------------------------------------------------------------------------------- refusals */

/* Stops the run as a call that makes no sense does: the verdict is FAIL, "rank 2: " and this sentence, of which 255
 * bytes are kept. For a harness that sees its functions called in a wrong order. */
__attribute__((format(printf, 1, 2), noreturn)) void comm_fail(const char *fmt, ...);

#endif
