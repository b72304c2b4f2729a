/*
 * opt.c: the top of the ladder. Stages 1 to 4 are the reference's; packed and threads are tuned.
 *
 * What is left when the reference already runs at nine tenths of the core's arithmetic, and what
 * takes it away:
 *
 *   unroll by 4        Four of the 24 instructions of a step only move pointers and test for the
 *                      end. Four steps at a time share them.
 *   prefetch tile      A tile of C is loaded only when its sum is complete, from wherever it is.
 *                      Asking for the next tile's rows one tile ahead hides that.
 *   14×32 with AVX-512 The reference has it too. Twice the lanes and twice the registers: 28 sums,
 *                      19.5 FLOP for every element loaded against 8.7 of 6×16.
 *   shared B, taken    With two static halves the faster core waits for the slower one. Here both
 *   turns              pack one block of B together, then take row blocks off a counter until none
 *                      is left: whoever is free works.
 *
 * On a Zen 3 core the first two are worth one per cent or so: the reference is where to stop
 * reading, and this file is where to look for the last bit.
 */
#include "lab.h"

void ref_packed(int M, int N, int K, const float *A, const float *B, float *C);
void ref_threads(int M, int N, int K, const float *A, const float *B, float *C);
#define sgemm_packed ref_packed
#define sgemm_threads ref_threads
#include "ref.c"
#undef sgemm_packed
#undef sgemm_threads

#include <stdatomic.h>

/* Into L2, not L1, which is full of the present panels. The address may lie past the end of p. */
static inline void ahead(const float *p, size_t floats)
{
    _mm_prefetch((const char *)((uintptr_t)p + floats * sizeof *p), _MM_HINT_T1);
}

