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
    ASK_WAIT,       /* n ids in the window; -> index, a: envelopes in the window, b: what they brought is behind them */
    ASK_FETCH,      /* id, offset: the bytes of a receive that is complete -> window */
    ASK_COLLECTIVE, /* n == 0: it ends */
    ASK_SPLIT,      /* -> id, a: rank, b: size */
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
    int32_t comm, peer, tag, n; /* n: requests; of ASK_COLLECTIVE 1 when it begins */
    int64_t bytes, id, offset;  /* offset: of ASK_SYNC the number; of ASK_COLLECTIVE the elements */
    int32_t type, op, root;
    double seconds;
    char name[RANKS_NAME];
};

struct ranks_reply {
    int64_t id, bytes;
    int32_t a, b;
    int64_t now_ps;
};

/* A stream's number, and how much it has left (long long). */
#define RANKS_BUSY "it returned with work left on its stream %d (given and not done: %lld): stream_sync() first"

static inline const char *ranks_api_text(enum ranks_api a)
{
#define RANKS_API(name, text) [RANKS_##name] = text,
    static const char *const names[RANKS_API_COUNT] = { [RANKS_NOBODY] = "no call", RANKS_APIS(RANKS_API) };
#undef RANKS_API
    return a > RANKS_NOBODY && a < RANKS_API_COUNT ? names[a] : names[RANKS_NOBODY];
}

struct ranks_page {
    volatile uint32_t said;                 /* the rank counts its calls */
    volatile uint32_t turn[RANKS_STREAMS];  /* the hub counts its answers */
    struct ranks_call call;
    struct ranks_reply reply[RANKS_STREAMS];
    uint64_t copy_at[PROTO_BUFS]; /* under a sanitizer: where the rank has the copies of its parts */
    _Alignas(64) char window[RANKS_WINDOW];
};

#endif
