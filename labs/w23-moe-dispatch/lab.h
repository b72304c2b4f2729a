/*
 * lab.h: the interface of w23-moe-dispatch, a mixture of experts whose experts lie on different ranks. Skeleton,
 * reference and harness all include this one file; ridge/ranks.h, which lies beside it, has messages and the clock.
 *
 * P ranks, E experts, P divides E: rank r has experts r·E/P .. (r + 1)·E/P - 1 and calls them 0 .. E/P - 1. Each rank
 * has tokens of its own, T of them, and T may differ from rank to rank and be 0. Choice j of token t is expert
 * idx[t·k + j], with the weight w[t·k + j]; -1 is a choice that was dropped: it is sent nowhere and counts as 0, and
 * its weight may be NaN. Another weight may be 0 or less: that choice is sent as any other. A token may choose an
 * expert twice; that is two rows. Arrays are dense and row-major, floats; tokens and rows have d of them. Arguments of
 * one call do not overlap, and what a function writes may hold anything before.
 */
#ifndef W23_DISPATCH_LAB_H
#define W23_DISPATCH_LAB_H

#include <ridge/ranks.h>

struct moe {
    int64_t E, k, d; /* experts on all ranks, choices of a token, width */
    int shared;      /* 1: there is an expert that every token passes through */
};

/* --- given, in harness.c: experts, which cost virtual time --------------------------------------------------- */

/* y [n][d] = expert e of this rank, 0 <= e < E/P, applied to x [n][d]. They do not overlap; n may be 0. */
void expert(int64_t e, int64_t n, const float *x, float *y);

/* The same with the expert that all ranks have a copy of. */
void shared_expert(int64_t n, const float *x, float *y);

/* --- yours: the exchange ---------------------------------------------------------------------------------------- */

typedef struct disp disp_t; /* what is known of one routing; you define it */

/*
 * Tells all ranks how many rows they will get, in one all-to-all of counts of 4 or 8 bytes. NULL on all ranks if P does
 * not divide E, or if a choice on any of the ranks is less than -1 or not less than E; no rank is left waiting. NULL,
 * too, if a rank has died by then (comm_broken(): counts that never came are no counts). Ranks
 * are those of `comm`, which need not be the world's. idx and m may be gone after the call, and several plans may be
 * alive: all layers have one in a training step.
 */
disp_t *moe_plan(comm_t *comm, const struct moe *m, int64_t T, const int32_t *idx);

/* Rows that come to expert e of this rank, from all ranks. */
int64_t moe_rows(const disp_t *p, int64_t e);

/* rows: for each expert of this rank in turn, moe_rows() rows; within an expert by the rank that they come from, then
 * by token, then by choice. At most one message to each rank; of data, a row for each choice whose expert is there. May
 * be called again on one plan, with other tokens, as moe_combine() may. */
void moe_dispatch(disp_t *p, const float *x, float *rows);

/* rows as above, after the experts. y[t] = sum over the choices of w · its row. As many messages and bytes. */
void moe_combine(disp_t *p, const float *rows, const float *w, float *y);

/* Backwards through moe_combine(), which was the last call on this plan, so that its answers may be used up: dy [T][d]
 * are the gradients of y. drows, in the order of rows: those of the experts' outputs. dw [T][k]: those of w, 0 for a
 * dropped choice. */
void moe_combine_bwd(disp_t *p, const float *w, const float *dy, float *drows, float *dw);

/* Backwards through moe_dispatch(): drows are gradients of its rows, dx [T][d] those of x. */
void moe_dispatch_bwd(disp_t *p, const float *drows, float *dx);

void moe_free(disp_t *p); /* NULL is allowed */

/* --- yours: a layer ---------------------------------------------------------------------------------------------- */

enum { MOE_LOST = -2 };

/*
 * y[t] = sum over the choices of w · expert(x[t]), plus the shared expert's of x[t] if m says so. 0; or -1 on all
 * ranks, where moe_plan() gives NULL because something makes no sense. The same bytes as dispatch and combine. Experts
 * may be called with fewer rows at a time: work while rows are under way.
 *
 * A rank may die meanwhile ("failures" in ridge/ranks.h). MOE_LOST if comm_broken(comm) by the end: y is of no use
 * then, every request has been waited for, and the caller agrees with the others, shrinks and calls again. Rows that
 * never came may be anything: experts take them, and nobody reads what they make of them.
 */
int moe_layer(comm_t *comm, const struct moe *m, int64_t T, const float *x, const int32_t *idx, const float *w,
              float *y);

/* --- yours: figures -------------------------------------------------------------------------------------------- */

/* A model: L layers, each with E experts of three d·ff matrices, k of which a token chooses, and `shared` more which
 * all tokens pass through; `rest` parameters in everything else, which every GPU has a copy of. */
struct model {
    int64_t L, d, ff, E, k, shared, rest;
};

struct sizes {
    int64_t total;  /* parameters */
    int64_t active; /* those that work on one token */
    int64_t held;   /* bytes of parameters on a GPU: its experts, the shared ones, the rest */
    int64_t sent;   /* bytes that a GPU sends in a forward pass if all choices fall evenly: dispatch and combine */
};

/* P GPUs with T tokens each, T a multiple of P; w bytes a number. 0; or -1 if P does not divide E, and then *ret is not
 * looked at. */
int moe_sizes(const struct model *m, int P, int64_t T, int64_t w, struct sizes *ret);

#endif