LAB_AVX2 static void tuned_6x16(int K, const float *a, const float *b, float *c, size_t ldc,
                                int add)
{
#define CLEAR(i) __m256 c##i##0 = _mm256_setzero_ps(), c##i##1 = c##i##0;
#define STEP(i)                                       \
    {                                                 \
        const __m256 ai = _mm256_set1_ps(a[i]);       \
        c##i##0 = _mm256_fmadd_ps(ai, b0, c##i##0);   \
        c##i##1 = _mm256_fmadd_ps(ai, b1, c##i##1);   \
    }
#define AHEAD(i) ahead(c, (i + 6) * ldc);
#define ADD_OLD(i)                                                     \
    c##i##0 = _mm256_add_ps(c##i##0, _mm256_loadu_ps(c + i * ldc));    \
    c##i##1 = _mm256_add_ps(c##i##1, _mm256_loadu_ps(c + i * ldc + 8));
#define STORE(i)                                \
    _mm256_storeu_ps(c + i * ldc, c##i##0);     \
    _mm256_storeu_ps(c + i * ldc + 8, c##i##1);

    ROWS_6(CLEAR)
    ROWS_6(AHEAD)
#pragma GCC unroll 4
    for (int k = 0; k < K; k++, a += 6, b += 16) {
        const __m256 b0 = _mm256_loadu_ps(b), b1 = _mm256_loadu_ps(b + 8);
        ROWS_6(STEP)
    }
    if (add) {
        ROWS_6(ADD_OLD)
    }
    ROWS_6(STORE)
#undef CLEAR
#undef STEP
#undef AHEAD
#undef ADD_OLD
#undef STORE
}

LAB_AVX512 static void tuned_14x32(int K, const float *a, const float *b, float *c, size_t ldc,
                                   int add)
{
#define CLEAR(i) __m512 c##i##_0 = _mm512_setzero_ps(), c##i##_1 = c##i##_0;
#define STEP(i)                                         \
    {                                                   \
        const __m512 ai = _mm512_set1_ps(a[i]);         \
        c##i##_0 = _mm512_fmadd_ps(ai, b0, c##i##_0);   \
        c##i##_1 = _mm512_fmadd_ps(ai, b1, c##i##_1);   \
    }
#define AHEAD(i)                        \
    ahead(c, (i + 14) * ldc);           \
    ahead(c, (i + 14) * ldc + 16);
#define ADD_OLD(i)                                                        \
    c##i##_0 = _mm512_add_ps(c##i##_0, _mm512_loadu_ps(c + i * ldc));     \
    c##i##_1 = _mm512_add_ps(c##i##_1, _mm512_loadu_ps(c + i * ldc + 16));
#define STORE(i)                                  \
    _mm512_storeu_ps(c + i * ldc, c##i##_0);      \
    _mm512_storeu_ps(c + i * ldc + 16, c##i##_1);

    ROWS_14(CLEAR)
    ROWS_14(AHEAD)
#pragma GCC unroll 2
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
#undef AHEAD
#undef ADD_OLD
#undef STORE
}

static struct kernel best_tuned(void)
{
    struct kernel k = best_kernel();
    k.run = k.mr == MAX_MR ? tuned_14x32 : k.mr == 6 ? tuned_6x16 : k.run;
    return k;
}

/* What the threads of one product share. `team` of them pack B together and take turns at A. */
struct shared {
    struct kernel k;
    int M, N, K, team;
    const float *A, *B;
    float *C, *block_b;
    pthread_barrier_t meet;
    atomic_int next_row;
};

static void wait_for_all(struct shared *s)
{
    if (s->team > 1)
        pthread_barrier_wait(&s->meet);
}

static void work(struct shared *s, int me, float *block_a)
{
    const struct kernel *k = &s->k;
    /* a team takes smaller row blocks, so that the last one is soon done */
    const int mc = even_part(s->M, s->team > 1 ? k->mc / 2 : k->mc, k->mr);
    const int kc = even_part(s->K, k->kc, 4);
    for (int jc = 0; jc < s->N; jc += k->nc) {
        const int n = min_int(k->nc, s->N - jc);
        const int share = even_part(n, (n + s->team - 1) / s->team, k->nr);
        for (int pc = 0; pc < s->K; pc += kc) {
            const int depth = min_int(kc, s->K - pc), from = min_int(me * share, n);
            const float *b = s->B + (size_t)pc * s->N + jc + from;
            pack_b(k->nr, depth, min_int(share, n - from), b, s->N,
                   s->block_b + (size_t)from * depth);
            wait_for_all(s);
            for (;;) {
                const int ic = atomic_fetch_add(&s->next_row, mc);
                if (ic >= s->M)
                    break;
                const int m = min_int(mc, s->M - ic);
                pack_a(k->mr, m, depth, s->A + (size_t)ic * s->K + pc, s->K, block_a);
                macro(k, m, n, depth, block_a, s->block_b, s->C + (size_t)ic * s->N + jc, s->N,
                      pc > 0);
            }
            wait_for_all(s); /* nobody may overwrite B, nor start counting, before all are here */
            if (me == 0)
                atomic_store(&s->next_row, 0);
            wait_for_all(s);
        }
    }
}

struct member {
    struct shared *s;
    float *block_a;
};

static void *second(void *arg)
{
    const struct member *m = arg;
    work(m->s, 1, m->block_a);
    return NULL;
}

static void product(int team, int M, int N, int K, const float *A, const float *B, float *C)
{
    if (M <= 0 || N <= 0 || K <= 0) {
        zero(M, N, C);
        return;
    }
    struct shared s = { .k = best_tuned(), .M = M, .N = N, .K = K, .team = team,
                        .A = A, .B = B, .C = C };
    const struct kernel *k = &s.k;
    const size_t kc = (size_t)even_part(K, k->kc, 4);
    const size_t a = round_up((size_t)even_part(M, k->mc, k->mr) * kc, PAGE_FLOATS);
    const size_t b = round_up((size_t)min_int(N, k->nc), (size_t)k->nr) * kc;
    void *raw;
    float *space = page_aligned((size_t)team * a + b, &raw);
    if (!space) {
        sgemm_simd(M, N, K, A, B, C);
        return;
    }
    s.block_b = space + (size_t)team * a;
    struct member other = { &s, space + a };
    pthread_t helper;
    if (team > 1 && pthread_barrier_init(&s.meet, NULL, 2))
        s.team = 1;
    if (s.team > 1 && pthread_create(&helper, NULL, second, &other)) {
        pthread_barrier_destroy(&s.meet);
        s.team = 1;
    }
    work(&s, 0, space);
    if (s.team > 1) {
        pthread_join(helper, NULL);
        pthread_barrier_destroy(&s.meet);
    }
    free(raw);
}

void sgemm_packed(int M, int N, int K, const float *A, const float *B, float *C)
{
    product(1, M, N, K, A, B, C);
}

void sgemm_threads(int M, int N, int K, const float *A, const float *B, float *C)
{
    product((double)M * N * K < 1e6 ? 1 : 2, M, N, K, A, B, C);
}
