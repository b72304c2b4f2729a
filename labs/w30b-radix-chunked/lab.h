/*
 * lab.h: the interface of w30b-radix-chunked. You write prefix.c: a prefix cache as a radix tree, the same as a chain
 * of hashes, and a scheduler that cuts prompts into chunks. This header is the whole contract.
 *
 * A block is `bs` tokens and has an id, which the engine (ours) gives out. Keys and values depend on all tokens before
 * them, so a block is found again only behind exactly the same beginning; only whole blocks are cached. All your state
 * lies behind your own pointers: an engine may have several of each. Running out of memory is not judged.
 */
#ifndef W30B_LAB_H
#define W30B_LAB_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- part A: the tree ---------------------------------------------------------------------------------- */

typedef struct radix radix_t;           /* yours */
typedef struct radix_node radix_node_t; /* yours: stands for a beginning that is cached */

radix_t *radix_new(int bs);
void radix_delete(radix_t *r); /* NULL is allowed; whatever is held goes, too */

/*
 * How many whole blocks of tok[0..n) are cached from the beginning on, and their ids in blk (room for n / bs). *end
 * stands for that beginning, also for one of 0 blocks, until the next insert, match or evict; held, until it is
 * dropped. A use of these blocks (see radix_evict). The time must not depend on what else the tree holds, nor on the
 * rest of an edge that is cut.
 */
int radix_match(radix_t *r, const int32_t *tok, int n, int32_t *blk, radix_node_t **end);

/*
 * Caches the n / bs whole blocks of tok[0..n), whose ids are in blk; *end stands for them all. What the tree has
 * already it keeps, under its own id: a blk[k] that is another one becomes the tree's, and the caller's, which the tree
 * does not need, goes to `spare` (in the order of k). Returns how many did. A use of all n / bs blocks.
 */
int radix_insert(radix_t *r, const int32_t *tok, int n, int32_t *blk, int32_t *spare, radix_node_t **end);

/* One holder more, one less, of each block of this beginning. A drop is a use of them. */
void radix_hold(radix_t *r, radix_node_t *end);
void radix_drop(radix_t *r, radix_node_t *end);

/*
 * Up to `want` blocks leave the tree, one after the other, each the block that nobody holds and whose last use is the
 * oldest. A use goes from the last block of the beginning to the first: a block is always used later than those behind
 * it, and the oldest has none behind it. Ids go to `freed` in that order; returns how many there are. Nothing here
 * searches the tree.
 */
int radix_evict(radix_t *r, int want, int32_t *freed);

/* Blocks that are cached, and those of them that somebody holds. Not a search either. */
void radix_count(const radix_t *r, int *cached, int *held);

/* --- part B: the chain of hashes ------------------------------------------------------------------------ */

typedef struct hc hc_t; /* yours */

enum { HC_BLOCKS = 65536, HC_NONE = -1, HC_BAD = -2 }; /* ids are 0 .. HC_BLOCKS - 1 */

/* Ours: the hash of a block of bs tokens behind a block of hash `parent`, 0 for the first. It may collide, and does. */
typedef uint64_t hc_hash(void *user, uint64_t parent, const int32_t *tok, int bs);

hc_t *hc_new(int bs, hc_hash *hash, void *user);
void hc_delete(hc_t *h); /* NULL is allowed */

/* As radix_match: whole blocks that are cached from the beginning on. One call of `hash` a block, none of a block
 * behind the first that is not cached. */
int hc_match(hc_t *h, const int32_t *tok, int n, int32_t *blk);

/*
 * Caches block `blk` of tokens tok[0..bs) behind the block `parent` (HC_NONE: at the beginning). Returns the id under
 * which this content is cached behind this parent: blk, or the one that was there before, and blk is not taken. HC_BAD,
 * and nothing changes, if the parent is not cached, an id is out of range, or blk is cached already as another content
 * or behind another parent, also where this content has an id already. At most one call of `hash`: a parent's is
 * remembered, not computed again.
 */
int hc_put(hc_t *h, int parent, const int32_t *tok, int blk);

/* `blk` is cached no more: 0. HC_BAD if it is not cached or another cached block has it as its parent. */
int hc_remove(hc_t *h, int blk);

/* --- part C: the scheduler ------------------------------------------------------------------------------ */

typedef struct {
    int64_t token, score, weights, cached; /* in picoseconds */
} price_t;

/* How long a pass takes: arithmetic or memory, whichever takes longer. A piece that computes the tokens from..from+n-1
 * of its request has n tokens, n*from + n(n+1)/2 scores, and reads from + n cached tokens; sum over all pieces. */
static inline int64_t pass_time(const price_t *p, int64_t tokens, int64_t scores, int64_t cached)
{
    int64_t compute = tokens * p->token + scores * p->score, memory = p->weights + cached * p->cached;
    return compute > memory ? compute : memory;
}

typedef struct kv kv_t; /* ours: the pool of blocks with the prefix cache in front of it */

/*
 * Gives request `id` a seat in the pool: room for its prompt and for max_new tokens, and what the cache has of its
 * prompt, which is held for it. Returns how many tokens those are, 0 .. prompt - 1, or -1: no room at present. Called
 * once for a request that gets room.
 */
int kv_admit(kv_t *kv, int id);

enum { CS_SEATS = 256, CS_REQS = 2048 };

typedef struct {
    int seats;           /* requests that may run at once, at most CS_SEATS */
    int budget;          /* tokens of a pass, at least seats; negative: how many is yours to choose */
    price_t price;       /* what a pass costs, if you want to know beforehand */
    int64_t ttft, tbt;   /* the promise: time to the first token, time between two tokens, in picoseconds */
    kv_t *kv;
} cs_cfg_t;

typedef struct {
    int id, prompt, max_new; /* ids are 0, 1, 2, ... by arrival, below CS_REQS; prompt at least 1 */
} cs_req_t;

typedef struct {
    int id, from, n; /* compute the request's tokens from .. from + n - 1 */
} piece_t;

typedef struct {
    int ndone, done[CS_SEATS]; /* in: requests whose last token came out of the previous pass */
    int npiece;                /* out; 0 on entry */
    piece_t piece[CS_SEATS];
} cs_batch_t;

typedef struct cs cs_t; /* yours */

cs_t *cs_new(const cs_cfg_t *cfg);
void cs_delete(cs_t *s); /* NULL is allowed */

/*
 * What the next pass computes. `arrived` are the n requests since the last call, `now` is the time in picoseconds.
 *
 *  1. Retire what is in b->done: their seats are free. Queue the arrivals.
 *  2. Decode. Each running request whose prompt is through gets a piece of one token, in the order of admission: first
 *     from = prompt, then prompt + 1, and so on.
 *  3. Prefill with what is left of the budget: first the running request whose prompt is not through, if there is one;
 *     it goes on where its last piece ended.
 *  4. Admit from the head of the queue while budget, seats and pool (kv_admit) last: a request begins behind what is
 *     cached of it. Nobody overtakes.
 *
 * A prompt's piece is as long as prompt and budget allow; no request has two pieces in a pass. The piece that ends the
 * prompt gives the request its first new token, each decode another one.
 *
 * With a negative budget the tokens of steps 3 and 4 are yours to choose in each pass, order and step 2 are not; where
 * nothing decodes and kv_admit has room, there has to be a piece. What counts then is goodput: requests a second whose
 * first token came within ttft, and none of whose next ones took longer than tbt.
 *
 * Returns npiece.
 */
int cs_step(cs_t *s, const cs_req_t *arrived, int n, int64_t now, cs_batch_t *b);

#endif
