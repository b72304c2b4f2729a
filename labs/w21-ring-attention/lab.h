/*
 * lab.h: the interface of w21-ring-attention, attention over a sequence that no rank has whole. Skeleton, reference and
 * harness all include this one file; ridge/ranks.h, which lies beside it, has messages, collectives and the clock.
 *
 * A sequence of S = P·c tokens is cut into P parts; rank r has c of them, c >= 1, in an order that place() tells.
 * Arrays are rows of tokens, floats: Q and O [c][H][d], K and V [c][Hkv][d], LSE [c][H]. H is a multiple of Hkv, and
 * query head j looks at key/value head j/(H/Hkv). All ranks call with the same sizes.
 */
#ifndef W21_RING_LAB_H
#define W21_RING_LAB_H

#include <ridge/ranks.h>

struct heads {
    int64_t H, Hkv, d; /* query heads, key/value heads, width of a head */
};

/* --- given, in harness.c: one block of attention, which costs virtual time ------------------------------ */

/*
 * Queries q [nq][H][d] on keys and values k, v [nk][Hkv][d]. With q_at and k_at, the tokens' places in the sequence,
 * query i sees key j where q_at[i] >= k_at[j]; with q_at NULL it sees all. o [nq][H][d] is
 * softmax(q·k/sqrt(d))·v over what is seen, and lse [nq][H] the natural logarithm of the softmax's denominator, the sum
 * of exp(q·k/sqrt(d)). A query that sees nothing gets o = 0, lse = -INFINITY. Costs 4·H·d FLOP a pair that is seen.
 * o and lse overlap nothing.
 */
void attend(const struct heads *h, int64_t nq, int64_t nk, const float *q, const float *k, const float *v,
            const int64_t *q_at, const int64_t *k_at, float *o, float *lse);

/* --- yours: parts of an answer -------------------------------------------------------------------------- */

/* Each of `rows` rows has been answered twice, from different keys: O [rows][d] with LSE [rows], and o with lse.
 * Afterwards O and LSE are the answer from all of them. No keys seen: LSE is -INFINITY, and O of such a row is 0. */
void merge(int64_t rows, int64_t d, float *O, float *LSE, const float *o, const float *lse);

/* --- yours: who has which tokens ---------------------------------------------------------------------------- */

/* The place in the sequence, from 0, of token i of rank r. Straight: rank r has tokens r·c .. r·c + c - 1. In zigzag,
 * where c is even: of 2P pieces of c/2 tokens rank r has piece r and then piece 2P - 1 - r. */
int64_t place(int64_t c, int P, int zigzag, int r, int64_t i);

/* Pairs (query of rank r, key of rank `from`) in which the query is not before the key. c is up to 2^25. */
int64_t scores(int64_t c, int P, int zigzag, int r, int from);

/* --- yours: two ways through an attention layer -------------------------------------------------------------- */

/*
 * Ring attention: O and LSE of this rank's queries over all keys, or, if causal, over those not after the query.
 * A rank receives from rank - 1 and sends to rank + 1, at most 2(P - 1) messages, each other rank's keys and values
 * once. While a block is worked on, the next one comes. Of comm_alloc(), which all floats of size c must come from: two
 * blocks of keys and values, an o and an lse.
 */
void ring_attn(comm_t *comm, const struct heads *h, int64_t c, int causal, int zigzag, const float *Q, const float *K,
               const float *V, float *O, float *LSE);

/*
 * Ulysses, tokens in straight order: all heads of some tokens become some heads of all tokens, attention, and back.
 * Rank r attends for query heads r·H/P .. (r + 1)·H/P - 1. Needs P to divide H, and Hkv to be a multiple of P or P one
 * of Hkv; then each rank gets the key/value heads that its queries look at and no others, and the result is 0. Else it
 * is -1, at once, and nothing has been sent. At most two all-to-alls.
 */
int ulysses(comm_t *comm, const struct heads *h, int64_t c, int causal, const float *Q, const float *K, const float *V,
            float *O);

/*
 * Sequence parallelism where a tensor-parallel block ends and the next one begins. part [T][h] is what this rank's rows
 * of a matrix gave: the sum over ranks is the block's output. x [T/P][h] are this rank's tokens of the residual
 * stream, r·T/P onwards; T is a multiple of P. Adds to x its tokens of the sum. y [T][h] becomes, on all ranks, RMSNorm
 * of all tokens: x·gain/sqrt(mean of x^2 + 1e-5). No all-reduce, and no array of T·h elements but those.
 */
void boundary(comm_t *comm, int64_t T, int64_t h, const float *part, const float *gain, float *x, float *y);

/* --- yours: figures ------------------------------------------------------------------------------------------- */

/*
 * The least number of tokens a rank, c, with which a step's transfer hides. Per step a rank computes share·c^2 pairs
 * (share is 1 without a mask, 1/2 in zigzag), 4·H·d FLOP each, at `rate` FLOP/s; meanwhile a message of c keys and
 * one of c values come, one after the other, w bytes an element, in alpha + bytes/beta seconds each. A real number.
 */
double hides(const struct heads *h, double share, double w, double rate, double alpha, double beta);

enum way { WHOLE, RING, ULYSSES };

/*
 * The longest sequence, in tokens, of which P ranks can hold a layer at work; `room` bytes on each. Of each of its
 * tokens a rank holds `keep` bytes beside attention; q, k, v and o of all heads, w bytes an element; and
 *   WHOLE    nothing else: each rank has all tokens of a sequence of its own (data parallelism; P does not matter);
 *   RING     what ring_attn() takes, its o with w bytes an element, the two lse with 4;
 *   ULYSSES  besides, q, k, v and o of all tokens and its heads, as ulysses() deals them; 0 if that refuses.
 * With RING and ULYSSES all ranks have equally many tokens, and a single rank counts what they take, too. Tokens are
 * whole ones on each rank: the rest of its room is left over.
 */
int64_t longest(enum way way, int P, const struct heads *h, int64_t room, int64_t keep, int64_t w);

#endif
