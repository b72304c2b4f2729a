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

struct wall_page { /* what one rank tells of itself */
    volatile uint32_t state;
    volatile int32_t running;   /* threads of the rank that do not wait */
    volatile uint64_t progress; /* counts calls and completions */
    volatile int32_t streams;   /* how many streams there are, the rank's own thread among them */
    volatile int32_t inside;    /* 1: the carrier waits, in split() */
    volatile uint32_t polls[WALL_STREAMS]; /* how often each stream has asked the carrier in vain */
    char said[WALL_STREAMS][WALL_SAID]; /* each stream's last call */
    char why[WALL_WHY];                 /* the sentence that goes with WALL_FAILED */
    int32_t signal;                     /* the signal that goes with WALL_DIED */
    int32_t pid;
    int64_t sent_B, recv_B, msgs, alive_B, peak_B;
    int64_t collectives[RANKS_API_COUNT];
    double end_s, compute_s;
};

struct wall_post { /* one posted send or receive, for a carrier that has to pair sends with receives */
    volatile uint32_t state; /* 0: the post is free */
    int32_t from, to, tag, collective;
    int64_t bytes;
    uint64_t order, number;
};

struct wall_board { /* shared by the ranks of one run and the process that started them; zeros at first */
    int32_t ranks;
    volatile uint32_t go, lock; /* go: all ranks are ready */
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
    int peer, tag, collective; /* peer: a rank of `comm`; collective: 1 where `tag` means nothing */
};

/* Keeps a sentence for wall_why() and returns -1, always: so a carrier's function fails. */
int wall_fails(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
const char *wall_why(void);

/* A slot is a number below COMM_MAX_REQUESTS that is in use until test() says 1. Only open() and split() wait. */
struct wall_carrier {
    const char *name;
    int (*open)(struct wall_board *b, int *rank); /* *rank -1: the carrier finds the rank; 0, or -1: wall_why() */
    int (*send)(int slot, const struct wall_message *m);
    int (*recv)(int slot, const struct wall_message *m);
    int (*test)(int slot, comm_status *ret, int64_t *bytes); /* 1: the message has moved; 0: not yet; -1: wall_why() */
    int (*split)(int comm, int id, int colour, int key, int *rank, int *size); /* 1: a member, 0: none, -1 */
    void (*close)(void);
};

extern const struct wall_carrier wall_nccl; /* each rank has a GPU */
extern const struct wall_carrier wall_mpi;  /* mpirun started the ranks' processes */

/* In the rank's process, after the carrier's open(): the table for ridge_ranks_attach(). `slow`: how many
 * times as long comm_compute() lasts on this rank. */
const struct ranks_transport *wall_transport(const struct wall_carrier *c, struct wall_board *b, int rank, double slow);

/* Waits until all ranks are here; the rank's own thread has the turn from then on. */
void wall_begin(void);
double wall_clock(void); /* seconds of CLOCK_MONOTONIC */

#endif
