/*
 * Expert-parallel dispatch, the reference. Where naive.c spends its bytes and its time, and what is done about it:
 *
 *   counts first     one all-to-all of E/P counts a pair of ranks; then each message is as long as what is in it.
 *                    naive.c gathers all tokens on all ranks. A rank that refuses says so in its counts.
 *   sorted once      choices are sorted by expert, so that a rank's rows lie side by side and in its experts' order.
 *                    The way back takes the same places.
 *   by arrival       moe_layer() works on a rank's rows when they are there, and sends them back at once: own rows
 *                    first, as they need no message; the shared expert last, while the last answers are under way.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

struct disp {
    comm_t *comm;
    struct moe m;
    int P, rank;
    int64_t T, mine;      /* tokens, experts here */
    int64_t *want, *have; /* [E] rows of ours by expert; [P][mine] rows that come, by rank and expert */
    int64_t *at;          /* [T][k] the place of a choice among the rows that are sent; -1: dropped */
    float *out, *in;      /* [rows sent][d], [rows received][d], by rank */
    comm_req req[2 * COMM_MAX_RANKS];
};

static size_t row(const disp_t *p, int64_t n)
{
    return (size_t)(n * p->m.d) * sizeof(float);
}

/* Rows that go to rank r, and that come from there; those of all ranks before it. */
static int64_t leaving(const disp_t *p, int r)
{
    int64_t sum = 0;
    for (int64_t e = 0; e < p->mine; e++)
        sum += p->want[r * p->mine + e];
    return sum;
}

static int64_t coming(const disp_t *p, int r)
{
    int64_t sum = 0;
    for (int64_t e = 0; e < p->mine; e++)
        sum += p->have[r * p->mine + e];
    return sum;
}

static int64_t leaving_before(const disp_t *p, int r)
{
    int64_t sum = 0;
    for (int k = 0; k < r; k++)
        sum += leaving(p, k);
    return sum;
}

static int64_t coming_before(const disp_t *p, int r)
{
    int64_t sum = 0;
    for (int k = 0; k < r; k++)
        sum += coming(p, k);
    return sum;
}

/* ------------------------------------------------------------------------------------------------ the plan */

/* Counts choices by expert. -1: there is one that makes no sense. */
static int counted(disp_t *p, const int32_t *idx)
{
    for (int64_t k = 0; k < p->T * p->m.k; k++) {
        if (idx[k] < -1 || idx[k] >= p->m.E)
            return -1;
        if (idx[k] >= 0)
            p->want[idx[k]]++;
    }
    return 0;
}

static void placed(disp_t *p, const int32_t *idx)
{
    int64_t *next = calloc((size_t)p->m.E, sizeof *next);
    for (int64_t e = 1; e < p->m.E; e++)
        next[e] = next[e - 1] + p->want[e - 1];
    for (int64_t k = 0; k < p->T * p->m.k; k++)
        p->at[k] = idx[k] < 0 ? -1 : next[idx[k]]++;
    free(next);
}

disp_t *moe_plan(comm_t *comm, const struct moe *m, int64_t T, const int32_t *idx)
{
    if (m->E % comm_size(comm))
        return NULL;
    disp_t *p = calloc(1, sizeof *p);
    *p = (disp_t){ .comm = comm, .m = *m, .P = comm_size(comm), .rank = comm_rank(comm), .T = T };
    p->mine = m->E / p->P;
    p->want = calloc((size_t)(2 * m->E), sizeof *p->want);
    p->have = p->want + m->E;
    p->at = calloc((size_t)(T * m->k) + 1, sizeof *p->at);
    int bad = counted(p, idx);
    for (int64_t e = 0; bad && e < m->E; e++)
        p->want[e] = -1;
    comm_all_to_all(comm, p->want, p->have, p->mine, COMM_I64);
    for (int64_t e = 0; e < m->E; e++)
        bad |= p->have[e] < 0;
    if (bad || comm_broken(comm)) {
        moe_free(p);
        return NULL;
    }
    placed(p, idx);
    p->out = comm_alloc((int64_t)row(p, leaving_before(p, p->P)));
    p->in = comm_alloc((int64_t)row(p, coming_before(p, p->P)));
    return p;
}

void moe_free(disp_t *p)
{
    if (!p)
        return;
    comm_free(p->in);
    comm_free(p->out);
    free(p->at);
    free(p->want);
    free(p);
}

