/*
 * hub.h: the ranks' clock, network and judge: a conservative discrete-event simulation that knows no processes.
 *
 * Its caller runs one stream of one rank at a time and hands over what it asks. An answer comes at once, or the
 * stream is blocked; then hub_next() says who runs next: whoever can go on at the smallest virtual time, once no
 * message can reach it earlier. Nothing else decides, so a run is a function of the spec alone.
 *
 * Time is whole picoseconds. A message of n bytes that starts at t holds its ports until t + n/beta and completes
 * both requests at t + alpha + n/beta. It starts when send and receive are posted and all its ports are free.
 */
#ifndef RANKS_HUB_H
#define RANKS_HUB_H

#include "runner/child/proto.h"
#include "wire.h"

enum hub_net { HUB_SWITCH, HUB_RING, HUB_NODES };

struct hub;

/* NULL when memory runs out or the spec makes no sense (then `why` says). */
struct hub *hub_new(const struct proto_ranks *s, char *why, size_t n);
void hub_delete(struct hub *h);

enum hub_answer { HUB_ANSWERED, HUB_BLOCKED, HUB_OVER, HUB_KILL }; /* HUB_KILL: the case kills the rank now */

/* A call of `rank`; `window` holds what came with it and takes what goes back. */
enum hub_answer hub_call(struct hub *h, int rank, const struct ranks_call *c, char *window, struct ranks_reply *ret);

/* Who runs next: 1 with the answer to its blocking call; 0 all have finished; -1 a verdict. `window`: as above,
 * of the rank that it names. */
int hub_next(struct hub *h, int *rank, int *stream);
void hub_answer(struct hub *h, int rank, int stream, char *window, struct ranks_reply *ret);

/* The rank's process has ended: `why` is a verb phrase ("called abort()"). -1 when that is a verdict. */
int hub_gone(struct hub *h, int rank, enum proto_said v, const char *why);

/* Ends the run with this sentence, unless there is a verdict already. */
void hub_judge(struct hub *h, enum proto_said v, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* "rank 2 in comm_recv(400 B from rank 1, tag 0) at 1.2 us": its last call. */
void hub_where(const struct hub *h, int rank, char *ret, size_t n);

int hub_finished(const struct hub *h, int rank);
int hub_all_finished(const struct hub *h); /* but those that the case killed */
int hub_killed(const struct hub *h, int rank); /* by the case */
void hub_result(const struct hub *h, struct proto_verdict *ret);

/*
 * The timeline, written with write(2) to fd: lines of JSON, a row each,
 *   [rank, stream, t0_ns, t1_ns, kind, name, bytes, peer]
 * as the hub came to know them, then {"dropped": n}: HUB_ROWS are kept, the first ones. stream 0 is the rank's own.
 *   compute     name: what
 *   send        from the start of the message on its ports to its end; rank, stream and name: the sender's; bytes;
 *               peer: the receiver
 *   wait        stream 0 stood still; name: the function that waited
 *   collective  name: the function
 *   run         a function that a stream was given
 * bytes and peer are 0 and -1 where there are none; rows that take no time are left out.
 */
enum { HUB_ROWS = 4000 };
void hub_timeline(const struct hub *h, int fd);

#endif
