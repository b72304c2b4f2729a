/*
 * lab.h: the interface of w06-paged-kv. You write paged.c: a block manager for the KV cache, and
 * the scheduler that stands on it. This header is the whole contract.
 *
 * The cache is a pool of `blocks` blocks of `bs` slots; a slot holds the key and value of one
 * token. A sequence is a list of tokens 0, 1, 2, ... and its block table says which block holds
 * tokens 0..bs-1, which the next bs, and so on. Nothing here computes attention: the engine (ours)
 * writes keys into the slots that you name, and simulates the time a model would take.
 */
#ifndef W06_LAB_H
#define W06_LAB_H

/* ---------------------------------------------------------------------------- the block manager */

typedef struct bm bm_t; /* yours */

enum { BM_OK = 0, BM_FULL = -1, BM_BAD = -2 };
enum { BM_SEQS = 4096 }; /* sequence ids are 0 .. BM_SEQS - 1 */

/* A pool of `blocks` free blocks, block ids 0 .. blocks - 1. NULL when memory runs out. */
bm_t *bm_new(int blocks, int bs);
void bm_delete(bm_t *bm); /* NULL is allowed */

/* Blocks that no sequence holds; it is asked often and must not search. */
int bm_avail(const bm_t *bm);

/*
 * Make room for n more tokens of `seq`; a sequence begins to exist with its first token.
 *   BM_OK    the slots are there. n = 0 changes nothing
 *   BM_FULL  the pool has too few free blocks (n may be any int): then nothing at all has changed
 *   BM_BAD   seq is out of range, or n is negative
 * A block that several sequences hold must not be written. When the next token falls into such a
 * block, take a free one, tell the engine with kv_copy(new, old), and let go of the old one: copy
 * on write. The work must not depend on how large the pool is.
 */
int bm_append(bm_t *bm, int seq, int n);

/*
 * `child` becomes a second owner of all of parent's blocks, with the same length. No block is
 * taken, no data moves. BM_BAD when the parent has no tokens, the child has some, or an id is out
 * of range.
 */
int bm_fork(bm_t *bm, int parent, int child);

/* Forget the sequence; a block whose last owner goes is free. BM_BAD when it has no tokens. */
int bm_free(bm_t *bm, int seq);

/* Where token `pos` of `seq` lives. BM_BAD (outputs untouched) when there is no such token. */
int bm_slot(const bm_t *bm, int seq, int pos, int *blk, int *off);

/* Given: the engine copies all slots of block src to block dst. Only for copy on write. */
void kv_copy(int dst, int src);

/* -------------------------------------------------------------------------------- the scheduler */

typedef struct sched sched_t; /* yours */

enum { SCHED_MAX = 2048 }; /* requests in one run; their ids are 0, 1, 2, ... by arrival */

typedef struct {
    int blocks, bs; /* of the pool */
    int max_batch;  /* sequences that may run at once */
    int watermark;  /* blocks that admission leaves free; negative: you choose (see step 4) */
    int ridge;      /* tokens a pass may have until its arithmetic outlasts reading the weights */
} sched_cfg_t;

typedef struct {
    int id;      /* also its sequence id in the block manager */
    int prompt;  /* tokens, at least 1 */
    int max_new; /* it stops after that many new tokens at the latest, usually much earlier */
} req_t;

typedef struct {
    /* in: sequences whose last token came out of the previous step */
    int ndone, done[SCHED_MAX];
    /* out */
    int nreject, reject[SCHED_MAX];   /* can never fit */
    int npreempt, preempt[SCHED_MAX]; /* thrown out; they wait again */
    int ndecode, decode[SCHED_MAX];   /* get one more token */
    int nprefill, prefill[SCHED_MAX]; /* (re)start: all their known tokens are processed */
} batch_t;

/* `bm` is empty and stays the engine's; the scheduler calls it. */
sched_t *sched_new(const sched_cfg_t *cfg, bm_t *bm);
void sched_delete(sched_t *s); /* NULL is allowed */

/*
 * One iteration: decide what the model runs next. `arrived` are the n requests that came since the
 * last call. All counts of `out` but ndone are 0 on entry. Returns nprefill + ndecode.
 *
 *  1. Retire. bm_free every sequence in out->done.
 *  2. Queue the arrivals. A request is rejected when prompt + max_new tokens need more blocks than
 *     the whole pool has: it could not finish even alone.
 *  3. Decode. In order of arrival, each running sequence gets a slot for one token (bm_append).
 *     When the pool is full, preempt the running sequence that arrived last (bm_free; it waits
 *     again, its place in the queue is by arrival) and try again. The victim may be the sequence
 *     itself.
 *  4. Admit, unless this step preempted. From the head of the queue, while fewer than max_batch
 *     run: a request needs slots for all its known tokens (the prompt, and what it had generated
 *     before it was preempted). It is admitted when the pool has the blocks and `watermark` blocks
 *     would be left; when nothing is running, the watermark does not count. The first request that
 *     does not fit ends admission: nobody overtakes.
 *     With a negative watermark, when to stop admitting is your own policy; the order is not.
 *
 * The engine then runs one forward pass: all known tokens of the prefills, one token of each
 * decode. Each sequence in the batch yields one new token, whose key is not in the cache yet: it is
 * written when the sequence decodes next. After k new tokens a sequence holds prompt + k - 1 slots;
 * if it is preempted then, it knows prompt + k tokens and needs that many slots when it comes back.
 * A request with an empty answer is done after its prefill, without a token.
 */
int sched_step(sched_t *s, const req_t *arrived, int n, batch_t *out);

#endif
