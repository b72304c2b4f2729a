/*
 * ref.c: one matrix product, written six times, each time a few lines further from the textbook.
 *
 * C = A·B, row-major float32, any size from 0 up, pointers of any alignment. What each version
 * changes, and why that makes it faster:
 *
 *   1 sgemm_ijk      One dot product after another. The inner loop reads A along a row and B down
 *                    a column: each step lands on another cache line of B and uses 4 of its 64
 *                    bytes. Its sum is also one long chain: every addition waits for the last.
 *   2 sgemm_ikj      The same loops in another order. Now the inner one runs along a row of B and
 *                    a row of C: 16 floats come out of every line, and no step waits for another,
 *                    so the compiler may use vectors. More accesses than before, and a sixteenth
 *                    of the misses.
 *   3 sgemm_tiled    ikj reads all of B once for every row of A. Cut into tiles, a piece of B stays
 *                    in a cache while all rows of A go past. But C still travels to memory and back
 *                    on every step, and with rows 2^k bytes apart a square tile falls into few
 *                    cache sets and evicts itself.
 *   4 sgemm_simd     A 6×16 tile of C lives in 12 registers while k runs over its whole length. A
 *                    step costs 2 loads of B and 6 of A for 12 vector multiply-adds: C is touched
 *                    once. B is still read down its columns, so misses remain.
 *   5 sgemm_packed   The same tile, fed from copies of A and B in which everything is in the order
 *                    of use: no wasted line, no far stride, no set conflict, few pages. Blocks are
 *                    sized for a cache each (see struct kernel). The copies cost n² work on n³ use.
 *   6 sgemm_threads  Two halves of C share no output, so two threads need no lock: split, join.
 *
 * Stages 4 to 6 pick their instructions when they run, so one binary serves any x86-64.
 */
#include "lab.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

static size_t round_up(size_t n, size_t unit)
{
    return (n + unit - 1) / unit * unit;
}

static void zero(int M, int N, float *C)
{
    if (M > 0 && N > 0)
        memset(C, 0, (size_t)M * (size_t)N * sizeof *C);
}

/* --- 1, 2, 3: plain loops --------------------------------------------------------------------- */

void sgemm_ijk(int M, int N, int K, const float *A, const float *B, float *C)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                sum += A[(size_t)i * K + k] * B[(size_t)k * N + j];
            C[(size_t)i * N + j] = sum;
        }
}

void sgemm_ikj(int M, int N, int K, const float *A, const float *B, float *C)
{
    zero(M, N, C);
    for (int i = 0; i < M; i++) {
        float *restrict c = C + (size_t)i * N;
        for (int k = 0; k < K; k++) {
            const float a = A[(size_t)i * K + k];
            const float *restrict b = B + (size_t)k * N;
            for (int j = 0; j < N; j++)
                c[j] += a * b[j];
        }
    }
}

enum { TILE = 64 };

void sgemm_tiled(int M, int N, int K, const float *A, const float *B, float *C)
{
    zero(M, N, C);
    for (int k0 = 0; k0 < K; k0 += TILE)
        for (int j0 = 0; j0 < N; j0 += TILE) {
            const int k1 = min_int(k0 + TILE, K), j1 = min_int(j0 + TILE, N);
            for (int i = 0; i < M; i++) { /* the tile of B is used again by every row of A */
                float *restrict c = C + (size_t)i * N;
                for (int k = k0; k < k1; k++) {
                    const float a = A[(size_t)i * K + k];
                    const float *restrict b = B + (size_t)k * N;
                    for (int j = j0; j < j1; j++)
                        c[j] += a * b[j];
                }
            }
        }
}

/* --- 4: a tile of C in registers -------------------------------------------------------------- */

