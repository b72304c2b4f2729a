/*
 * wire.h: what a rank and the hub say to each other, through one shared page set a rank. The hub reads each call
 * once and checks it: a rank may write anything at any time, but only one rank and one stream of it runs at a time.
 */
#ifndef RANKS_WIRE_H
#define RANKS_WIRE_H

#include <stdint.h>

#include "runner/child/proto.h"
#include "ridge/ranks_transport.h"

enum { RANKS_STREAMS = COMM_MAX_STREAMS + 1, RANKS_WINDOW = 1 << 20, RANKS_NAME = 32, RANKS_SAID = 256 };

enum ranks_ask {
    ASK_PUT,        /* bytes in the window go before those of the next ASK_SEND */
    ASK_SEND,       /* the last (or all) of them in the window -> id */
    ASK_RECV,       /* -> id */
    ASK_WAIT,       /* n ids in the window; -> index, a: envelopes in the window, b: 1 where received bytes follow */
    ASK_FETCH,      /* id, offset: the bytes of a receive that is complete -> window */
    ASK_COLLECTIVE, /* n == 1: the collective begins; 0: it ends */
    ASK_SPLIT,      /* -> id, a: rank, b: size */
    ASK_SURVEY,     /* api: which; -> id; of RANKS_SHRINK as ASK_SPLIT's */
    ASK_COMPUTE,
    ASK_STREAM,     /* -> id */
    ASK_GIVE,       /* -> id: the number of the function */
    ASK_NEXT,
    ASK_SYNC,
    ASK_MEMORY,
    ASK_FINISH,
    ASK_FAIL        /* the sentence in the window */
};

struct ranks_call {
    uint32_t ask, stream, api;
    int32_t comm, peer, tag, n; /* n: how many requests; see ASK_COLLECTIVE */
    int64_t bytes, id, offset;  /* offset: of ASK_SYNC the function's number; of ASK_COLLECTIVE how many elements */
    int32_t type, op, root;
    double seconds;
    char name[RANKS_NAME];
};

struct ranks_reply {
    int64_t id, bytes;
    int32_t a, b;
    int64_t now_ps;
};

/* A verdict's sentence, for printf() with the stream's number and how many functions it has left (long long). */
#define RANKS_BUSY "it returned with work left on its stream %d (given and not done: %lld): stream_sync() first"

static inline const char *ranks_api_text(enum ranks_api a)
{
#define RANKS_API(name, text) [RANKS_##name] = text,
    static const char *const names[RANKS_API_COUNT] = { [RANKS_NOBODY] = "no call", RANKS_APIS(RANKS_API) };
#undef RANKS_API
    return a > RANKS_NOBODY && a < RANKS_API_COUNT ? names[a] : names[RANKS_NOBODY];
}

struct ranks_page {
    volatile uint32_t said;                 /* how many calls the rank has made */
    volatile uint32_t turn[RANKS_STREAMS];  /* how many answers the hub has given to each stream */
    struct ranks_call call;
    struct ranks_reply reply[RANKS_STREAMS];
    uint64_t copy_at[PROTO_BUFS]; /* under a sanitizer: the address of the rank's copy of its part of each buffer */
    _Alignas(64) char window[RANKS_WINDOW];
};

#endif
