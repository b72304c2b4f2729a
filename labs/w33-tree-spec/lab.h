/*
 * lab.h: the interface of w33-tree-spec, speculation by trees. Skeleton, references and harness include this one file.
 *
 * A draft proposes not one continuation but a tree of them; one call of the target judges all of its nodes. Node 0, the
 * root, is the last token said: neither model has read it. Every other node is a guess at the token after its parent.
 *
 * As in w05b, rows are distributions over V tokens, all chance comes from an rng_t, and what comes out must have the
 * target's law: the runner walks through every decision and compares to 1e-12. So compute in double. A row adds up to
 * 1, or misses it by what float rounds: nobody has to read all of it to know its sum.
 */
#ifndef W33_TREE_SPEC_LAB_H
#define W33_TREE_SPEC_LAB_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The most of each; the root counts as a node. TREE_WIDTH is for draft_rows and EAGLE-2 alone: Medusa's nodes may have
 * more children. */
enum { TREE_NODES = 64, TREE_DEPTH = 8, TREE_WIDTH = 16 };

typedef struct {
    int n;                                         /* nodes, the root included: 1..TREE_NODES */
    int32_t token[TREE_NODES], parent[TREE_NODES]; /* parent[0] is -1; parent[i] < i */
} tree_t;

/* --- given: chance and two models ------------------------------------------------------------------------------- */

typedef struct rng rng_t;

/* 1 with probability `prob`, else 0. prob lies in [0, 1]; anything else is an error. */
int rng_coin(rng_t *r, double prob);

/* Index i with probability w[i]/total. No weight is negative, and `total` is their sum, within 1e-6 of it. */
int rng_pick(rng_t *r, const double *w, int n, double total);

typedef struct models models_t;

/* The draft's rows q[n][V] after each of n paths of `depth` tokens that follow the root: path[n][depth]. One call
 * serves a level of a tree. At depth 0 there is one path, the empty one. n <= TREE_WIDTH. */
void draft_rows(models_t *m, int n, int depth, const int32_t *path, float *q);

/* The target's rows p[n][V] after each of n tokens, in one pass over its weights: this is the expensive call. Token i
 * has position pos[i] and sees the text in the cache and those tokens j whose bit j of mask[i] is set. Its keys and
 * values go to slot kv->len + i of the cache. */
void target_rows(models_t *m, int n, const int32_t *token, const int32_t *pos, const uint64_t *mask, float *p);

/* --- given: the cache, in blocks ---------------------------------------------------------------------------------- */

/* Slot s, `width` numbers, lies in block table[s / block] of the pool, at place s % block. Slots 0..len-1 hold the
 * committed text, in order; what lies behind them is of no meaning. */
typedef struct {
    int block, width, len, blocks; /* slots of a block; numbers of a slot; slots in use; entries of the table */
    int32_t *table;
    float *pool;                   /* [block number][block][width] */
} kv_t;

/* A block goes back to the pool; from then on somebody else may write into it. */
void block_free(kv_t *kv, int32_t block);

/* --- given: a model by its layers --------------------------------------------------------------------------------- */

typedef struct lm lm_t;

/* x[n][d] = the embedding of n tokens; d and the number of layers are lm_width's and lm_layers'. */
int lm_width(const lm_t *m);
int lm_layers(const lm_t *m);
void lm_embed(lm_t *m, int n, const int32_t *token, float *x);

/* x passes layer l, in place: its attention reads the cache of that layer and the n tokens that the masks allow, and
 * leaves the keys and values of all n behind the committed ones. */
void lm_layer(lm_t *m, int l, int n, const int32_t *pos, const uint64_t *mask, float *x);

/* Rows y[n][V] of logits; x stays as it is. */
void lm_head(lm_t *m, int n, const float *x, float *y);

/* The share of places in [0, 1] at which a model with only the layers of `keep` (bit l: layer l runs) says what the
 * whole one says. Expensive: it reads a sample of text. */
typedef struct sample sample_t;
double keep_agrees(sample_t *s, unsigned keep);

/* --- yours: trees ------------------------------------------------------------------------------------------------- */

/*
 * Medusa's tree as a product: head h, 0 <= h < heads, proposes top[h][0..k-1], the likeliest first, and every node of
 * depth h gets the first width[h] of them as children, 1 <= width[h] <= k. Level by level; children of the first
 * parent first. Whatever no longer fits into TREE_NODES is left out, from the end. heads <= TREE_DEPTH.
 */
void tree_medusa(tree_t *t, int32_t root, int heads, int k, const int32_t *top, const int *width);

/*
 * Medusa's tree as it is shipped: acc[h][i] in [0, 1] is the measured share of rounds in which proposal i of head h
 * was right; it need not fall with i. The worth of a node is the product of acc along its path. Build the tree of at
 * most `budget` nodes below the root, 0 <= budget < TREE_NODES, with the greatest sum of worths. Nodes that are worth
 * nothing are left out.
 * k^heads may be billions: do not list all.
 */