/*
 * The micro-kernel: c[6][16] = (add ? c : 0) + Σ_k a(:,k) · b(k,:), an outer product per step.
 *
 *                b0 = b[0..7]   b1 = b[8..15]           16 registers:
 *     a(0) ──►   c00            c01                     12 hold the tile,
 *     a(1) ──►   c10            c11                      2 hold a row of b,
 *      ...       ...            ...                      1 or 2 hold a(i) in all lanes
 *     a(5) ──►   c50            c51
 *
 * Why 6×16: the core starts 2 FMA a cycle and each takes 4, so 8 chains must be in flight; 12 are.
 * And it loads 2 vectors a cycle: 12 FMA need 6 cycles, the 8 loads beside them only 4.
 *
 * a(i,k) lies at a[i*a_row + k*a_step], b(k,:) at b[k*b_step]. Stage 4 passes the strides of the
 * matrices, stage 5 the strides of its copies. Between the two nothing else changes.
 *
 * set1(load) rather than broadcast_ss: the same instruction, but a load that tools can see.
 */
#define ROWS_6(X) X(0) X(1) X(2) X(3) X(4) X(5)

LAB_AVX2 static inline __attribute__((always_inline)) void
micro_6x16(int K, const float *a, size_t a_row, size_t a_step, const float *b, size_t b_step,
           float *c, size_t ldc, int add)
{
#define CLEAR(i) __m256 c##i##0 = _mm256_setzero_ps(), c##i##1 = c##i##0;
#define STEP(i)                                         \
    {                                                   \
        const __m256 ai = _mm256_set1_ps(a[i * a_row]); \
        c##i##0 = _mm256_fmadd_ps(ai, b0, c##i##0);     \
        c##i##1 = _mm256_fmadd_ps(ai, b1, c##i##1);     \
    }
#define ADD_OLD(i)                                                     \
    c##i##0 = _mm256_add_ps(c##i##0, _mm256_loadu_ps(c + i * ldc));    \
    c##i##1 = _mm256_add_ps(c##i##1, _mm256_loadu_ps(c + i * ldc + 8));
#define STORE(i)                                \
    _mm256_storeu_ps(c + i * ldc, c##i##0);     \
    _mm256_storeu_ps(c + i * ldc + 8, c##i##1);

    ROWS_6(CLEAR)
    for (int k = 0; k < K; k++) {
        const __m256 b0 = _mm256_loadu_ps(b), b1 = _mm256_loadu_ps(b + 8);
        ROWS_6(STEP)
        a += a_step;
        b += b_step;
    }
    if (add) {
        ROWS_6(ADD_OLD)
    }
    ROWS_6(STORE)
#undef CLEAR
#undef STEP
#undef ADD_OLD
#undef STORE
}

/* What the tiles leave over, rows i0..M of columns j0..N: few, but along rows all the same. */
static void edge(int i0, int j0, int M, int N, int K, int ldc, const float *A, const float *B,
                 float *C)
{
    for (int i = i0; i < M; i++) {
        float *restrict c = C + (size_t)i * ldc;
        for (int j = j0; j < N; j++)
            c[j] = 0;
        for (int k = 0; k < K; k++) {
            const float a = A[(size_t)i * K + k];
            const float *restrict b = B + (size_t)k * ldc;
            for (int j = j0; j < N; j++)
                c[j] += a * b[j];
        }
    }
}

LAB_AVX2 static void simd_avx2(int M, int N, int K, const float *A, const float *B, float *C)
{
    const int Mt = M - M % 6, Nt = N - N % 16;
    for (int j = 0; j < Nt; j += 16) /* a strip of B, 16 columns wide, meets all of A */
        for (int i = 0; i < Mt; i += 6)
            micro_6x16(K, A + (size_t)i * K, K, 1, B + j, N, C + (size_t)i * N + j, N, 0);
    edge(Mt, 0, M, Nt, K, N, A, B, C);
    edge(0, Nt, M, N, K, N, A, B, C);
}

void sgemm_simd(int M, int N, int K, const float *A, const float *B, float *C)
{
    if (lab_has_avx2())
        simd_avx2(M, N, K, A, B, C);
    else
        sgemm_ikj(M, N, K, A, B, C);
}

/* --- 5: packing ------------------------------------------------------------------------------- */

/*
 * One micro-kernel on packed panels, and the blocks that suit it:
 *
 *     kc × nr   a panel of B, read by every tile of a block row     stays in L1
 *     mc × kc   a block of A, read once for every panel of B        stays in L2
 *     kc × nc   a block of B, read once for every block of A        comes from L3
 */
struct kernel {
    int mr, nr, mc, kc, nc;
    void (*run)(int K, const float *a, const float *b, float *c, size_t ldc, int add);
};

enum { MAX_MR = 14, MAX_NR = 32, PAGE = 4096, PAGE_FLOATS = PAGE / sizeof(float) };

#ifdef RIDGE_COUNTED
enum { TRACED = 1 };
#else
enum { TRACED = 0 };
#endif

LAB_AVX2 static void run_6x16(int K, const float *a, const float *b, float *c, size_t ldc, int add)
{
    micro_6x16(K, a, 1, 6, b, 16, c, ldc, add);
}

/* Any x86-64 has SSE: 8 sums of 4 lanes, and room for the operands, in its 16 registers. */
static void run_4x8(int K, const float *a, const float *b, float *c, size_t ldc, int add)
{
#define ROWS_4(X) X(0) X(1) X(2) X(3)
#define CLEAR(i) __m128 c##i##0 = _mm_setzero_ps(), c##i##1 = c##i##0;
#define STEP(i)                                              \
    {                                                        \
        const __m128 ai = _mm_set1_ps(a[i]);                 \
        c##i##0 = _mm_add_ps(c##i##0, _mm_mul_ps(ai, b0));   \
        c##i##1 = _mm_add_ps(c##i##1, _mm_mul_ps(ai, b1));   \
    }
#define ADD_OLD(i)                                               \
    c##i##0 = _mm_add_ps(c##i##0, _mm_loadu_ps(c + i * ldc));    \
    c##i##1 = _mm_add_ps(c##i##1, _mm_loadu_ps(c + i * ldc + 4));
#define STORE(i)                             \
    _mm_storeu_ps(c + i * ldc, c##i##0);     \
    _mm_storeu_ps(c + i * ldc + 4, c##i##1);

    ROWS_4(CLEAR)
    for (int k = 0; k < K; k++, a += 4, b += 8) {
        const __m128 b0 = _mm_loadu_ps(b), b1 = _mm_loadu_ps(b + 4);
        ROWS_4(STEP)
    }
    if (add) {
        ROWS_4(ADD_OLD)
    }
    ROWS_4(STORE)
#undef CLEAR
#undef STEP
#undef ADD_OLD
#undef STORE
}

/* 32 registers of 16 lanes: 28 accumulators. 14 broadcasts and 2 loads serve 28 FMA. */
LAB_AVX512 static void run_14x32(int K, const float *a, const float *b, float *c, size_t ldc,
                                 int add)
{
#define ROWS_14(X) ROWS_6(X) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13)
#define CLEAR(i) __m512 c##i##_0 = _mm512_setzero_ps(), c##i##_1 = c##i##_0;
#define STEP(i)                                         \
    {                                                   \
        const __m512 ai = _mm512_set1_ps(a[i]);         \
        c##i##_0 = _mm512_fmadd_ps(ai, b0, c##i##_0);   \
        c##i##_1 = _mm512_fmadd_ps(ai, b1, c##i##_1);   \
    }
#define ADD_OLD(i)                                                        \
    c##i##_0 = _mm512_add_ps(c##i##_0, _mm512_loadu_ps(c + i * ldc));     \
    c##i##_1 = _mm512_add_ps(c##i##_1, _mm512_loadu_ps(c + i * ldc + 16));
#define STORE(i)                                  \
    _mm512_storeu_ps(c + i * ldc, c##i##_0);      \
    _mm512_storeu_ps(c + i * ldc + 16, c##i##_1);

    ROWS_14(CLEAR)
    for (int k = 0; k < K; k++, a += 14, b += 32) {
        const __m512 b0 = _mm512_loadu_ps(b), b1 = _mm512_loadu_ps(b + 16);
        ROWS_14(STEP)
    }
    if (add) {
        ROWS_14(ADD_OLD)
    }
    ROWS_14(STORE)
#undef CLEAR
#undef STEP
#undef ADD_OLD
#undef STORE
}

static struct kernel best_kernel(void)
{
    /* a traced run takes the same tile on every machine, so that its counters can be compared */
    if (!TRACED && lab_has_avx512())
        return (struct kernel){ 14, 32, 238, 384, 4096, run_14x32 };
    if (lab_has_avx2())
        return (struct kernel){ 6, 16, 192, 384, 4096, run_6x16 };
    return (struct kernel){ 4, 8, 96, 256, 4096, run_4x8 };
}

/* Equal parts rather than full ones and a crumb: how long each is, as a multiple of `unit`. */
static int even_part(int total, int limit, int unit)
{
    const int parts = (total + limit - 1) / limit;
    return (int)round_up((size_t)(total + parts - 1) / (size_t)parts, (size_t)unit);
}

static void pack_4_rows(int mr, int k, const float *a, size_t lda, float *out)
{
    int p = 0;
    for (; p + 4 <= k; p += 4, out += 4 * mr) {
        __m128 x0 = _mm_loadu_ps(a + p), x1 = _mm_loadu_ps(a + lda + p);
        __m128 x2 = _mm_loadu_ps(a + 2 * lda + p), x3 = _mm_loadu_ps(a + 3 * lda + p);
        _MM_TRANSPOSE4_PS(x0, x1, x2, x3);
        _mm_storeu_ps(out, x0);
        _mm_storeu_ps(out + mr, x1);
        _mm_storeu_ps(out + 2 * mr, x2);
        _mm_storeu_ps(out + 3 * mr, x3);
    }
    for (; p < k; p++, out += mr)
        for (int x = 0; x < 4; x++)
            out[x] = a[x * lda + p];
}

static void pack_2_rows(int mr, int k, const float *a, size_t lda, float *out)
{
    int p = 0;
    for (; p + 4 <= k; p += 4, out += 4 * mr) {
        const __m128 x0 = _mm_loadu_ps(a + p), x1 = _mm_loadu_ps(a + lda + p);
        const __m128 lo = _mm_unpacklo_ps(x0, x1), hi = _mm_unpackhi_ps(x0, x1);
        _mm_storel_pi((__m64 *)out, lo);
        _mm_storeh_pi((__m64 *)(out + mr), lo);
        _mm_storel_pi((__m64 *)(out + 2 * mr), hi);
        _mm_storeh_pi((__m64 *)(out + 3 * mr), hi);
    }
    for (; p < k; p++, out += mr)
        for (int x = 0; x < 2; x++)
            out[x] = a[x * lda + p];
}

/*
 * A block of A, m×k, into panels of mr rows. Inside a panel k runs slowest, so that the mr values
 * of one step lie side by side:
 *
 *     rows 0..5  k = 0 1 2 ...        out:  a00 a10 a20 a30 a40 a50 | a01 a11 a21 ... | a02 ...
 *
 * The last panel is filled up with zeros, so that the micro-kernel knows only one shape.
 */
static void pack_a(int mr, int m, int k, const float *A, size_t lda, float *out)
{
    for (int i = 0; i < m; i += mr, A += mr * lda, out += (size_t)mr * k) {
        const int rows = min_int(mr, m - i);
        int r = 0;
        for (; r + 4 <= rows; r += 4) /* four rows by four columns at a time, turned in registers */
            pack_4_rows(mr, k, A + r * lda, lda, out + r);
        for (; r + 2 <= rows; r += 2)
            pack_2_rows(mr, k, A + r * lda, lda, out + r);
        for (; r < mr; r++)
            for (int p = 0; p < k; p++)
                out[(size_t)p * mr + r] = r < rows ? A[r * lda + p] : 0;
    }
}

/*
 * A block of B, k×n, into panels of nr columns, row after row. Eight rows at a time across all
 * panels: reads run along rows of B, which the prefetcher follows, and no page is visited twice.
 */
static void pack_b(int nr, int k, int n, const float *B, size_t ldb, float *out)
{
    for (int p0 = 0; p0 < k; p0 += 8)
        for (int j = 0; j < n; j += nr) {
            const int p1 = min_int(p0 + 8, k), columns = min_int(nr, n - j);
            const float *b = B + p0 * ldb + j;
            float *o = out + (size_t)j * k + (size_t)p0 * nr;
            for (int p = p0; p < p1; p++, b += ldb, o += nr) {
                int x = 0;
                for (; x + 8 <= columns; x += 8) {
                    _mm_storeu_ps(o + x, _mm_loadu_ps(b + x));
                    _mm_storeu_ps(o + x + 4, _mm_loadu_ps(b + x + 4));
                }
                for (; x < nr; x++)
                    o[x] = x < columns ? b[x] : 0;
            }
        }
}

/* A tile that sticks out of C: compute all of it beside C, move the part that exists. */
static void edge_tile(const struct kernel *t, int m, int n, int K, const float *a, const float *b,
                      float *c, size_t ldc, int add)
{
    float tile[MAX_MR * MAX_NR];
    t->run(K, a, b, tile, (size_t)t->nr, 0);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            c[i * ldc + j] = tile[i * t->nr + j] + (add ? c[i * ldc + j] : 0);
}

/* Ask for p[from..to) to be brought into the L2, where its turn will come. */
static void fetch(const float *p, size_t from, size_t to)
{
    for (; from < to; from += 16)
        _mm_prefetch((const char *)(p + from), _MM_HINT_T1);
}

/*
 * An mc×kc block of A times a kc×nc block of B, both packed: one micro-kernel call a tile. The next
 * panel of B still lies in L3; each tile of a column asks for its share of it.
 */
static void macro(const struct kernel *t, int m, int n, int K, const float *a, const float *b,
                  float *C, size_t ldc, int add)
{
    const size_t panel = (size_t)t->nr * K, tiles = ((size_t)m + t->mr - 1) / t->mr;
    const size_t share = round_up(panel / tiles + 1, 16);
    for (int j = 0; j < n; j += t->nr)
        for (int i = 0; i < m; i += t->mr) {
            const int rows = min_int(t->mr, m - i), columns = min_int(t->nr, n - j);
            const float *ai = a + (size_t)i * K, *bj = b + (size_t)j * K;
            float *c = C + i * ldc + j;
            const size_t from = share * (size_t)(i / t->mr);
            if (j + t->nr < n && from < panel)
                fetch(bj + panel, from, from + share < panel ? from + share : panel);
            if (rows == t->mr && columns == t->nr)
                t->run(K, ai, bj, c, ldc, add);
            else
                edge_tile(t, rows, columns, K, ai, bj, c, ldc, add);
        }
}

/*
 * The five loops around the micro-kernel (Goto and van de Geijn), outermost first:
 *
 *     jc: columns of C by nc │ pc: k by kc, pack B │ ic: rows by mc, pack A │ macro: jr, ir
 *
 * `space` holds floats_needed() floats: first the block of A, then the block of B.
 */
static void blocked(const struct kernel *t, int M, int N, int K, const float *A, size_t lda,
                    const float *B, size_t ldb, float *C, size_t ldc, float *space)
{
    const int mc = even_part(M, t->mc, t->mr), kc = even_part(K, t->kc, 4);
    float *pa = space, *pb = space + round_up((size_t)mc * kc, PAGE_FLOATS);
    for (int jc = 0; jc < N; jc += t->nc) {
        const int n = min_int(t->nc, N - jc);
        for (int pc = 0; pc < K; pc += kc) {
            const int k = min_int(kc, K - pc);
            pack_b(t->nr, k, n, B + pc * ldb + jc, ldb, pb);
            for (int ic = 0; ic < M; ic += mc) {
                const int m = min_int(mc, M - ic);
                pack_a(t->mr, m, k, A + ic * lda + pc, lda, pa);
                macro(t, m, n, k, pa, pb, C + ic * ldc + jc, ldc, pc > 0);
            }
        }
    }
}

static size_t floats_needed(const struct kernel *t, int M, int N, int K)
{
    const size_t mc = (size_t)even_part(M, t->mc, t->mr), kc = (size_t)even_part(K, t->kc, 4);
    const size_t nc = round_up((size_t)min_int(N, t->nc), (size_t)t->nr);
    return round_up(mc * kc, PAGE_FLOATS) + round_up(nc * kc, PAGE_FLOATS);
}

/*
 * Room for `floats` floats from a page boundary on; *raw goes to free(). Plain malloc, because
 * glibc then hands the same warm pages out again: fresh ones cost a fault each, about 2 % of the
 * time of a 1024³ product. From a page boundary, so that a trace is the same wherever they lie.
 */
static float *page_aligned(size_t floats, void **raw)
{
    *raw = malloc(floats * sizeof(float) + PAGE);
    return *raw ? (float *)round_up((uintptr_t)*raw, PAGE) : NULL;
}

void sgemm_packed(int M, int N, int K, const float *A, const float *B, float *C)
{
    if (M <= 0 || N <= 0 || K <= 0) {
        zero(M, N, C); /* an empty sum is 0 */
        return;
    }
    const struct kernel t = best_kernel();
    void *raw;
    float *space = page_aligned(floats_needed(&t, M, N, K), &raw);
    if (space)
        blocked(&t, M, N, K, A, K, B, N, C, N, space);
    else
        sgemm_simd(M, N, K, A, B, C); /* slower, and needs no memory */
    free(raw);
}

/* --- 6: two threads --------------------------------------------------------------------------- */

struct part {
    const struct kernel *t;
    int M, N, K;
    const float *A, *B;
    float *C, *space;
    size_t lda, ldb, ldc;
};

static void *run_part(void *arg)
{
    const struct part *p = arg;
    blocked(p->t, p->M, p->N, p->K, p->A, p->lda, p->B, p->ldb, p->C, p->ldc, p->space);
    return NULL;
}

/*
 * Cut C in two along its longer side, on a tile boundary. Each thread packs what it needs into room
 * of its own. One of A and B is packed by both: a small price for never having to meet in between.
 */
void sgemm_threads(int M, int N, int K, const float *A, const float *B, float *C)
{
    const struct kernel t = best_kernel();
    const int by_rows = M >= N;
    const int half = by_rows ? (int)round_up((size_t)M / 2, (size_t)t.mr)
                             : (int)round_up((size_t)N / 2, (size_t)t.nr);
    /* starting a thread costs about 20 µs: 2 MFLOP */
    if ((double)M * N * K < 1e6 || half >= (by_rows ? M : N)) {
        sgemm_packed(M, N, K, A, B, C);
        return;
    }
    struct part mine = { .t = &t, .M = M, .N = N, .K = K, .A = A, .B = B, .C = C,
                         .lda = K, .ldb = N, .ldc = N };
    struct part other = mine;
    if (by_rows) {
        mine.M = half;
        other.M = M - half;
        other.A += (size_t)half * K;
        other.C += (size_t)half * N;
    } else {
        mine.N = half;
        other.N = N - half;
        other.B += half;
        other.C += half;
    }
    const size_t need = floats_needed(&t, mine.M, mine.N, K);
    void *raw;
    mine.space = page_aligned(need + floats_needed(&t, other.M, other.N, K), &raw);
    if (!mine.space) {
        sgemm_simd(M, N, K, A, B, C);
        return;
    }
    other.space = mine.space + need;
    pthread_t helper;
    const int alone = pthread_create(&helper, NULL, run_part, &other);
    run_part(&mine);
    if (alone) /* no second thread to be had: do its half here */
        run_part(&other);
    else
        pthread_join(helper, NULL);
    free(raw);
}