int64_t moe_rows(const disp_t *p, int64_t e)
{
    int64_t sum = 0;
    for (int r = 0; r < p->P; r++)
        sum += p->have[r * p->mine + e];
    return sum;
}

/* ----------------------------------------------------------------------------------------- there and back */

/* From `out` to `in`, or, with back, from `in` to `out`. */
static void swap_rows(disp_t *p, int back)
{
    int n = 0;
    float *from = back ? p->in : p->out, *to = back ? p->out : p->in;
    for (int s = 0; s < p->P; s++) {
        int r = (p->rank + s) % p->P, l = (p->rank + p->P - s) % p->P;
        int64_t go = back ? coming(p, r) : leaving(p, r), go_at = back ? coming_before(p, r) : leaving_before(p, r);
        int64_t come = back ? leaving(p, l) : coming(p, l), at = back ? leaving_before(p, l) : coming_before(p, l);
        if (s == 0)
            memcpy(to + at * p->m.d, from + go_at * p->m.d, row(p, go));
        if (s && come)
            p->req[n++] = comm_irecv(p->comm, to + at * p->m.d, (int64_t)row(p, come), l, 0);
        if (s && go)
            p->req[n++] = comm_isend(p->comm, from + go_at * p->m.d, (int64_t)row(p, go), r, 0);
    }
    comm_waitall(n, p->req);
}

/* `in` lies by rank and then by expert, rows by expert and then by rank. */
static void sorted(disp_t *p, float *rows, int back)
{
    for (int64_t e = 0; e < p->mine; e++) {
        float *in = p->in;
        for (int r = 0; r < p->P; r++)
            for (int64_t k = 0; k < p->mine; k++) {
                int64_t n = p->have[r * p->mine + k];
                if (k == e) {
                    memcpy(back ? in : rows, back ? rows : in, row(p, n));
                    rows += n * p->m.d;
                }
                in += n * p->m.d;
            }
    }
}

/* Each choice's row in `out`: its token of x, times w if there is one. */
static void spread(disp_t *p, const float *x, const float *w)
{
    int64_t d = p->m.d;
    for (int64_t k = 0; k < p->T * p->m.k; k++)
        for (int64_t i = 0; p->at[k] >= 0 && i < d; i++)
            p->out[p->at[k] * d + i] = x[k / p->m.k * d + i] * (w ? w[k] : 1);
}

/* y[t] += its choices' rows in `out`, times w if there is one. */
static void gathered(const disp_t *p, const float *w, float *y)
{
    int64_t d = p->m.d;
    for (int64_t k = 0; k < p->T * p->m.k; k++)
        for (int64_t i = 0; p->at[k] >= 0 && i < d; i++)
            y[k / p->m.k * d + i] += p->out[p->at[k] * d + i] * (w ? w[k] : 1);
}

void moe_dispatch(disp_t *p, const float *x, float *rows)
{
    spread(p, x, NULL);
    swap_rows(p, 0);
    sorted(p, rows, 0);
}

void moe_combine(disp_t *p, const float *rows, const float *w, float *y)
{
    sorted(p, (float *)(uintptr_t)rows, 1);
    swap_rows(p, 1);
    memset(y, 0, row(p, p->T));
    gathered(p, w, y);
}

void moe_combine_bwd(disp_t *p, const float *w, const float *dy, float *drows, float *dw)
{
    int64_t d = p->m.d;
    for (int64_t k = 0; k < p->T * p->m.k; k++) {
        dw[k] = 0;
        for (int64_t i = 0; p->at[k] >= 0 && i < d; i++)
            dw[k] += p->out[p->at[k] * d + i] * dy[k / p->m.k * d + i];
    }
    spread(p, dy, w);
    swap_rows(p, 0);
    sorted(p, drows, 0);
}

void moe_dispatch_bwd(disp_t *p, const float *drows, float *dx)
{
    sorted(p, (float *)(uintptr_t)drows, 1);
    swap_rows(p, 1);
    memset(dx, 0, row(p, p->T));
    gathered(p, NULL, dx);
}

/* ------------------------------------------------------------------------------------------------- a layer */

