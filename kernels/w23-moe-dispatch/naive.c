/*
 * Expert-parallel dispatch, as simply as it goes: every choice's row is gathered on all ranks, as many for each rank
 * as the busiest one has, and each rank takes what is for its experts. The way back is a sum of arrays that are mostly
 * zeros. Right, with P times the bytes; ref.c says what to do about it.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

struct disp {
    comm_t *comm;
    struct moe m;
    int P, rank;
    int64_t T, most; /* tokens here; choices of the rank that has most */
    int32_t *idx;    /* [P][most] all ranks' choices */
    float *all, *one; /* [P][most][d], [most][d] */
};

disp_t *moe_plan(comm_t *comm, const struct moe *m, int64_t T, const int32_t *idx)
{
    if (m->E % comm_size(comm))
        return NULL;
    disp_t *p = calloc(1, sizeof *p);
    *p = (disp_t){ .comm = comm, .m = *m, .P = comm_size(comm), .rank = comm_rank(comm), .T = T };
    int64_t n = T * m->k;
    comm_all_reduce(comm, &n, &p->most, 1, COMM_I64, COMM_MAX);
    if (comm_broken(comm)) {
        free(p);
        return NULL;
    }
    int32_t *mine = malloc((size_t)p->most * sizeof *mine + 1);
    p->idx = malloc((size_t)(p->P * p->most) * sizeof *p->idx + 1);
    p->all = comm_alloc(p->P * p->most * m->d * (int64_t)sizeof(float));
    p->one = comm_alloc(p->most * m->d * (int64_t)sizeof(float));
    for (int64_t k = 0; k < p->most; k++)
        mine[k] = k < n ? idx[k] : -1;
    comm_all_gather(comm, mine, p->idx, p->most, COMM_I32);
    free(mine);
    int bad = comm_broken(comm) > 0;
    for (int64_t k = 0; !bad && k < p->P * p->most; k++)
        bad = p->idx[k] < -1 || p->idx[k] >= m->E;
    if (bad) {
        moe_free(p);
        return NULL;
    }
    return p;
}

void moe_free(disp_t *p)
{
    if (!p)
        return;
    comm_free(p->one);
    comm_free(p->all);
    free(p->idx);
    free(p);
}

int64_t moe_rows(const disp_t *p, int64_t e)
{
    int64_t sum = 0;
    for (int64_t k = 0; k < p->P * p->most; k++)
        sum += p->idx[k] == p->rank * (p->m.E / p->P) + e;
    return sum;
}

/* Between `all` and rows by expert. */
static void picked(disp_t *p, float *rows, int back)
{
    int64_t d = p->m.d, mine = p->m.E / p->P;
    for (int64_t e = 0; e < mine; e++)
        for (int64_t k = 0; k < p->P * p->most; k++)
            if (p->idx[k] == p->rank * mine + e) {
                memcpy(back ? p->all + k * d : rows, back ? rows : p->all + k * d, (size_t)d * sizeof *rows);
                rows += d;
            }
}

/* x, times w if there is one, of each choice to whoever needs it */
static void there(disp_t *p, const float *x, const float *w, float *rows)
{
    int64_t d = p->m.d;
    for (int64_t k = 0; k < p->T * p->m.k; k++)
        for (int64_t i = 0; i < d; i++)
            p->one[k * d + i] = x[k / p->m.k * d + i] * (w ? w[k] : 1);
    comm_all_gather(p->comm, p->one, p->all, p->most * d, COMM_F32);
    picked(p, rows, 0);
}

/* Each choice's row home into `one`, and their sum into y. */
static void back(disp_t *p, const float *rows, const float *w, float *y)
{
    int64_t d = p->m.d;
    const int32_t *idx = p->idx + p->rank * p->most;
    memset(p->all, 0, (size_t)(p->P * p->most * d) * sizeof *p->all);
    picked(p, (float *)(uintptr_t)rows, 1);
    comm_reduce_scatter(p->comm, p->all, p->one, p->most * d, COMM_F32, COMM_SUM);
    memset(y, 0, (size_t)(p->T * d) * sizeof *y);
    for (int64_t k = 0; k < p->T * p->m.k; k++)
        for (int64_t i = 0; idx[k] >= 0 && i < d; i++)
            y[k / p->m.k * d + i] += p->one[k * d + i] * (w ? w[k] : 1);
}

void moe_dispatch(disp_t *p, const float *x, float *rows)
{
    there(p, x, NULL, rows);
}

void moe_combine(disp_t *p, const float *rows, const float *w, float *y)
{
    back(p, rows, w, y);
}

void moe_combine_bwd(disp_t *p, const float *w, const float *dy, float *drows, float *dw)
{
    int64_t d = p->m.d;
    const int32_t *idx = p->idx + p->rank * p->most;
    for (int64_t k = 0; k < p->T * p->m.k; k++) {
        dw[k] = 0;
        for (int64_t i = 0; idx[k] >= 0 && i < d; i++)
            dw[k] += p->one[k * d + i] * dy[k / p->m.k * d + i];
    }
    there(p, dy, w, drows);
}

void moe_dispatch_bwd(disp_t *p, const float *drows, float *dx)
{
    back(p, drows, NULL, dx);
}

int moe_layer(comm_t *comm, const struct moe *m, int64_t T, const float *x, const int32_t *idx, const float *w,
              float *y)
{
    disp_t *p = moe_plan(comm, m, T, idx);
    int64_t n = 0, d = m->d;
    if (!p)
        return comm_broken(comm) ? MOE_LOST : -1;
    for (int64_t e = 0; e < m->E / p->P; e++)
        n += moe_rows(p, e);
    float *rows = comm_alloc((2 * n + T) * d * (int64_t)sizeof(float)), *done = rows + n * d, *extra = done + n * d;
    moe_dispatch(p, x, rows);
    n = 0;
    for (int64_t e = 0; e < m->E / p->P; n += moe_rows(p, e), e++)
        expert(e, moe_rows(p, e), rows + n * d, done + n * d);
    moe_combine(p, done, w, y);
    if (m->shared)
        shared_expert(T, x, extra);
    for (int64_t k = 0; k < T * d; k++)
        y[k] += extra[k];
    comm_free(rows);
    moe_free(p);
    return comm_broken(comm) ? MOE_LOST : 0;
}

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
