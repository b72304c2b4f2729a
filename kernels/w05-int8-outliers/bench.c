/*
 * bench.c: one token through 2,048 by 2,048 weights in 32, 8 and 4 bits, by each rung, beside reading and copying in
 * the same rounds (tests/bench/rounds.h). It answers how much of 32 bits to 8 is fewer bytes and how much is a better
 * program, and whether the bytes are what a rung waits for.
 *
 *     bench_w05 RUNG.so ... [rounds]       each a rung as a shared object; meson builds them beside this program
 *
 * Twice: with one copy of the weights, which stays in a cache that is large enough, and with as many copies, one after
 * the other, as no cache holds. The byte ratio bounds the gain over a product of floats that waits for memory: 4 and
 * 8. Over a loop that does not get that far, as one chain of additions, it can be larger.
 *
 * Exits 1 when two rungs disagree.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lab.h"
#include "rounds.h"

enum { N = 2048, G = 128, GROUPS = N / G, RUNGS_MAX = 3, RIVALS = ROUNDS_STREAMS + 2 + 2 * RUNGS_MAX };

typedef void gemm_fn(const int8_t *A, const float *sa, const int8_t *B, const float *sb, float *C, int m, int n, int k);
typedef void gemv_fn(const uint8_t *q, const uint16_t *scale, const uint8_t *zero, const float *x, float *y, int n,
                     int k, int g);

static int8_t codes[N];
static float xs[N], ones[N], out[N];
static uint16_t scales[N * GROUPS];
static uint8_t zeros[N * GROUPS];

/* Weights of one width, `count` times. */
struct weights {
    char *at;
    size_t bytes;
    int count;
};

struct rung {
    gemm_fn *gemm;
    gemv_fn *gemv;
    const struct weights *w8, *w4;
    char name8[64], name4[64];
};

static const void *turn_of(const struct weights *w, int turn)
{
    return w->at + (size_t)(turn % w->count) * w->bytes;
}

/* ---- 32 bits ----------------------------------------------------------------------------------------------- */

static void one_chain(void *of, int turn)
{
    const float *w = turn_of(of, turn);
    for (int j = 0; j < N; j++, w += N) {
        float sum = 0;
        for (int c = 0; c < N; c++)
            sum += w[c] * xs[c];
        out[j] = sum;
    }
}

enum { LANES = 16, CHAINS = 4 };
typedef float lanes __attribute__((vector_size(LANES * 4), aligned(4)));

static void sixty_four_sums(void *of, int turn)
{
    const float *w = turn_of(of, turn);
    for (int j = 0; j < N; j++, w += N) {
        lanes s[CHAINS] = { { 0 } };
        for (int c = 0; c < N; c += CHAINS * LANES)
#pragma GCC unroll 4
            for (int k = 0; k < CHAINS; k++)
                s[k] += *(const lanes *)(w + c + k * LANES) * *(const lanes *)(xs + c + k * LANES);
        s[0] += s[1] + s[2] + s[3];
        out[j] = 0;
        for (int k = 0; k < LANES; k++)
            out[j] += s[0][k];
    }
}

/* ---- 8 and 4 bits ------------------------------------------------------------------------------------------ */

static void eight_bits(void *of, int turn)
{
    const struct rung *r = of;
    r->gemm(codes, ones, turn_of(r->w8, turn), ones, out, 1, N, N);
}

static void four_bits(void *of, int turn)
{
    const struct rung *r = of;
    r->gemv(turn_of(r->w4, turn), scales, zeros, xs, out, N, N, G);
}

/* ---- set-up ------------------------------------------------------------------------------------------------ */

static uint32_t draw(void)
{
    static uint32_t u = 1;
    return (u = u * 1664525 + 1013904223) >> 8;
}

static struct weights weights_of(size_t bytes, int one)
{
    struct weights w = { .bytes = bytes, .count = one ? 1 : rounds_copies(bytes) };
    w.at = rounds_memory(bytes * (size_t)w.count);
    return w;
}

/* Each copy holds the same codes, 127 at most, so that rungs can be compared. */
static void fill_codes(const struct weights *w)
{
    for (size_t k = 0; k < w->bytes; k++)
        w->at[k] = (char)(draw() % 255 - 127);
    for (int c = 1; c < w->count; c++)
        memcpy(w->at + (size_t)c * w->bytes, w->at, w->bytes);
}

static void fill_floats(const struct weights *w)
{
    float *x = (float *)w->at;
    for (size_t k = 0; k < (size_t)w->count * w->bytes / sizeof *x; k++)
        x[k] = (float)(k % 255) - 127;
}

