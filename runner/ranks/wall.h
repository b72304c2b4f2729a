/*
 * wall.h: ranks.h on the wall clock: what a rank's process does when no hub stands between the ranks, above a carrier
 * that moves bytes (MPI, NCCL).
 *
 * A rank's streams are threads, one of which has the turn and runs. A stream that waits, or models a kernel with
 * comm_compute(), gives the turn away, and asks its carrier again when the turn is back. No stream keeps the turn while
 * it waits, so none keeps another from its message. Time is CLOCK_MONOTONIC since all ranks were ready.
 *
 * Counters and last calls lie in a page that the rank itself writes, so a submission can forge them. They are shown to
 * a learner on the learner's own machine, and decide no grade.
 */
#ifndef RANKS_WALL_H
#define RANKS_WALL_H

#include <stddef.h>

#include "ridge/ranks_transport.h"

enum { WALL_STREAMS = COMM_MAX_STREAMS + 1, WALL_SAID = 160, WALL_WHY = 256, WALL_POSTS = 1024, WALL_ID = 128 };

enum wall_state { WALL_STARTS, WALL_READY, WALL_RUNS, WALL_RETURNED, WALL_FAILED, WALL_DIED, WALL_LEFT };

struct wall_page { /* of one rank */
    volatile uint32_t state;
    volatile int32_t running;   /* threads that do not wait */
    volatile uint64_t progress; /* counts calls and completions */
    volatile int32_t streams;   /* how many, the rank's own thread among them */
    volatile int32_t inside;    /* 1: the carrier waits, in split() */
    volatile uint32_t polls[WALL_STREAMS]; /* how often the stream asked its carrier and had nothing to do */
    char said[WALL_STREAMS][WALL_SAID]; /* each stream's last call */
    char why[WALL_WHY];                 /* of WALL_FAILED */
    int32_t signal;                     /* of WALL_DIED */
    int32_t pid;
    int64_t sent_B, recv_B, msgs, alive_B, peak_B;
    int64_t collectives[RANKS_API_COUNT];
    double end_s, compute_s;
};

struct wall_post { /* of a send or receive, for a carrier that has to pair them */
    volatile uint32_t state; /* 0: free */
    int32_t from, to, tag, collective;
    int64_t bytes;
    uint64_t order, number;
};

struct wall_board { /* shared by the ranks of one run and who started them; zeros at first */
    int32_t ranks;
    volatile uint32_t go, lock; /* go: all are ready */
    volatile uint32_t id_is_there;
    char id[WALL_ID];
    uint64_t posted, matched;
    struct wall_page page[COMM_MAX_RANKS];
    struct wall_post post[WALL_POSTS];
};

struct wall_message {
    int comm;
    void *buf;
    int64_t bytes;
    int peer, tag, collective; /* peer: of that communicator; collective: tag means nothing */
};

/* A carrier's function that returns -1 leaves its sentence with wall_fails(), which returns -1, always. */
int wall_fails(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
const char *wall_why(void);

/* A slot is a number below COMM_MAX_REQUESTS that is in use until test() says 1. Nothing waits, but open and split. */
struct wall_carrier {
    const char *name;
    int (*open)(struct wall_board *b, int *rank); /* *rank: -1 when the carrier knows the rank; 0, or -1: wall_why() */
    int (*send)(int slot, const struct wall_message *m);
    int (*recv)(int slot, const struct wall_message *m);
    int (*test)(int slot, comm_status *ret, int64_t *bytes); /* 1 done, 0 not yet, -1: wall_why() */
    int (*split)(int comm, int id, int colour, int key, int *rank, int *size); /* 1 a member, 0 not, -1: wall_why() */
    void (*close)(void);
};

extern const struct wall_carrier wall_nccl; /* one GPU a rank */
extern const struct wall_carrier wall_mpi;  /* processes that mpirun started */

/* In the rank's process, after the carrier's open(): the table for ridge_ranks_attach(). `slow`: factor of its
 * comm_compute(). */
const struct ranks_transport *wall_transport(const struct wall_carrier *c, struct wall_board *b, int rank, double slow);

/* Waits until all ranks are here; the rank's own thread has the turn from then on. */
void wall_begin(void);
double wall_clock(void); /* seconds of CLOCK_MONOTONIC */

#endif
