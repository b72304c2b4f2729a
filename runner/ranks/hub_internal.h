/*
 * hub_internal.h: what hub.c (calls and the order of events), hub_meet.c (collectives), hub_net.c (which messages
 * meet, and when), hub_fail.c (deaths) and hub_say.c (sentences, counters, the timeline) share.
 */
#ifndef RANKS_HUB_INTERNAL_H
#define RANKS_HUB_INTERNAL_H

#include "hub.h"

#define NEVER INT64_MAX

enum req_state { REQ_FREE, REQ_POSTED, REQ_MOVING }; /* moving: the message's end is known */

struct req {
    enum req_state state;
    int is_send, rank, stream, comm, peer, tag, lost; /* peer: a rank of the world, or COMM_ANY */
    int failed;               /* the communicator broke before the message began to move */
    enum ranks_api api;
    int from, envelope;       /* once a receive has met its send: the sender's rank in the world, the tag */
    int64_t id, bytes, posted_ps, delay_ps, end_ps;
    uint64_t seq, taken;     /* taken: the last round of net_first() that chose the request */
    char *data;
    struct req *next, *last; /* in the list of posted sends, or of posted receives, in the order of posting */
};

enum actor_state { ACTOR_ABSENT, ACTOR_RUNS, ACTOR_BLOCKED, ACTOR_DONE };

struct actor {
    enum actor_state state;
    struct ranks_call call;   /* the stream's last call, which a blocked stream waits for */
    int64_t now_ps, since_ps; /* since_ps: when the stream was blocked */
    int64_t waits[COMM_MAX_REQUESTS]; /* the requests that an ASK_WAIT waits for */
    int64_t given, begun, ended, *given_ps, *done_ps; /* functions of the stream: how many, and when each came, ended */
    int64_t room, run_ps;     /* room: of given_ps and done_ps; run_ps: when the running function began */
    struct ranks_collective in; /* the collective that the stream is in; kind RANKS_NOBODY: none */
    int64_t in_since_ps;
    struct hub_meeting *split; /* the meeting that an ASK_SPLIT waits for */
};

struct tally {
    int64_t calls, sent_B, recv_B, msgs, node_B, alive_B, peak_B, compute_ps, end_ps;
    int64_t idle_ps; /* what the rank's own stream waited for outside: comm_idle() */
    int64_t work_ps; /* computing as all streams asked for it: a slow rank has no more work than others */
    int64_t collectives[RANKS_API_COUNT];
};

struct rank {
    struct actor stream[RANKS_STREAMS];
    int streams, gone, killed;
    int64_t busy_ps;         /* the rank computes until then, for whichever stream */
    struct req req[COMM_MAX_REQUESTS];
    int reqs;                /* how many of `req` are not free */
    int64_t next_id;
    char *staged;            /* bytes of ASK_PUT that go before those of the next ASK_SEND */
    int64_t staged_bytes;
    struct tally t;
};

/* The n-th collective (or split) of a communicator, from the first member that calls it to the last. */
struct hub_meeting {
    struct hub_meeting *next;
    int64_t number;
    struct ranks_collective k; /* kind RANKS_SPLIT: the meeting is a split */
    int first, came;           /* the rank in the world that came first; how many came */
    int64_t at_ps;             /* when the last member came; of a survey, once one is told: the answer's time */
    int colour[COMM_MAX_RANKS], key[COMM_MAX_RANKS], id[COMM_MAX_RANKS];
    int left;                  /* of a split: how many members have their answer */
    int ok, shrunk;            /* of a survey: the smallest of theirs; the new communicator */
    uint64_t asked, told;      /* of a survey: a bit for each member that came; that has its answer */
};

struct comm_of {
    int size, rank[COMM_MAX_RANKS];  /* each member's rank in the world */
    int64_t calls[COMM_MAX_RANKS];   /* each member's calls of collectives */
    struct hub_meeting *meeting;
    int dead, broken;                /* how many members have died; the others have heard of it */
    int64_t breaks_ps;               /* with dead: when they hear of it */
    int64_t surveys[COMM_MAX_RANKS]; /* each member's calls of comm_agree() and comm_shrink() */
    struct hub_meeting *survey;
};

struct hub_row {
    int16_t rank, stream, peer;
    uint8_t kind;
    int64_t t0_ps, t1_ps, bytes;
    char name[RANKS_NAME];
};

enum row_kind { ROW_COMPUTE, ROW_SEND, ROW_WAIT, ROW_COLLECTIVE, ROW_RUN };

struct hub {
    struct proto_ranks s;
    struct rank *rank;
    struct comm_of comm[COMM_MAX_COMMS];
    int comms;
    int64_t *free_ps;  /* when each port is free */
    int64_t *link_msgs; /* messages posted from each rank to each other, which faults and delays count */
    uint64_t seq, round;
    struct req *first[2], *last[2]; /* posted receives; posted sends */
    struct hub_row *row;
    int64_t rows, dropped;
    struct proto_verdict result;
};

/* hub.c */
struct req *hub_req(struct hub *h, int rank, int64_t id); /* NULL: no such request */
int64_t hub_ready(struct hub *h, int rank, int stream);   /* when the stream can go on; NEVER: not as things stand */
int hub_member(const struct comm_of *c, int world);       /* the member with that rank in the world; -1: none */
void hub_unpost(struct hub *h, struct req *q);            /* the request has met another, or goes */

/* hub_meet.c */
/* The n-th meeting of a list, made when it is not there; NULL: there is a verdict. */
struct hub_meeting *hub_meeting_at(struct hub *h, struct hub_meeting **list, int64_t number,
                                   const struct ranks_collective *k, int rank);
void hub_forget(struct hub_meeting **list, struct hub_meeting *m);

/* hub_fail.c: ranks that the case kills, and those that go on without them */
void fail_death(struct hub *h, int rank);
int fail_next(const struct hub *h, int64_t *at_ps); /* the communicator that breaks next, and when; -1: none */
void fail_break(struct hub *h, int comm);
void fail_req(struct req *q, int64_t at_ps);        /* a request that is not posted ends without its message */
int fail_is_late(const struct hub *h, int comm, int64_t at_ps); /* may no message of it begin then? */
enum hub_answer fail_survey(struct hub *h, int rank, struct actor *a, const struct ranks_call *c,
                            struct ranks_reply *ret);
int64_t fail_ready(const struct hub *h, const struct actor *a);
void fail_answer(struct hub *h, int rank, struct actor *a, struct ranks_reply *ret);

/* hub_net.c */
int64_t net_delay(struct hub *h, int from, int to, int64_t nth);
int net_ports(const struct hub *h);
struct meet {
    struct req *send, *recv;
    int64_t at_ps;
};
/* The pair that starts first, as things stand: 1; 0: no pair can start; -1: there is a verdict. */
int net_first(struct hub *h, struct meet *ret);
void net_start(struct hub *h, const struct meet *m);
uint64_t hub_mix(uint64_t a, uint64_t b, uint64_t c); /* a hash of three numbers */

/* hub_say.c */
void say_row(struct hub *h, int rank, int stream, enum row_kind kind, int64_t t0, int64_t t1, int64_t bytes, int peer,
             const char *name);
void say_blocked(struct hub *h); /* the verdict on ranks that all wait for ever */
void say_collective(const struct ranks_collective *k, char *ret, size_t n);

/* The later of two times. */
static inline int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

#endif
