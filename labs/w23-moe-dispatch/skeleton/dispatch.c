/*
 * dispatch.c: yours. lab.h says what each function must do; ridge/ranks.h is what you have to do it with.
 *
 * Everything compiles as it stands, and refuses. Start with moe_plan() on paper: two ranks, two experts each, three
 * tokens. What has a rank to know before it can receive?
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

struct disp {
    comm_t *comm;
    struct moe m;
    int64_t T; /* and what else a dispatch and its way back have to know */
};

disp_t *moe_plan(comm_t *comm, const struct moe *m, int64_t T, const int32_t *idx)
{
    /* A rank whose choices make no sense must tell the others, too. */
    (void)comm, (void)m, (void)T, (void)idx;
    return NULL;
}

int64_t moe_rows(const disp_t *p, int64_t e)
{
    (void)p, (void)e;
    return 0;
}

void moe_dispatch(disp_t *p, const float *x, float *rows)
{
    /* Rows come by rank, and are wanted by expert. */
    (void)p, (void)x, (void)rows;
}

void moe_combine(disp_t *p, const float *rows, const float *w, float *y)
{
    (void)p, (void)rows, (void)w, (void)y;
}

void moe_combine_bwd(disp_t *p, const float *w, const float *dy, float *drows, float *dw)
{
    /* Which of the forward pass's rows does dw need? */
    (void)p, (void)w, (void)dy, (void)drows, (void)dw;
}

void moe_dispatch_bwd(disp_t *p, const float *drows, float *dx)
{
    (void)p, (void)drows, (void)dx;
}

void moe_free(disp_t *p)
{
    free(p);
}

int moe_layer(comm_t *comm, const struct moe *m, int64_t T, const float *x, const int32_t *idx, const float *w,
              float *y)
{
    /* First dispatch, experts, combine. Then: what can be computed before the last row is there? */
    (void)comm, (void)m, (void)T, (void)x, (void)idx, (void)w, (void)y;
    return -1;
}

int moe_sizes(const struct model *m, int P, int64_t T, int64_t w, struct sizes *ret)
{
    (void)m, (void)P, (void)T, (void)w;
    memset(ret, 0, sizeof *ret);
    return -1;
}
