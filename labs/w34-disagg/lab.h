/*
 * lab.h: the interface of w34-disagg. You write disagg.c: what prefill and decode cost on a part of a cluster, how a
 * cache travels between them, where the GPUs go, and the dispatcher of both pools. This header is the whole contract.
 *
 * Parts A, B and D are functions of their arguments. Seconds, bytes, FLOP and their rates are doubles there; in parts
 * C and E, time is whole picoseconds. A multiply-add is two FLOP. `/` is exact unless a line says "rounded".
 */
#ifndef W34_LAB_H
#define W34_LAB_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- part A: what a pass costs --------------------------------------------------------------------------- */

typedef struct {
    int64_t layers, d, heads, kv_heads, hd; /* d: width of the residual stream; hd: of a head */
    int64_t width;                          /* bytes of an activation and of a cached element */
    double mm, weights;                     /* parameters that a token is multiplied with; parameters that are held */
    double bytes;                           /* of a parameter: 2, or about .52 with four bits and scales */
} model_t;

typedef struct {
    double alpha, beta; /* seconds of a message; B/s of one GPU, one way */
} wire_t;

typedef struct {
    int64_t gpus, node;            /* in all, of a node */
    double peak, bw, mem, keep;    /* FLOP/s and B/s of a GPU; its bytes, and the share of them that may be used */
    wire_t near, far;              /* inside a node, between nodes */
} cluster_t;

/* Bytes of the keys and values of `tokens` tokens, all layers. */
int64_t kv_bytes(const model_t *m, int64_t tokens);

/*
 * An instance is tp·pp GPUs: pp stages of n = layers/pp layers, rounded up, each cut over tp GPUs. tp divides heads, and
 * either divides kv_heads or is a multiple of them; then each key and value head is on tp/kv_heads GPUs at once.
 *
 * Tokens whose cache an instance has room for, rounded down: what weights·n/layers/tp leave of mem·keep on a GPU, over
 * the bytes that a token needs on it. 0 if the weights do not fit.
 */
int64_t kv_room(const model_t *m, const cluster_t *c, int64_t tp, int64_t pp);

/*
 * Sum of `bytes` over p GPUs, on all of them: the faster of
 *   a ring:    2(p - 1) messages of bytes/p, one after the other
 *   directly:  every GPU sends all its bytes to each of the others: one alpha, and (p - 1)·bytes on its wire
 * 0 for p = 1.
 */
double all_reduce(const wire_t *w, int64_t p, double bytes);

typedef struct {
    double tokens, scores, cached; /* tokens that are computed, pairs of query and key, cached tokens that are read */
} work_t;

/*
 * A pass of an instance. Arithmetic: 2·mm FLOP a token, and 4·heads·hd a score and layer, over tp GPUs. Memory: mm weights
 * over tp GPUs, and the cache, of which a GPU reads its key and value heads. Whichever takes longer, and besides two
 * all-reduces of tokens·d elements a layer, `near` if tp <= node, else `far`. All of that is t.
 *   latency  t, and pp - 1 times a hop: a message of tokens·d/tp elements, `near` if tp·pp <= node, else `far`
 *   period   t·n/layers, and one hop if pp > 1: so long after a pass the next one may begin
 */
void pass_cost(const model_t *m, const cluster_t *c, int64_t tp, int64_t pp, const work_t *w, double *latency,
               double *period);

/* --- part B: the cache travels --------------------------------------------------------------------------- */

typedef struct {
    int n;                   /* pieces: layers, or layers of chunks */
    const int64_t *ready;    /* [n] when piece k is computed; never earlier than piece k - 1 */
    int64_t free, msg, each; /* when the wire is free; time of a message besides its pieces, and of each piece in it */
} stream_t;

/*
 * Pieces 0 .. n - 1 go out in this order, in messages of one or more whole pieces. A message begins when its last piece
 * is computed and the wire is free, and takes msg and `each` for every piece of it. last[g] is the last piece of message
 * g; returns how many messages there are, such that the last one ends as early as it can. n is 1 at least.
 */
