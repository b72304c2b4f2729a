/*
 * lab.h: the interface of c13-3d-planner. Skeleton, reference and harness all include this one file.
 *
 * A training job on a cluster, cut in five dimensions: what a plan holds, how long its step is, and the best one. All
 * sizes are elements, parameters or bytes, all rates one way and for one GPU, in FLOP/s and B/s; a multiply-add is two
 * FLOP. Numbers that count are whole, though some of them are doubles. `/` is exact unless a line says "rounded up".
 */
#ifndef C13_PLANNER_LAB_H
#define C13_PLANNER_LAB_H

#include <stdint.h>

struct model {
    int64_t layers, first;  /* the first `first` layers have a dense MLP of mlp0 parameters and no experts */
    int64_t heads;          /* query heads */
    int64_t experts, topk;  /* routed experts of a layer, and how many a token goes to; 0 and 0 without */
    int64_t limit;          /* a token goes to no more than so many nodes; 0: no limit */
    double d, vocab;        /* width; rows of the embedding, which is untied: the head has as many */
    double attn, mlp, mlp0; /* parameters of a layer: attention, the MLP that every token passes; mlp0: see first */
    double expert;          /* parameters of one routed expert */
    double q, kv;           /* elements of a token's queries, of its keys and values together */
    double act;             /* bytes of a token that a layer keeps for its backward pass */
};

struct cluster {
    int64_t gpus, node;     /* in all; of a node */
    double mem;             /* bytes of a GPU */
    double peak, eff;       /* FLOP/s by the data sheet, and the share of them that arithmetic gets */
    double link, net;       /* B/s inside a node, and between nodes */
    double w, g, o;         /* bytes a parameter: weights, gradients, the optimizer's state */
};

struct job {
    struct model m;
    struct cluster c;
    int64_t seq, batch;     /* tokens of a sequence, sequences of a step */
};

struct plan {
    int64_t dp, tp, pp, cp, ep;
    int64_t micro;          /* sequences of a micro-batch */
    int64_t chunks;         /* pieces of layers that a stage has, as w07c's interleaved schedule */
    int64_t zero;           /* 0; 1: the optimizer's state is sharded; 3: weights and gradients, too */
    int64_t recompute;      /* 1: a layer keeps its input alone, and does its forward pass again */
};

/* Ranks are numbered tp first, then cp, dp, and pp last. ep takes no GPUs of its own: experts are shared by ep
 * neighbours of the dp·cp ranks that are tp apart. A group that reaches over g neighbouring ranks runs on `link` if
 * g <= node, else on `net`: g is tp for tp, tp·cp for cp, tp·ep for ep, tp·cp·dp for gradients; pp runs on `net`
 * unless all GPUs are one node. */

/* --- yours: the model ------------------------------------------------------------------------------------- */

double params(const struct model *m);              /* all, with embedding and head */
double active(const struct model *m);              /* those a token is multiplied with: topk experts, no embedding */
double forward(const struct model *m, int64_t seq); /* FLOP a token: 2 each, and causal attention, 2·seq·q a layer */

/* --- yours: what is no plan ----------------------------------------------------------------------------- */

enum fault { NONE, GRID, HEADS, EXPERTS, LAYERS, BATCH, CHUNKS, SEQ, ZERO, ROOM };

/*
 * The first of these that p breaks, or NONE. A piece has n = layers/(pp·chunks) layers, rounded up. Any number of p may
 * be 0 or below; their products fit into 64 bits.
 *   GRID     dp, tp, pp, cp, ep, micro and chunks are at least 1, and dp·tp·pp·cp are the GPUs
 *   HEADS    tp divides the heads
 *   EXPERTS  ep divides dp·cp and, where there are experts, their number; without experts it is 1
 *   LAYERS   chunks is 1 if pp is; of the pp·chunks·n layers that there is room for, at most 2n are missing
 *   BATCH    dp·micro divides the batch; the quotient is the number of micro-batches
 *   CHUNKS   chunks is 1, or pp divides the micro-batches
 *   SEQ      cp is 1, or 2·cp divides seq (zigzag)
 *   ZERO     0 or 1; or 3 if pp is 1; recompute is 0 or 1
 *   ROOM     what the fullest GPU holds is at most mem
 */
