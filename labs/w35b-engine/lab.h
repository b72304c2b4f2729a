/*
 * lab.h: the interface of w35b-engine. You write engine.c: week 12's server, which by now takes the parts that you have
 * written since. What a part does stands in its own lab.h, in the folder of its lab's name beside this file; what an
 * engine is to do with it stands here.
 */
#ifndef W35B_LAB_H
#define W35B_LAB_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- the parts ------------------------------------------------------------------------------------------- */

/* Five labs, and some names stand for different things in two of them: here w30b's begin with chunk_, w35's with
 * slo_, w34's with ds_. kv_t is w33's, a cache in blocks. */
#define kv_t chunk_kv_t
#define price_t chunk_price_t
#define pass_time chunk_pass_time
#define piece_t chunk_piece_t
#include "w30b-radix-chunked/lab.h"
#undef kv_t
#undef price_t
#undef pass_time
#undef piece_t

#include "w30-kv-evict/lab.h"
#include "w33-tree-spec/lab.h"

#define price_t slo_price_t
#define pass_time slo_pass_time
#define piece_t slo_piece_t
#define class_t slo_class_t
#define cfg_t slo_cfg_t
#define job_t slo_job_t
#define plan_t slo_plan_t
#include "w35-slo-serving/lab.h"
#undef price_t
#undef pass_time
#undef piece_t
#undef class_t
#undef cfg_t
#undef job_t
#undef plan_t

#define price_t ds_price_t
#define pass_time ds_pass_time
#define job_t ds_job_t
#include "w34-disagg/lab.h"
#undef price_t
#undef pass_time
#undef job_t

/* --- given: the world ------------------------------------------------------------------------------------ */

typedef struct world world_t; /* ours: the door, the clock, the pool of blocks, the model and its draft */

typedef struct {
    int id, cls;         /* cls: 0 is urgent, 1 is not */
    int n, want;         /* bytes of the prompt, bytes to be said; both at least 1, n + want <= ctx */
    const uint8_t *text; /* the prompt; stays where it is until serve returns */
    int64_t came;        /* in picoseconds */
} req_t;

enum { DOOR_CLOSED = -1, DOOR_NONE = 0, DOOR_ONE = 1 };

/*
 * DOOR_ONE     *r has come. You keep it until it has a seat: whom you let wait is yours
 * DOOR_NONE    nobody else has come by now. Never when all who came are served: then the clock goes on to the next
 * DOOR_CLOSED  nobody else will come
 */
int door_next(world_t *w, req_t *r);
int64_t door_now(const world_t *w); /* picoseconds; only passes take time */
void door_say(world_t *w, int id, int byte);

/* The pool: blocks 0 .. blocks - 1 of `bs` slots. Keys and values of one token, all layers, are a slot; what is given
 * back is overwritten at once. When serve returns, all have to be back. w33's block_free(kv, block) gives back, too. */
int block_take(world_t *w);              /* -1: none is left */
void block_give(world_t *w, int32_t block);
int block_left(const world_t *w);
kv_t kv_empty(const world_t *w);         /* no slots, no blocks; the table is yours to set */

enum { PASS_TOKENS = 256 };

typedef struct {
    int id, byte, pos;  /* whose, what, and where it stands in the text */
    kv_t *kv;           /* his cache */
    int slot;           /* where its keys and values go; the table has a block for it */
    int seen;           /* it sees slots 0 .. seen - 1 of this cache */
    uint64_t mask;      /* and slot seen + j for each bit j; its own slot is among all these */
    int ask, best;      /* ask: best becomes the likeliest byte after it, the lower one of equals */
    float *attn;        /* NULL, or head g of the L*H, layer by layer, gives attn[g*stride + i] to the i-th slot seen */
    size_t stride;
} token_t;

/* One pass over the weights for n <= PASS_TOKENS tokens. Those of one request stand side by side, and a token comes
 * behind those that it sees. The clock goes on by chunk_pass_time() of the pass. */
void pass(world_t *w, token_t *t, int n);

/*
 * With PART_POOLS there are two machines, each with `blocks` blocks of its own: those of PREFILL are 0 .. blocks - 1, as
 * above, and those of DECODE come behind. block_give() takes both. Whoever has a slot on one machine is not on the other.
 *
 * machine_pass() is a pass of one of them, which may not have another before it is over; it returns when that is. The
 * clock stands, and each `best` is told when the clock gets there: `t` stays where it is until then. After layer l of L
 * the pass has computed that layer's keys and values of all its tokens at begin + (l + 1)·(end - begin)/L.
 * clock_on() moves the clock to `most`, or to the next who comes, whichever is earlier.
 */
enum { PREFILL, DECODE, MACHINES };
int machine_take(world_t *w, int machine); /* -1: it has no block left */
int64_t machine_pass(world_t *w, int machine, token_t *t, int n);
void clock_on(world_t *w, int64_t most);