int kv_stream(const stream_t *s, int *last);

/* --- part C: both pools ------------------------------------------------------------------------------- */

typedef struct {
    int64_t token, score, weights, cached, pass, wire; /* in picoseconds */
} price_t;

/* How long a pass takes: arithmetic or memory; latency of its all-reduces, and their bytes for each token. */
static inline int64_t pass_time(const price_t *p, int64_t tokens, int64_t scores, int64_t cached)
{
    int64_t compute = tokens * p->token + scores * p->score, memory = p->weights + cached * p->cached;
    return (compute > memory ? compute : memory) + p->pass + tokens * p->wire;
}

enum { DS_SITES = 16, DS_REQS = 2048, DS_SEATS = 256, DS_ACTS = 4096 };
enum { DS_ANY, DS_PREFILL, DS_DECODE };

typedef struct ds_world ds_world_t; /* ours */

/*
 * How many tokens of the prompt's beginning site `at` has already, 0 .. prompt - 1. A site gets a beginning when the
 * cache of a request that shares it lands there: when its move ends, or the pass that computes it there, if it stays.
 */
int ds_hit(const ds_world_t *w, int id, int at);

typedef struct {
    int sites, role[DS_SITES]; /* DS_ANY everywhere: all decisions are yours, see part E */
    int64_t room;              /* tokens of a site */
    int budget;                /* tokens of a prefill pass */
    price_t price;             /* of a site; all are alike */
    model_t model;             /* for kv_bytes() */
    int64_t msg, kB;           /* of a move, in picoseconds: a message, 1,000 bytes */
    int64_t ttft, tpot;        /* the promise, in picoseconds */
    int prompt, out;           /* means of what has come so far elsewhere */
    ds_world_t *world;
} ds_cfg_t;

enum { EV_COME, EV_PASSED, EV_DONE, EV_MOVED, EV_LOST };

typedef struct {
    int kind, id, at;    /* COME: id; PASSED: at; DONE, MOVED, LOST: id and the site where it is, or would be */
    int prompt, max_new; /* COME alone; ids are 0, 1, 2, ... by arrival, below DS_REQS */
} ds_event_t;

enum { DO_ADMIT = 1, DO_SEND };

typedef struct {
    int kind, id, at, to; /* ADMIT: `at` computes, `to` decodes, -1: not decided. SEND: from `at`, where it is, to `to` */
    int64_t bytes;        /* that travel: 0 if nothing does, or it is not decided */
} ds_act_t;

typedef struct {
    int at, n, id[DS_SEATS];
} ds_pass_t;

typedef struct {
    int nact, npass; /* 0 on entry */
    ds_act_t act[DS_ACTS];
    ds_pass_t pass[DS_SITES];
} ds_plan_t;

/*
 * Sites and requests. ADMIT takes room at site `at`: prompt tokens, if another site is to decode. The site that decodes,
 * `to`, has room taken at ADMIT or at SEND: prompt - hit + max_new tokens, where hit is ds_hit() at that time; the bytes
 * that travel are those of prompt - hit tokens. With to = at nothing travels, and only the latter room is taken.
 *
 * A pass of an idle site, of at most DS_SEATS requests, computes for each of them what is known and not computed: of an
 * admitted one the prompt behind what `at` has of it (ds_hit at ADMIT), of one whose cache is here its last token, of a
 * lost one everything behind `hit`, which is prompt - hit + 1 tokens. It gives each of them a token, when it is over.
 * DONE says that this was the last one; all room of the request is free then. `tokens` of pass_time() are those that are
 * computed, `scores` n·from + n(n + 1)/2 of n tokens behind `from`, `cached` from + n.
 *
 * A request that was admitted with `to` is streamed: while its pass runs, the cache of each layer leaves as soon as it is
 * computed, all streamed requests of a pass together. One that is sent later travels in one message. Wires belong to the
 * sending site and carry one thing after the other. MOVED: the room at `at` is free, and `to` may decode. LOST: the wire
 * was down; the room at `at` is free, that at `to` is still taken, and `to` has to compute everything behind `hit`.
 *
 * Events of one time come in this order: COME by id; PASSED by site, with the DONEs of that pass behind it in its order;
 * MOVED and LOST by the order in which they were sent.
 */