void tree_sparse(tree_t *t, int32_t root, int heads, int k, const int32_t *top, const double *acc, int budget);

/*
 * EAGLE-2's tree. The confidence of a node is the product, in double, from the top, of the draft's probabilities along
 * its path; the root's is 1.
 *   expand  draft_rows once for each level 0..depth-1, for the root, then for the `width` most confident nodes of the
 *           level (all, if they are fewer), the most confident first. Each of these gets as children the `width`
 *           likeliest tokens of its row, the likeliest first; never a token of probability 0.
 *   rerank  of all nodes made, keep the `total` most confident ones, 0 <= total < TREE_NODES, in the order in which
 *           they were made.
 * Of equal nodes the one that was made first counts as more confident, of equal tokens the lower one as likelier.
 * A level without nodes ends it; `total` has no say in what is expanded, 0 neither. work[width][V] is yours.
 * depth <= TREE_DEPTH, 1 <= width <= TREE_WIDTH.
 */
typedef struct {
    int depth, width, total;
} eagle_t;
void tree_eagle2(tree_t *t, int32_t root, eagle_t how, int V, models_t *m, float *work);

/* --- yours: one pass for all of it -------------------------------------------------------------------------------- */

/* mask[i]: bit j is set exactly if j is i or an ancestor of i. */
void tree_mask(const tree_t *t, uint64_t *mask);

/* pos[i]: where the token would stand in the text, given that `len` tokens stand before the root. */
void tree_positions(const tree_t *t, int len, int32_t *pos);

/* --- yours: what may stay ----------------------------------------------------------------------------------------- */

/*
 * Where siblings came from. `q` row i is the draft's row from which the children of node i were drawn, in order:
 *   DRAFT_FIXED    chosen without chance, as both of the trees above are; q is not looked at and may be NULL
 *   DRAFT_WITH     each drawn from q, independently: siblings may be equal
 *   DRAFT_WITHOUT  each drawn from q without those before it: siblings differ
 */
enum draft_law { DRAFT_FIXED, DRAFT_WITH, DRAFT_WITHOUT };

/*
 * Judge a tree; p[n][V] row i is the target's after node i. Begin at the root. At a node with p' its row, ask the
 * children in order: child x, drawn from q', is accepted with probability min(1, p'(x)/q'(x)); for DRAFT_FIXED q' is
 * the spike at x. Accepted: go on there. Refused: p' becomes (p' - q')+, normalised, and DRAFT_WITHOUT takes x out of
 * q' and normalises that too. When no child is left, draw *next from p'.
 * path[TREE_DEPTH + 1]: the nodes gone through, the root first. Returns how many, at least 1: as many tokens are
 * committed to the cache, and as many are new to the reader (path's but the root's, then *next).
 * work[2*V] is yours. Trees are at most TREE_DEPTH deep; p and q stay as they are.
 */
int tree_verify(const tree_t *t, enum draft_law law, int V, const float *p, const float *q, double *work, rng_t *r,
                int32_t *path, int32_t *next);

/*
 * After the pass slot len + i holds node i. Keep the n nodes of path, in order, as slots len..len+n-1, and nothing
 * else; len grows by n. Blocks behind the last one in use go back by block_free, the last first, and the table shrinks
 * by them. path[0] is 0, and path rises.
 */
void kv_commit(kv_t *kv, const int32_t *path, int n);

/*
 * One round after token `root`: EAGLE-2's tree, one call of target_rows for all of its nodes, the verdict, the commit.
 * The table has room for kv->len + how.total + 1 slots. out[TREE_DEPTH + 1] gets the new tokens; returns how many.
 * work holds (TREE_NODES + TREE_WIDTH + 4)*V floats, aligned for double.
 */
int tree_round(models_t *m, kv_t *kv, int32_t root, eagle_t how, int V, float *work, rng_t *r, int32_t *out);

/* --- yours: the model as its own draft ------------------------------------------------------------------------------ */

/* Logits y[n][V] of a pass in which only the layers of `keep` run. All of them: the target itself. x[n][d] is yours. */
void lm_rows(lm_t *m, unsigned keep, int n, const int32_t *token, const int32_t *pos, const uint64_t *mask, float *x,
             float *y);

/*
 * Which layers should a draft made of the model itself keep? Begin with all L. Leave out the layer after which
 * keep_agrees is greatest (the lower one of equals), until one is left. Of the sets met on the way, all L included,
 * take the one with the greatest speed-up at K drafts in a chain, S = (1 + a + ... + a^K)/(1 + K c), where a is what
 * keep_agrees says (1 for all L, unasked) and c the share of layers kept; of equals the larger set. 1 <= L <= 16.
 */
unsigned skip_search(sample_t *s, int L, int K);

#endif
