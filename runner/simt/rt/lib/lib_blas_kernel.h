/* lib_blas_kernel.h: the operations in one type; lib_blas.c includes it once for each. */

/* A vector with negative steps begins at its end. */
static REAL *NAME(start)(const void *p, long n, long inc)
{
    return (REAL *)(uintptr_t)p + (inc < 0 ? (1 - n) * inc : 0);
}

static void NAME(reduce)(const struct blas *b)
{
    const REAL *x = NAME(start)(b->x, b->n, b->incx), *y = b->y ? NAME(start)(b->y, b->n, b->incy) : NULL;
    double sum = 0;
    long best = 0;

    for (long i = 0; i < b->n; i++) {
        double v = (double)x[i * b->incx], far = fabs(v), top = fabs((double)x[best * b->incx]);
        switch (b->op) {
        case BLAS_DOT: sum += v * (double)y[i * b->incy]; break;
        case BLAS_NRM2: sum += v * v; break;
        case BLAS_ASUM: sum += far; break;
        default:
            if (b->op == BLAS_AMAX ? far > top : far < top)
                best = i;
        }
    }
    if (b->op == BLAS_AMAX || b->op == BLAS_AMIN)
        *(int *)b->result = b->n > 0 && b->incx > 0 ? (int)best + 1 : 0; /* counted from 1, as in Fortran */
    else
        *(REAL *)b->result = (REAL)(b->op == BLAS_NRM2 ? sqrt(sum) : sum);
}

static void NAME(vector)(const struct blas *b, REAL alpha, REAL beta)
{
    REAL *x = b->x ? NAME(start)(b->x, b->n, b->incx) : NULL, *y = NAME(start)(b->y, b->n, b->incy);
    for (long i = 0; i < b->n; i++) {
        REAL *px = x ? x + i * b->incx : NULL, *py = y + i * b->incy, old = *py;
        switch (b->op) {
        case BLAS_AXPY: *py += alpha * *px; break;
        case BLAS_SCAL: *py *= alpha; break;
        case BLAS_COPY: *py = *px; break;
        case BLAS_SWAP: *py = *px, *px = old; break;
        default: *py = alpha * old - beta * *px, *px = alpha * *px + beta * old; break; /* rot: c and s */
        }
    }
}

static void NAME(gemv)(const struct blas *b, REAL alpha, REAL beta)
{
    long rows = b->trans ? b->n : b->m, cols = b->trans ? b->m : b->n;
    const REAL *a = b->a, *x = NAME(start)(b->x, cols, b->incx);
    REAL *y = NAME(start)(b->y, rows, b->incy);

    for (long i = 0; i < rows; i++)
        y[i * b->incy] = beta != 0 ? beta * y[i * b->incy] : 0;
    for (long j = 0; j < b->n; j++) { /* columns as they lie in memory */
        const REAL *column = a + j * b->lda;
        if (b->trans) {
            REAL sum = 0;
            for (long i = 0; i < b->m; i++)
                sum += column[i] * x[i * b->incx];
            y[j * b->incy] += alpha * sum;
        } else {
            REAL by = alpha * x[j * b->incx];
            for (long i = 0; i < b->m; i++)
                y[i * b->incy] += by * column[i];
        }
    }
}

static void NAME(ger)(const struct blas *b, REAL alpha)
{
    const REAL *x = NAME(start)(b->x, b->m, b->incx), *y = NAME(start)(b->a, b->n, b->incy);
    REAL *a = b->y;
    for (long j = 0; j < b->n; j++)
        for (long i = 0; i < b->m; i++)
            a[i + j * b->lda] += alpha * x[i * b->incx] * y[j * b->incy];
}

static void NAME(geam)(const struct blas *b, REAL alpha, REAL beta)
{
    const REAL *p = b->a, *q = b->x;
    REAL *c = b->y;
    for (long j = 0; j < b->n; j++)
        for (long i = 0; i < b->m; i++) {
            REAL sum = 0;
            if (alpha != 0)
                sum += alpha * (b->trans ? p[j + i * b->lda] : p[i + j * b->lda]);
            if (beta != 0)
                sum += beta * (b->trans_b ? q[j + i * b->incx] : q[i + j * b->incx]);
            c[i + j * b->incy] = sum;
        }
}

static void NAME(dgmm)(const struct blas *b)
{
    const REAL *a = b->a, *x = NAME(start)(b->x, b->right ? b->n : b->m, b->incx);
    REAL *c = b->y;
    for (long j = 0; j < b->n; j++)
        for (long i = 0; i < b->m; i++)
            c[i + j * b->incy] = a[i + j * b->lda] * x[(b->right ? j : i) * b->incx];
}

/* Solves op(A) x = x for a triangle of order n; x has the given step. */
static void NAME(solve)(const struct blas *b, long n, int trans, REAL *x, long step)
{
    const REAL *a = b->a;
    int down = b->upper == trans; /* op(A) is lower: from the first unknown on */
    for (long at = 0; at < n; at++) {
        long i = down ? at : n - 1 - at;
        REAL v = x[i * step];
        for (long other = 0; other < at; other++) {
            long j = down ? other : n - 1 - other;
            v -= (trans ? a[j + i * b->lda] : a[i + j * b->lda]) * x[j * step];
        }
        x[i * step] = b->unit ? v : v / a[i + i * b->lda];
    }
}