/* The rows that came from rank r, through all experts of this rank. */
static void worked(disp_t *p, int r, float *done)
{
    int64_t first = coming_before(p, r) * p->m.d;
    const float *in = p->in + first;
    done += first;
    for (int64_t e = 0; e < p->mine; e++) {
        int64_t n = p->have[r * p->mine + e];
        if (n)
            expert(e, n, in, done);
        in += n * p->m.d;
        done += n * p->m.d;
    }
}

/* Posts all answers' receives, works on rows as they come and sends them back. */
static void by_arrival(disp_t *p, const comm_req *in, float *done, float *ours)
{
    comm_req open[COMM_MAX_RANKS];
    int from[COMM_MAX_RANKS], left = 0;
    int64_t d = p->m.d;
    for (int s = 1; s < p->P; s++) {
        int r = (p->rank + p->P - s) % p->P, to = (p->rank + s) % p->P;
        if (leaving(p, to))
            p->req[p->P + s] = comm_irecv(p->comm, ours + leaving_before(p, to) * d, (int64_t)row(p, leaving(p, to)),
                                          to, 1);
        if (coming(p, r)) {
            from[left] = r;
            open[left++] = in[s];
        }
    }
    worked(p, p->rank, done);
    memcpy(ours + leaving_before(p, p->rank) * d, done + coming_before(p, p->rank) * d, row(p, coming(p, p->rank)));
    while (left) {
        int k = comm_waitany(left, open, NULL), r = from[k];
        int64_t at = coming_before(p, r) * d;
        worked(p, r, done);
        p->req[(p->rank - r + p->P) % p->P] = comm_isend(p->comm, done + at, (int64_t)row(p, coming(p, r)), r, 1);
        open[k] = open[--left];
        from[k] = from[left];
    }
}

static void layer(disp_t *p, const float *x, const float *w, float *y)
{
    int64_t d = p->m.d, rows = leaving_before(p, p->P);
    comm_req in[COMM_MAX_RANKS], out[COMM_MAX_RANKS];
    float *done = comm_alloc((int64_t)row(p, coming_before(p, p->P))), *ours = comm_alloc((int64_t)row(p, rows));
    spread(p, x, NULL);
    for (int s = 1; s < p->P; s++) {
        int r = (p->rank + p->P - s) % p->P, to = (p->rank + s) % p->P;
        if (coming(p, r))
            in[s] = comm_irecv(p->comm, p->in + coming_before(p, r) * d, (int64_t)row(p, coming(p, r)), r, 0);
        if (leaving(p, to))
            out[s] = comm_isend(p->comm, p->out + leaving_before(p, to) * d, (int64_t)row(p, leaving(p, to)), to, 0);
    }
    memcpy(p->in + coming_before(p, p->rank) * d, p->out + leaving_before(p, p->rank) * d,
           row(p, coming(p, p->rank)));
    by_arrival(p, in, done, ours);
    memset(y, 0, row(p, p->T));
    if (p->m.shared)
        shared_expert(p->T, x, y);
    for (int s = 1; s < p->P; s++) {
        if (coming(p, (p->rank + p->P - s) % p->P))
            comm_wait(p->req[s], NULL);
        if (leaving(p, (p->rank + s) % p->P)) {
            comm_wait(p->req[p->P + s], NULL);
            comm_wait(out[s], NULL);
        }
    }
    memcpy(p->out, ours, row(p, rows));
    gathered(p, w, y);
    comm_free(ours);
    comm_free(done);
}

int moe_layer(comm_t *comm, const struct moe *m, int64_t T, const float *x, const int32_t *idx, const float *w,
              float *y)
{
    disp_t *p = moe_plan(comm, m, T, idx);
    if (!p)
        return comm_broken(comm) ? MOE_LOST : -1;
    layer(p, x, w, y);
    moe_free(p);
    return comm_broken(comm) ? MOE_LOST : 0;
}

/* ------------------------------------------------------------------------------------------------- figures */

int moe_sizes(const struct model *m, int P, int64_t T, int64_t w, struct sizes *ret)
{
    int64_t one = 3 * m->d * m->ff;
    if (m->E % P)
        return -1;
    ret->total = m->rest + m->L * (m->E + m->shared) * one;
    ret->active = m->rest + m->L * (m->k + m->shared) * one;
    ret->held = w * (m->rest + m->L * (m->E / P + m->shared) * one);
    ret->sent = 2 * m->L * m->k * (T / P) * (P - 1) * m->d * w;
    return 0;
}