typedef struct ds ds_t; /* yours */

ds_t *ds_new(const ds_cfg_t *cfg);
void ds_delete(ds_t *s); /* NULL is allowed */

/*
 * What begins now, after these n events. With roles:
 *
 *  1. Send. The requests whose prompt is computed and whose site is not decided, in the order in which that came to be
 *     (of one pass: in its order). The first for which no site has room ends this step: nobody overtakes.
 *  2. Admit. Prefill sites by number, each that is idle: from the head of the queue, whole prompts, while the pass's
 *     prompts have at most `budget` tokens (the first prompt of a pass may have more) and the site has room for the
 *     prompt. `to` is decided at once, unless there is none with room, or a request before this one is not decided, be
 *     it computed or not. Nobody overtakes: a head that does not fit ends this site's pass; a later site may have it.
 *     The pass is those that were admitted, in this order.
 *  3. Decode. Decode sites by number, each that is idle and has somebody: first the one that was lost here first, if
 *     there is one; then all whose cache is here, in the order in which it came (with MOVED, or with the PASSED that
 *     computed it again), up to DS_SEATS in all.
 *
 * The site that decodes: of decode sites with room the one with the largest hit, of these the one with most room left, of
 * these the lowest number.
 */
void ds_step(ds_t *s, const ds_event_t *ev, int n, int64_t now, ds_plan_t *p);

/* --- part D: where the GPUs go ------------------------------------------------------------------------- */

/*
 * The largest rate at which attained(user, rate), a share that never rises with the rate, is at least `target`: a rate
 * that reaches it, while 1.01 times the rate does not. Begins with `from`, goes by factors of two to where it turns,
 * and halves what is left. 0 if from/2^40 does not reach it; from·2^40 if that does. Asks for no rate twice.
 */
double goodput(double (*attained)(void *user, double rate), void *user, double from, double target);

typedef struct {
    model_t m;
    cluster_t c;
    int64_t prompt, out; /* tokens of a request */
    double ttft, tpot;
} job_t;

typedef struct {
    int64_t tp, pp, n; /* n instances */
} pool_t;

typedef struct {
    pool_t prefill, decode;
    double rate; /* requests a second */
} place_t;

/*
 * The placement with the highest rate: the lesser one of both pools, each of instances alike, together at most gpus.
 * tp is a power of two, at most node, and divides heads (kv_heads divide it or it divides them); pp is 1 .. layers.
 *
 * A prefill instance: each prompt is a pass of its own, of cost (latency, period), with room for it. Requests come at
 * random: they wait R·period²/(2(1 - R·period)) on average. R is the largest rate with latency and wait within ttft,
 * and at most what its wires, tp·pp of far.beta, carry of the prompts' caches.
 *
 * A decode instance: pp batches of b requests take turns, b the largest whose caches of prompt + out tokens have room
 * and whose pass, each with a context of prompt + out/2, has a latency within tpot. R is b/(period·out).
 *
 * 1, or 0 if no placement serves anybody. Of equally good ones any.
 */
int place(const job_t *j, place_t *ret);

/* --- part E: your own policy ----------------------------------------------------------------------- */

/*
 * ds_new() with DS_ANY everywhere: any site may admit, decode or both, and ds_step() decides everything: whom to admit,
 * in which order, where, whom a pass has. A pass needs an idle site and requests that are there; SEND needs a computed
 * prompt that is not decided; all need room. What counts is goodput: requests a second whose first token came within
 * ttft, and whose others within tpot each, on average. Nobody may be left unserved.
 */

#endif
