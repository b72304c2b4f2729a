/*
 * harness.c: lays out the arguments that the learner's functions take, each in memory of its exact
 * size, so that the sanitizer sees a step too far. Nothing is judged here.
 */
#include <ridge/frame.h>
#include <stdlib.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* A poisoned block of exactly `bytes`; ends the process when there is none. */
static void *room(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p)
        abort();
    memset(p, 0xff, bytes);
    return p;
}

/* args: R n | rows [R][n] | codes [R][n], scales [R] */
HARNESS(q8)
{
    size_t n = (size_t)f->i[1];
    int8_t *q = room(n);
    float *x = room(n * sizeof *x);
    for (int64_t r = 0; r < f->i[0]; r++) {
        memcpy(x, (const float *)f->buf[0] + (size_t)r * n, n * sizeof *x);
        q8_row(x, q, (float *)f->buf[2] + r, (int)n);
        memcpy((int8_t *)f->buf[1] + (size_t)r * n, q, n);
    }
    free(q);
    free(x);
}

/* args: R n g | rows [R][n] | codes [R][bytes], scales [R][groups], zeros [R][groups] */
HARNESS(q4)
{
    int n = (int)f->i[1], g = (int)f->i[2];
    size_t bytes = q4_bytes(n), groups = (size_t)q4_groups(n, g);
    uint8_t *q = room(bytes), *zero = room(groups);
    uint16_t *scale = room(groups * sizeof *scale);
    float *x = room((size_t)n * sizeof *x);
    for (size_t r = 0; r < (size_t)f->i[0]; r++) {
        memcpy(x, (const float *)f->buf[0] + r * (size_t)n, (size_t)n * sizeof *x);
        q4_group(x, n, g, q, scale, zero);
        memcpy((uint8_t *)f->buf[1] + r * bytes, q, bytes);
        memcpy((uint16_t *)f->buf[2] + r * groups, scale, groups * sizeof *scale);
        memcpy((uint8_t *)f->buf[3] + r * groups, zero, groups);
    }
    free(q);
    free(zero);
    free(scale);
    free(x);
}

/* The weights of a row in int8: q8_row's rule, so that a wrong q8_row does not spoil this call. */
static void weights8(const uint16_t *w, int8_t *q, float *s, int k)
{
    float most = 0;
    for (int c = 0; c < k; c++)
        most = fmaxf(most, fabsf(half_value(w[c])));
    *s = most / 127;
    for (int c = 0; c < k; c++)
        q[c] = most > 0 ? (int8_t)rintf(half_value(w[c]) / *s) : 0;
}

/* args: m n k thr | X [m][k], W16 [n][k] | Y [m][n] */
HARNESS(llm)
{
    int m = (int)f->i[0], n = (int)f->i[1], k = (int)f->i[2];
    size_t M = (size_t)m, N = (size_t)n, C = (size_t)k;
    const uint16_t *W16 = f->buf[1];
    q8_room r = { room(M * C), room(M * sizeof *r.scale), room(C * sizeof *r.row), room(C * sizeof *r.cols) };
    int8_t *W8 = room(N * C);
    float *sw = room(N * sizeof *sw);
    for (size_t j = 0; j < N; j++)
        weights8(W16 + j * C, W8 + j * C, sw + j, k);
    llm_int8(f->buf[0], W8, sw, W16, (float)f->d[3], f->buf[2], m, n, k, &r);
    free(r.q);
    free(r.scale);
    free(r.row);
    free(r.cols);
    free(W8);
    free(sw);
}

/* args: m n k g | X [m][k], W [n][k] | s [k], step [1] */
HARNESS(awq)
{
    int m = (int)f->i[0], n = (int)f->i[1], k = (int)f->i[2], g = (int)f->i[3];
    size_t C = (size_t)k, groups = (size_t)q4_groups(k, g);
    const float *X = f->buf[0];
    float *a = room(C * sizeof *a);
    q4_room r = { room(C * sizeof *r.row), room(C * sizeof *r.s), room(q4_bytes(k)),
                  room(groups * sizeof *r.scale), room(groups) };
    for (size_t c = 0; c < C; c++) {
        double sum = 0;
        for (size_t i = 0; i < (size_t)m; i++)
            sum += (double)X[i * C + c] * X[i * C + c];
        a[c] = (float)sqrt(sum / m);
    }
    *(int32_t *)f->buf[3] = awq_search(f->buf[1], a, n, k, g, f->buf[2], &r);
    free(a);
    free(r.row);
    free(r.s);
    free(r.q);
    free(r.scale);
    free(r.zero);
}

enum { SEARCHED = 8 }; /* AWQ scales are searched on every eighth row, and used for all */

static float wide(uint16_t bf16)
{
    uint32_t bits = (uint32_t)bf16 << 16;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void model8(const float *w, float *out, int n, int k)
{
    int8_t *q = room((size_t)k);
    for (int j = 0; j < n; j++, w += k, out += k) {
        float s;
        q8_row(w, q, &s, k);
        for (int c = 0; c < k; c++)
            out[c] = (float)q[c] * s;
    }
    free(q);
}

/* The values of w in four bits, quantised as w * s and divided by s again. */
static void model4(const float *w, const float *s, float *out, int n, int k, int g, q4_room *r)
{
    for (int j = 0; j < n; j++, w += k, out += k) {
        for (int c = 0; c < k; c++)
            r->row[c] = w[c] * s[c];
        q4_group(r->row, k, g, r->q, r->scale, r->zero);
        for (int c = 0; c < k; c++) {
            int code = r->q[c / 2] >> 4 * (c % 2) & 15;
            out[c] = half_value(r->scale[c / g]) * (float)(code - r->zero[c / g]) / s[c];
        }
    }
}

/* One matrix [n][k] of bf16 and the root mean squares of what it reads, in three ways. */
static void quantise(const uint16_t *bits, const float *a, int n, int k, int g, float *int8, float *int4, float *scaled)
{
    size_t N = (size_t)n, K = (size_t)k, groups = (size_t)q4_groups(k, g);
    float *w = room(N * K * sizeof *w), *some = room(N * K * sizeof *some), *s = room(K * sizeof *s);
    q4_room r = { room(K * sizeof *r.row), room(K * sizeof *r.s), room(q4_bytes(k)), room(groups * sizeof *r.scale),
                  room(groups) };
    for (size_t i = 0; i < N * K; i++)
        w[i] = wide(bits[i]);
    for (size_t j = 0; j < N; j += SEARCHED)
        memcpy(some + j / SEARCHED * K, w + j * K, K * sizeof *w);
    for (size_t c = 0; c < K; c++)
        s[c] = 1;
    model8(w, int8, n, k);
    model4(w, s, int4, n, k, g, &r);
    awq_search(some, a, (n + SEARCHED - 1) / SEARCHED, k, g, s, &r);
    model4(w, s, scaled, n, k, g, &r);
    free(w);
    free(some);
    free(s);
    free(r.row);
    free(r.s);
    free(r.q);
    free(r.scale);
    free(r.zero);
}

/* args: mats g | weights, list [mats][4], rms | int8, int4, scaled4, laid out as the weights are */
HARNESS(quality)
{
    const int32_t *at = f->buf[1];
    for (int64_t k = 0; k < f->i[0]; k++, at += 4)
        quantise((const uint16_t *)f->buf[0] + at[0], (const float *)f->buf[2] + at[3], at[1], at[2], (int)f->i[1],
                 (float *)f->buf[3] + at[0], (float *)f->buf[4] + at[0], (float *)f->buf[5] + at[0]);
}
