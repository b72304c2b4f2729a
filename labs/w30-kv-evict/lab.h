/*
 * lab.h: the interface of w30-kv-evict. Four rules by which a KV cache forgets, one of your own, the attention over
 * what is left, and the blocks that it lies in. Skeleton, references and harness all include this one file.
 *
 * A cache is one KV head's, of one layer: entries 0 .. n-1 in the order of the text, 0 the oldest. G query heads share
 * it. The engine calls evict_on_prefill once, or never for an empty cache, then evict_on_step after each new token, and
 * evict_select after each of these calls. What select keeps is the cache from then on: entry keep[i] becomes entry i.
 */
#ifndef W30_KV_EVICT_H
#define W30_KV_EVICT_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- part A: the rules -------------------------------------------------------------------------------------- */

enum evict_kind { EVICT_STREAM, EVICT_H2O, EVICT_SNAP, EVICT_SAGE, EVICT_OWN };

struct evict_cfg {
    enum evict_kind kind;
    int G;      /* query heads that share the cache */
    int budget; /* entries that may stay, at least 1 */
    int sinks;  /* first entries of the text that STREAM and SAGE keep */
    int window; /* newest entries: SNAP's voters, SAGE's recent ones; at least 1 */
    int kernel; /* SNAP: votes are summed over so many neighbours; odd */
};

typedef struct evict evict_t; /* yours */

evict_t *evict_new(const struct evict_cfg *c);
void evict_delete(evict_t *e); /* NULL is allowed */

/*
 * The cache holds the S >= 1 entries of the prompt. attn [G][S][S]: what query i gave to entry j <= i, after the
 * softmax; what stands at j > i is no number of yours. The map is gone after the call. Its numbers, and those of
 * on_step, are such that float sums are exact in any order.
 */
void evict_on_prefill(evict_t *e, const float *attn, int S);

/* One entry more: n of them, the newest at n - 1. attn [G][n]: what its query gave to each, after the softmax. */
void evict_on_step(evict_t *e, const float *attn, int n);

/*
 * Which of the n entries stay: keep[0 .. result-1], rising. The newest always stays. With n <= budget all stay. Of two
 * entries with equal scores the newer one is better. With b for the budget and n > b:
 *
 *   STREAM  the first s = min(sinks, b - 1) entries and the newest b - s
 *   H2O     the newest b - b/2, and of the others the b/2 with the highest sums; an entry's sum is over all queries of
 *           all G heads that have met it, itself included, from the prompt on
 *   SNAP    after the prompt the newest w = min(window, b), and of the S - w others the b - w with the highest votes.
 *           An entry's count is the sum over the last w queries and all G heads; its vote is the sum of the counts of
 *           the kernel entries around it, of the S - w alone. Later all stay: b is a bound on the prompt's entries
 *   SAGE    s = min(sinks, b - 1), w = min(window, b - s), k = b - s - w. The first time that n > b: the first s, the
 *           newest w, and of the others the k to which the prompt's last query gave most, summed over G heads; an entry
 *           that came after the prompt has 0. From then on the first s + k entries stay, and the newest w
 *   OWN     yours: at most b, by what you were given up to now. sinks, window and kernel are a proposal
 */
int evict_select(evict_t *e, int32_t *keep);

/* --- part B: attention over what is left ---------------------------------------------------------------------- */

/*
 * The G queries of the newest entry, n - 1, against all n entries. q, out [G][hd]; k, v [n][hd]; p [G][n] becomes the
 * weights after the softmax of q k / sqrt(hd). Neither q nor k is turned yet. pos[j], rising, is where entry j stood
 * in the text. `relative`: entry j is turned as position j and the query as n - 1; else as pos[j] and pos[n-1].
 * turn [positions][hd] has hd/2 cosines, then hd/2 sines; a pair is channels i and i + hd/2 and becomes
 * (a cos - b sin, a sin + b cos). hd is even, at most 256. Each result is within 5e-5 of the sum of its terms'
 * magnitudes, p within 5e-5. A key is turned once for all G heads.
 */
void kv_attend(float *out, float *p, const float *q, const float *k, const float *v, const int32_t *pos, int n, int G,
               int hd, int relative, const float *turn);

/* In place: entry keep[i] of k, v [n][hd] and pos [n] becomes entry i. Entries that stay where they are, and what lies
 * behind the last one that is kept, are not written. */
void kv_compact(float *k, float *v, int32_t *pos, const int32_t *keep, int kept, int hd);

/* --- part C: the blocks it lies in ------------------------------------------------------------------------------ */

/* Slots come in blocks of `block`. keep [kept], rising, are the slots that are still needed. How many blocks hold at
 * least one of them? */
int pages_held(const int32_t *keep, int kept, int block);

/*
 * Copies after which those entries lie in as few blocks as there can be, and with as few copies as there can be.
 * move[i] = { from, to }, done in this order; `from` holds an entry that is kept, `to` holds none. Only blocks that
 * hold one of them now are used. Returns how many copies; there is room for `kept`.
 */
int pages_plan(const int32_t *keep, int kept, int block, int32_t (*move)[2]);

#endif