static void fill_token(void)
{
    for (int k = 0; k < N; k++) {
        codes[k] = (int8_t)(draw() % 255 - 127);
        xs[k] = (float)codes[k];
        ones[k] = 1;
    }
    for (int k = 0; k < N * GROUPS; k++) {
        scales[k] = half_code(1);
        zeros[k] = (uint8_t)(draw() % 16);
    }
}

static int open_rung(struct rung *r, const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    int length = (int)strcspn(name, ".");
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    *(void **)&r->gemm = so ? dlsym(so, "gemm_w8a8") : NULL;
    *(void **)&r->gemv = so ? dlsym(so, "gemv_w4") : NULL;
    snprintf(r->name8, sizeof r->name8, "8 bits, %.*s", length, name);
    snprintf(r->name4, sizeof r->name4, "4 bits, %.*s", length, name);
    if (r->gemm && r->gemv)
        return 0;
    fprintf(stderr, "%s: no rung of w05-int8-outliers: %s\n", path, so ? "a function is missing" : dlerror());
    return -1;
}

/* Largest difference between two rungs' results, over what rounding of the largest explains. */
static int disagree(struct rung *rungs, int count, void (*run)(void *of, int turn))
{
    float first[N], most = 0, off = 0;
    for (int k = 0; k < count; k++) {
        run(rungs + k, 0);
        for (int j = 0; j < N; j++) {
            first[j] = k ? first[j] : out[j];
            most = fmaxf(most, fabsf(out[j]));
            off = fmaxf(off, fabsf(out[j] - first[j]));
        }
    }
    return !(off <= 1e-5f * most);
}

static int compare(struct rung *rungs, int count, int rounds, int warm)
{
    static struct rival r[RIVALS];
    struct weights w32 = weights_of(4 * N * N, warm), w8 = weights_of(N * N, warm), w4 = weights_of(N * N / 2, warm);
    struct windows w = { rounds_memory(w8.bytes * (size_t)w8.count), rounds_memory(w8.bytes * (size_t)w8.count),
                         w8.bytes, w8.count };
    int all = ROUNDS_STREAMS;
    fill_floats(&w32);
    fill_codes(&w8);
    fill_codes(&w4);
    rounds_streams(r, &w);
    r[all++] = (struct rival){ "32 bits, one chain", one_chain, &w32, (double)w32.bytes, { 0 } };
    r[all++] = (struct rival){ "32 bits, 64 sums", sixty_four_sums, &w32, (double)w32.bytes, { 0 } };
    for (int k = 0; k < count; k++) {
        rungs[k].w8 = &w8;
        rungs[k].w4 = &w4;
        r[all++] = (struct rival){ rungs[k].name8, eight_bits, rungs + k, (double)w8.bytes, { 0 } };
    }
    for (int k = 0; k < count; k++)
        r[all++] = (struct rival){ rungs[k].name4, four_bits, rungs + k, (double)w4.bytes + 3. * N * GROUPS, { 0 } };
    int wrong = disagree(rungs, count, eight_bits) | disagree(rungs, count, four_bits);
    rounds_run(r, all, rounds, warm);
    rounds_print(r, all, rounds);
    rounds_times(r + ROUNDS_STREAMS, all - ROUNDS_STREAMS, rounds);
    return wrong;
}

int main(int argc, char **argv)
{
    struct rung rungs[RUNGS_MAX];
    int count = 0, rounds = 101, wrong = 0;
    for (int k = 1; k < argc; k++)
        if (strstr(argv[k], ".so") && count < RUNGS_MAX)
            wrong |= open_rung(rungs + count++, argv[k]) != 0;
        else
            rounds = atoi(argv[k]);
    if (wrong || !count || rounds < 3 || rounds > ROUNDS_MAX) {
        fprintf(stderr, "usage: bench_w05 RUNG.so ... [rounds 3..%d], %d rungs at most\n", ROUNDS_MAX, RUNGS_MAX);
        return 2;
    }
    fill_token();
    printf("%s, gcc %s, one thread, %d rounds\n", rounds_processor(), __VERSION__, rounds);
    printf("one copy of the weights, warm:\n");
    wrong = compare(rungs, count, rounds, 1);
    printf("copies in turn, from memory:\n");
    wrong |= compare(rungs, count, rounds, 0);
    if (wrong)
        printf("WRONG: two rungs disagree\n");
    return wrong;
}