enum fault fault(const struct job *j, const struct plan *p);

/* --- yours: memory -------------------------------------------------------------------------------------- */

struct held {
    double weights, grads, optimizer, acts; /* bytes of the fullest GPU */
};

/*
 * Of a plan that breaks no rule before ROOM. The fullest GPU is of stage 0: n·chunks layers, all as if they had
 * experts; the embedding, and the head if pp is 1. tp divides all of it, and ep the experts.
 *   zero 1   the optimizer's state of experts is divided by dp·cp/ep, all other by dp·cp
 *   zero 3   weights and gradients, too; besides there are two layers' weights whole (of each tp's and ep's part)
 *   acts     pieces in flight · n layers · tokens of a micro-batch/cp/tp · act bytes. In flight: min(pp, micro-batches)
 *            with one chunk, else min(2(pp - 1) + (chunks - 1)·pp + 1, micro-batches·chunks). With recompute 2·d bytes
 *            in place of act, and for one layer act besides.
 */
void memory(const struct job *j, const struct plan *p, struct held *ret);

/* --- yours: time ---------------------------------------------------------------------------------- */

struct times {
    double compute, tp, cp, ep, pp, fsdp; /* seconds of a micro-batch on the busiest stage; see below */
    double micro;                         /* their sum */
    double idle;                          /* the pipeline's, seconds of a step */
    double dp;                            /* visible seconds of the gradients' exchange */
    double step;
};

/*
 * Of a plan that breaks no rule, but for ROOM. T = micro·seq/cp tokens; L = n·chunks layers of a stage, all of the
 * model if pp is 1. Passes: 3 forward passes' worth of arithmetic, 4 with recompute.
 *   compute  a layer is forward()'s share of one, with experts, times T/tp; the head 2·vocab·d·T/tp. The missing layers
 *            are missing at both ends, rounded up at the front: the last stage has L less the rest of them, and the
 *            head. The slower of a full stage and the last one, times passes, over peak·eff.
 *   tp       a layer has 4 all-reduces of T·d elements of 2 bytes, 6 with recompute, in a ring: nothing hides them.
 *   cp       a layer passes cp - 1 times T·kv/tp elements of 2 bytes, `passes` times. Hidden behind the stage's
 *            attention, 2·seq·q·T/tp FLOP a layer and pass at peak·eff: what is longer than that.
 *   ep       without experts or with ep 1 nothing; else a layer's tokens T/tp go to topk experts (over `net` at most to
 *            `limit` nodes, if there is one), 2·d bytes each, (ep - 1)/ep of them to others, and back, in each pass
 *            and in the backward one: 4 times, 6 with recompute. Hidden behind compute: what is longer than that.
 *   pp       with pp > 1, 2·chunks messages of T·d/tp elements of 2 bytes, which nothing hides.
 *   fsdp     zero 3: weights are gathered twice and gradients scattered once, of each group D (dp·cp/ep for experts):
 *            (D - 1)/D of 2·w + g bytes a parameter. What is longer than compute.
 *   idle     micro·(pp - 1)/chunks
 *   dp       zero 0: an all-reduce of gradients in a ring, g bytes; zero 1: (D - 1)/D of g + w bytes a parameter.
 *            Parameters as in memory(). What is longer than `micro`; 0 with zero 3.
 *   step     micro times the micro-batches, idle, dp.
 */
void times(const struct job *j, const struct plan *p, struct times *ret);

/* What a paper would print: FLOP/s of a GPU, counting `passes` (3 or 4) forward passes a step, whatever p does. */
double reported(const struct job *j, const struct plan *p, int passes);

/* --- yours: the plan ------------------------------------------------------------------------------ */

/* The plan without a fault whose step is shortest, of all dp, tp, pp, cp, ep; micro of 1, 2, 4, 8; chunks up to 8; zero
 * of 0, 1, 3; recompute of 0, 1. Returns 1, or 0 if there is none. Of equally short ones any. */
int best(const struct job *j, struct plan *ret);

#endif
