/* lib_gemm_kernel.h: the product in one type; lib_gemm.c includes it once for each. */

enum { NAME(MR) = 2 * WIDTH };
typedef REAL NAME(vec) __attribute__((vector_size(WIDTH * sizeof(REAL)), aligned(WIDTH * sizeof(REAL))));
typedef REAL NAME(vec_u) __attribute__((vector_size(WIDTH * sizeof(REAL)), aligned(sizeof(REAL)), may_alias));

/* Packs rows x cols of v, `height` rows at a time, columns in order within; what is missing is 0. */
static void NAME(pack)(REAL *to, const struct view *v, size_t row, size_t col, unsigned rows, unsigned cols,
                       unsigned height)
{
    size_t size = gemm_size(v->type);
    for (unsigned i = 0; i < rows; i += height) {
        unsigned have = rows - i < height ? rows - i : height;
        for (unsigned j = 0; j < cols; j++, to += height) {
            size_t at = (row + i) * v->rs + (col + j) * v->cs;
            if (v->type == (sizeof(REAL) == 4 ? GEMM_F32 : GEMM_F64))
                for (unsigned x = 0; x < have; x++)
                    to[x] = ((const REAL *)v->p)[at + x * v->rs];
            else
                for (unsigned x = 0; x < have; x++)
                    to[x] = (REAL)gemm_load(v->p + (at + x * v->rs) * size, 0, v->type);
            for (unsigned x = have; x < height; x++)
                to[x] = 0;
        }
    }
}

/* sum[c] = the product of a packed strip of A and one of B. */
static void NAME(kernel)(unsigned k, const REAL *a, const REAL *b, NAME(vec) sum[NR][2])
{
    NAME(vec) s[NR][2];
    for (unsigned c = 0; c < NR; c++)
        s[c][0] = s[c][1] = (NAME(vec)){ 0 };
    for (; k; k--, a += NAME(MR), b += NR) {
        NAME(vec) a0 = *(const NAME(vec) *)a, a1 = *(const NAME(vec) *)(a + WIDTH);
#pragma GCC unroll 6
        for (unsigned c = 0; c < NR; c++) {
            s[c][0] += a0 * b[c];
            s[c][1] += a1 * b[c];
        }
    }
    memcpy(sum, s, sizeof s);
}

/* C += alpha sum, or in the first round of k beta C + alpha sum. */
static void NAME(update)(REAL *c, size_t ldc, unsigned rows, unsigned cols, NAME(vec) sum[NR][2], REAL alpha,
                         REAL beta, int first)
{
    for (unsigned j = 0; j < cols; j++) {
        REAL *to = c + j * ldc;
        const REAL *s = (const REAL *)sum[j];
        if (rows == NAME(MR) && !first) {
            *(NAME(vec_u) *)to += alpha * sum[j][0];
            *(NAME(vec_u) *)(to + WIDTH) += alpha * sum[j][1];
            continue;
        }
        for (unsigned i = 0; i < rows; i++)
            to[i] = alpha * s[i] + (!first ? to[i] : beta != 0 ? beta * to[i] : 0);
    }
}

static void NAME(block)(const struct task *t, const REAL *pa, const REAL *pb, unsigned m0, unsigned n0,
                        unsigned m, unsigned n, unsigned k, int first)
{
    const struct gemm *g = t->g;
    REAL *c = t->acc ? (REAL *)t->acc : (REAL *)g->c, alpha = t->acc ? 1 : (REAL)g->alpha;
    size_t ldc = t->acc ? g->m : g->ldc;
    NAME(vec) sum[NR][2];

    for (unsigned j = 0; j < n; j += NR)
        for (unsigned i = 0; i < m; i += NAME(MR)) {
            NAME(kernel)(k, pa + (size_t)i * k, pb + (size_t)j * k, sum);
            NAME(update)(c + (m0 + i) + (n0 + j) * ldc, ldc, m - i < NAME(MR) ? m - i : NAME(MR),
                         n - j < NR ? n - j : NR, sum, alpha, t->acc ? 0 : (REAL)g->beta, first);
        }
}

/* One processor's share: some columns of C. */
static void NAME(columns)(void *arg, unsigned which)
{
    const struct task *t = arg;
    const struct gemm *g = t->g;
    unsigned strips = (g->n + NR - 1) / NR;
    unsigned from = (unsigned)((uint64_t)strips * which / t->parts) * NR;
    unsigned to = (unsigned)((uint64_t)strips * (which + 1) / t->parts) * NR;
    REAL *pa = aligned_alloc(64, sizeof(REAL) * MC * KC), *pb = aligned_alloc(64, sizeof(REAL) * NC * KC);

    to = to < g->n ? to : g->n;
    for (unsigned n0 = from; pa && pb && n0 < to; n0 += NC)
        for (unsigned k0 = 0; k0 < g->k; k0 += KC) {
            unsigned n = to - n0 < NC ? to - n0 : NC, k = g->k - k0 < KC ? g->k - k0 : KC;
            struct view bt = { t->b.p, t->b.cs, t->b.rs, t->b.type }; /* strips of B go along n */
            NAME(pack)(pb, &bt, n0, k0, n, k, NR);
            for (unsigned m0 = 0; m0 < g->m; m0 += MC) {
                unsigned m = g->m - m0 < MC ? g->m - m0 : MC;
                NAME(pack)(pa, &t->a, m0, k0, m, k, NAME(MR));
                NAME(block)(t, pa, pb, m0, n0, m, n, k, k0 == 0);
            }
        }
    free(pa);
    free(pb);
}