/*
 * The wire between them carries one message after the other. wire_put() adds to the next one layers l .. l + layers - 1
 * of slots s .. s + n - 1 of `from`, for the same slots of `to`, which has blocks for them. wire_send() sends it as soon
 * as the wire is free, and not before `ready`, in picoseconds; it returns when it is there. It takes `msg`, and `kB` for
 * each 1,000 bytes of keys and values.
 */
void wire_put(world_t *w, const kv_t *from, const kv_t *to, int s, int n, int l, int layers);
int64_t wire_send(world_t *w, int64_t ready);
int64_t wire_free(const world_t *w); /* since when, or from when on */

/* A draft of a request's own: a models_t for tree_eagle2(). draft_read() tells it all text up to the root, without it;
 * what it was told before and still holds is not read again. */
models_t *draft_new(world_t *w);
void draft_read(models_t *m, const uint8_t *text, int n, int root);
void draft_delete(models_t *m); /* NULL is allowed */
rng_t *world_rng(world_t *w);   /* without chance: it takes what has all of the probability */

/* --- yours ----------------------------------------------------------------------------------------------- */

enum { PART_PREFIX = 1, PART_CHUNK = 2, PART_EVICT = 4, PART_TREE = 8, PART_SLO = 16, PART_POOLS = 32 };
enum { SEATS = 16, CLASSES = 2 };

typedef struct {
    unsigned on;              /* which parts are used: PART_... */
    int seats, bs, blocks, V, ctx;
    int budget;               /* tokens of a pass, at least seats */
    eagle_t tree;
    struct evict_cfg evict;   /* one for a request: G is L*H, all heads of all layers */
    chunk_price_t price;
    slo_class_t cls[CLASSES]; /* in nanoseconds, as w35 has it */
    int64_t room;             /* PART_POOLS: tokens that a machine is to be given at once */
    int together;             /* tokens of prompts in a pass of PREFILL */
    int64_t msg, kB;          /* of the wire, in picoseconds */
    model_t model;
} engine_cfg_t;

/*
 * Serves everybody, then returns. Each byte said is the likeliest one after the prompt and the bytes said before.
 *
 *  nothing on    Whole prompts, first come, first served, each in passes of its own; then one byte for everybody who
 *                has a seat in each pass. A request gets a seat when the pool has blocks for all it may need, the slots
 *                of guesses too.
 *  PART_PREFIX   In front of the pool is a radix_t. A prompt begins behind what it has of it, at most n - 1 tokens; a
 *                prompt that was computed goes into it. Blocks that nobody holds are evicted when the pool is empty.
 *  PART_CHUNK    cs_step() says what each pass computes, with `budget`. kv_admit() is yours to write: see w30b's lab.h;
 *                struct kv is yours, too.
 *  PART_SLO      slo_sched() says it, whether PART_CHUNK is on or not: kv is all slots of the pool, and room those of
 *                all blocks that a request may need. Who loses his seat keeps what he has said. Where its walk ends at
 *                once, at one who waits and for whom nobody is dropped, time would stand still: then somebody who has a
 *                seat gets a piece.
 *  PART_TREE     Who decodes gets tree_eagle2()'s tree behind his last byte, all trees in one pass; tree_verify() and
 *                kv_commit() say what stays. p is 1 at a node's best byte, and 0 elsewhere. Nodes come on top of
 *                `budget`; a pass has room for those of all seats. Only without PART_EVICT.
 *  PART_EVICT    evict_new() for each request. After the prompt and after each byte evict_select() says what stays, and
 *                blocks that are empty then go back. What the tree holds is others' as well: it is not overwritten.
 *                In the prompt's map, rows of bytes that came from the radix_t are 0. The text may differ now; that of
 *                all other parts may not, by a single byte. Instead, the pass of each byte said has to see what w30's
 *                rule of evict.kind has left of its text, and the byte itself. By H2O and SNAP a fourth of the passes
 *                may see something else, since sums in another order may turn a tie. With PART_PREFIX only STREAM is
 *                judged so.
 *  PART_POOLS    ds_step() says who is admitted to PREFILL and sent to DECODE, and what both compute, with `room`,
 *                `together` and the wire. What is admitted with a place to go leaves layer by layer while its pass runs,
 *                all of that pass together, in kv_stream()'s messages; what is sent later is one message. Only slots
 *                travel that DECODE does not have. ds_hit() is yours, and struct ds_world: with PART_PREFIX each machine
 *                has a radix_t; a prompt goes into PREFILL's when its pass is over, into DECODE's when it is there.
 *                The blocks of a machine are enough for `room`. Who is served by his first byte is DONE, and no MOVED
 *                follows. PART_TREE decodes as above; the other parts are off.
 */
void serve(const engine_cfg_t *cfg, world_t *w);

#endif
