/*
 * hub.h: the ranks' clock, network and judge: a conservative discrete-event simulation that knows no processes.
 *
 * The caller runs one stream of one rank at a time and hands each call of the stream to hub_call(). The hub answers at
 * once, or the stream is blocked; hub_next() then names the stream to run next: the one that can go on at the smallest
 * virtual time, once no message can reach it earlier. A run is therefore a function of the spec alone.
 *
 * Time is whole picoseconds. A message of n bytes that starts at t holds its ports until t + n/beta and completes
 * both requests at t + alpha + n/beta. It starts when send and receive are posted and all its ports are free.
 */
#ifndef RANKS_HUB_H
#define RANKS_HUB_H

#include "runner/base/err.h"
#include "runner/child/proto.h"
#include "wire.h"

/* Of nodes, either all ranks of one share its port to the others, or each rank has a port of its own (rails). */
enum hub_net { HUB_SWITCH, HUB_RING, HUB_NODES, HUB_RAILS };

struct hub;

/* NULL when memory runs out or the spec makes no sense (then `why` says). */
struct hub *hub_new(const struct proto_ranks *s, struct err *e);
void hub_delete(struct hub *h);

enum hub_answer { HUB_ANSWERED, HUB_BLOCKED, HUB_OVER, HUB_KILL }; /* HUB_KILL: the case kills the rank now */

/* A call of `rank`; `window` holds the bytes that come with the call and takes the bytes of its answer. */
enum hub_answer hub_call(struct hub *h, int rank, const struct ranks_call *c, char *window, struct ranks_reply *ret);

/* The stream to run next: 1 with its rank and number; 0 when all have finished; -1 when there is a verdict. */
int hub_next(struct hub *h, int *rank, int *stream);
/* The answer to the blocked call of the stream that hub_next() named; `window` is that rank's. */
void hub_answer(struct hub *h, int rank, int stream, char *window, struct ranks_reply *ret);

/* Tells the hub that a rank's process has ended; `why` is a verb phrase ("called abort()"). -1 when there is a verdict
 * now. */
int hub_gone(struct hub *h, int rank, enum proto_said v, const char *why);

/* Ends the run with a verdict and its sentence, unless there is a verdict already. */
void hub_judge(struct hub *h, enum proto_said v, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* A rank's last call, as "rank 2 in comm_recv(400 B from rank 1, tag 0) at 1.2 us". */
void hub_where(const struct hub *h, int rank, char *ret, size_t n);

int hub_finished(const struct hub *h, int rank);
int hub_all_finished(const struct hub *h);     /* all ranks but those that the case killed */
int hub_killed(const struct hub *h, int rank); /* did the case kill the rank? */
void hub_result(const struct hub *h, struct proto_verdict *ret);

/*
 * The timeline, written with write(2) to fd: lines of JSON, a row each,
 *   [rank, stream, t0_ns, t1_ns, kind, name, bytes, peer]
 * in the order in which the hub learnt of them, then {"dropped": n}: the first HUB_ROWS rows are kept. Stream 0 is the
 * rank's own thread.
 *   compute     name: the label that the submission gave
 *   send        from the start of the message on its ports to its end; rank, stream and name: the sender's; bytes;
 *               peer: the receiver
 *   wait        stream 0 stood still; name: the function that waited
 *   collective  name: the function
 *   run         a function that a stream was given to run
 * A row without bytes or peer has 0 and -1; rows that take no time are left out.
 */
enum { HUB_ROWS = 4000 };
void hub_timeline(const struct hub *h, int fd);

#endif