static void NAME(trsm)(const struct blas *b, REAL alpha)
{
    REAL *x = b->y;
    for (long j = 0; j < b->n; j++)
        for (long i = 0; i < b->m; i++)
            x[i + j * b->incy] *= alpha;
    if (b->right) /* X op(A) = B: each row solves the transposed system */
        for (long i = 0; i < b->m; i++)
            NAME(solve)(b, b->n, !b->trans, x + i, b->incy);
    else
        for (long j = 0; j < b->n; j++)
            NAME(solve)(b, b->m, b->trans, x + j * b->incy, 1);
}

/* The whole matrix that a triangle stands for: symmetric, or with zeros beyond it. */
static REAL *NAME(whole)(const struct blas *b, long n, int symmetric)
{
    const REAL *a = b->a;
    REAL *w = malloc(sizeof(REAL) * (size_t)(n * n));
    for (long j = 0; w && j < n; j++)
        for (long i = 0; i < n; i++) {
            int stored = b->upper ? i <= j : i >= j;
            REAL v = stored ? a[i + j * b->lda] : symmetric ? a[j + i * b->lda] : 0;
            w[i + j * n] = i == j && b->unit ? 1 : v;
        }
    return w;
}

/* trmm, symm: C = alpha W B + beta C, or with W on the right. */
static void NAME(product)(const struct blas *b, REAL alpha, REAL beta)
{
    int symmetric = b->op == BLAS_SYMM;
    long order = b->right ? b->n : b->m;
    REAL *w = NAME(whole)(b, order, symmetric), *copy = NULL;
    const void *x = b->x;
    struct gemm g = { .m = (unsigned)b->m,
                      .n = (unsigned)b->n,
                      .k = (unsigned)order,
                      .type_a = TYPE,
                      .type_b = TYPE,
                      .type_c = TYPE,
                      .c = b->y,
                      .ldc = (size_t)b->incy,
                      .alpha = (double)alpha,
                      .beta = symmetric ? (double)beta : 0 };
    if (!w)
        return;
    if (b->x == b->y) { /* trmm may be in place */
        size_t size = sizeof(REAL) * (size_t)((b->n - 1) * b->incx + b->m);
        copy = malloc(size);
        if (copy)
            x = memcpy(copy, b->x, size);
    }
    g.a = b->right ? x : w, g.lda = (size_t)(b->right ? b->incx : order);
    g.b = b->right ? w : x, g.ldb = (size_t)(b->right ? order : b->incx);
    g.transposed_a = !b->right && b->trans, g.transposed_b = b->right && b->trans;
    gemm_run(&g);
    free(copy);
    free(w);
}

static void NAME(syrk)(const struct blas *b, REAL alpha, REAL beta)
{
    REAL *w = malloc(sizeof(REAL) * (size_t)(b->n * b->n)), *c = b->y;
    struct gemm g = { .m = (unsigned)b->n,
                      .n = (unsigned)b->n,
                      .k = (unsigned)b->k,
                      .type_a = TYPE,
                      .type_b = TYPE,
                      .type_c = TYPE,
                      .a = b->a,
                      .b = b->a,
                      .c = w,
                      .lda = (size_t)b->lda,
                      .ldb = (size_t)b->lda,
                      .ldc = (size_t)b->n,
                      .transposed_a = b->trans,
                      .transposed_b = !b->trans,
                      .alpha = (double)alpha };
    if (!w)
        return;
    gemm_run(&g);
    for (long j = 0; j < b->n; j++)
        for (long i = b->upper ? 0 : j; i < (b->upper ? j + 1 : b->n); i++)
            c[i + j * b->incy] = w[i + j * b->n] + (beta != 0 ? beta * c[i + j * b->incy] : 0);
    free(w);
}

static void NAME(blas)(const struct blas *b, REAL alpha, REAL beta)
{
    switch (b->op) {
    case BLAS_DOT:
    case BLAS_NRM2:
    case BLAS_ASUM:
    case BLAS_AMAX:
    case BLAS_AMIN: NAME(reduce)(b); break;
    case BLAS_GEMV: NAME(gemv)(b, alpha, beta); break;
    case BLAS_GER: NAME(ger)(b, alpha); break;
    case BLAS_TRSV: NAME(solve)(b, b->n, b->trans, NAME(start)(b->y, b->n, b->incy), b->incy); break;
    case BLAS_GEAM: NAME(geam)(b, alpha, beta); break;
    case BLAS_DGMM: NAME(dgmm)(b); break;
    case BLAS_TRSM: NAME(trsm)(b, alpha); break;
    case BLAS_TRMM:
    case BLAS_SYMM: NAME(product)(b, alpha, beta); break;
    case BLAS_SYRK: NAME(syrk)(b, alpha, beta); break;
    default: NAME(vector)(b, alpha, beta);
    }
}
