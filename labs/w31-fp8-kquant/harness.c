/*
 * harness.c: lays out the arguments that the learner's functions take, each in memory of its exact size, so that the
 * sanitizer sees a step too far. Nothing is judged here.
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

static void *copied(const void *from, size_t bytes)
{
    void *p = room(bytes);
    memcpy(p, from, bytes);
    return p;
}

/* args: steps n length margin | x [steps][n] | codes [steps][n], scales [steps] */
HARNESS(delayed)
{
    size_t n = (size_t)f->i[1];
    struct fp8_scaling s = { .length = (int32_t)f->i[2], .margin = (int32_t)f->i[3], .scale = 1 };
    for (size_t t = 0; t < (size_t)f->i[0]; t++) {
        float *x = copied((const float *)f->buf[0] + t * n, n * sizeof *x);
        uint8_t *q = room(n);
        fp8_step(&s, (int64_t)n, x, q);
        memcpy((uint8_t *)f->buf[1] + t * n, q, n);
        ((float *)f->buf[2])[t] = s.scale;
        free(q);
        free(x);
    }
}

/* args: n bytes | w [n] | blocks [bytes], status [1] */
#define ENCODER(format)                                              \
    HARNESS(format##_encode)                                         \
    {                                                                \
        size_t n = (size_t)f->i[0], bytes = (size_t)f->i[1];         \
        float *x = copied(f->buf[0], n * sizeof *x);                 \
        void *b = room(bytes);                                       \
        *(int32_t *)f->buf[2] = format##_encode((int64_t)n, x, b);   \
        memcpy(f->buf[1], b, bytes);                                 \
        free(b);                                                     \
        free(x);                                                     \
    }

ENCODER(q4_0)
ENCODER(q8_0)
ENCODER(q4_K)
ENCODER(q6_K)
ENCODER(q8_K)

/* args: n bytes | blocks [bytes] | values [n] */
#define DECODER(format)                                              \
    HARNESS(format##_decode)                                         \
    {                                                                \
        void *b = copied(f->buf[0], (size_t)f->i[1]);                \
        format##_decode(f->i[0], b, f->buf[1]);                      \
        free(b);                                                     \
    }

DECODER(q4_0)
DECODER(q8_0)
DECODER(q4_K)
DECODER(q6_K)

/* args: rows n | W, xq | y [rows] */
HARNESS(dot)
{
    const struct q4_K *w = f->buf[0];
    for (int64_t r = 0; r < f->i[0]; r++, w += f->i[1] / QK_K)
        ((float *)f->buf[2])[r] = vec_dot_q4_K_q8_K(f->i[1], w, f->buf[1]);
}

/* args: n block | v [n], sign [block] | turned [n], back [n], plain [n] */
HARNESS(rotate)
{
    size_t n = (size_t)f->i[0];
    int64_t block = f->i[1];
    for (int k = 0; k < 3; k++) {
        float *x = copied(f->buf[0], n * sizeof *x);
        if (k == 0)
            rotate(f->i[0], block, f->buf[1], x);
        else if (k == 1)
            unrotate(f->i[0], block, f->buf[1], x);
        for (int64_t i = 0; k == 2 && i < f->i[0]; i += block)
            fwht(block, x + i);
        memcpy(f->buf[2 + k], x, n * sizeof *x);
        free(x);
    }
}

/* args: groups | points [groups][8] | nearest [groups][8] */
HARNESS(e8)
{
    for (int64_t g = 0; g < f->i[0]; g++)
        e8_nearest((const float *)f->buf[0] + g * GROUP, (float *)f->buf[1] + g * GROUP);
}

/* args: layers widths budget | loss, bytes | pick [layers], used [1] */
HARNESS(bits)
{
    *(int64_t *)f->buf[3] = bit_alloc(f->i[0], f->i[1], f->buf[0], f->buf[1], f->i[2], f->buf[2]);
}

/* --- a model's matrices -------------------------------------------------------------------------------- */

static float wide(uint16_t bf16)
{
    uint32_t bits = (uint32_t)bf16 << 16;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float largest(size_t n, const float *x)
{
    float most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmaxf(most, fabsf(x[i]));
    return most;
}

/* One int8 scale for all of x, there and back. */
static void through_int8(size_t n, float *x)
{
    float scale = largest(n, x) / 127;
    for (size_t i = 0; scale > 0 && i < n; i++)
        x[i] = rintf(x[i] / scale) * scale;
}

static void through_e4m3(size_t n, const float *w, float *out)
{
    float scale = 448 / largest(n, w);
    uint8_t *q = room(n);
    for (size_t i = 0; i < n; i++)
        out[i] = w[i] * scale;
    e4m3_encode((int64_t)n, out, q);
    e4m3_decode((int64_t)n, q, out);
    for (size_t i = 0; i < n; i++)
        out[i] /= scale;
    free(q);
}

/* Q4_0, Q4_K and Q6_K of one matrix, there and back. */
static void through_blocks(size_t n, const float *w, float *q40, float *q4k, float *q6k)
{
    void *b = room(n / QK * sizeof(struct q8_0));
    q4_0_encode((int64_t)n, w, b);
    q4_0_decode((int64_t)n, b, q40);
    q4_K_encode((int64_t)n, w, b);
    q4_K_decode((int64_t)n, b, q4k);
    q6_K_encode((int64_t)n, w, b);
    q6_K_decode((int64_t)n, b, q6k);
    free(b);
}

/* The largest magnitude of each column over all matrices of the list that read the channels `reads`. */
static void column_maxima(const uint16_t *bits, const int32_t *list, int64_t mats, int reads, size_t cols, float *most)
{
    memset(most, 0, cols * sizeof *most);
    for (int64_t k = 0; k < mats; k++, list += 4)
        for (size_t i = 0; list[3] == reads && i < (size_t)list[1] * cols; i++)
            most[i % cols] = fmaxf(most[i % cols], fabsf(wide(bits[(size_t)list[0] + i])));
}

/*
 * args: mats alpha | trained, list [mats][4], most [channels], sign [256] | e4m3, q40, q4k, q6k, smooth, turned,
 * laid out as the weights are, scale [channels]. Scales are for what comes out of a norm, which can divide by them:
 * where a matrix reads `cols` channels, the matrix before it in the list another part, and it is not alone.
 */
HARNESS(quality)
{
    const uint16_t *bits = f->buf[0];
    const int32_t *list = f->buf[1];
    float *scale = f->buf[10];
    for (int64_t k = 0; k < f->i[0]; k++) {
        const int32_t *at = list + 4 * k;
        size_t cols = (size_t)at[2], n = (size_t)at[1] * cols, first = (size_t)at[0];
        float *w = room(n * sizeof *w), *columns = room(cols * sizeof *columns), *s = scale + at[3];
        int shared = (k > 0 && at[-1] == at[3]) || (k + 1 < f->i[0] && at[7] == at[3]);
        for (size_t i = 0; i < n; i++)
            w[i] = wide(bits[first + i]);
        through_e4m3(n, w, (float *)f->buf[4] + first);
        through_blocks(n, w, (float *)f->buf[5] + first, (float *)f->buf[6] + first, (float *)f->buf[7] + first);
        column_maxima(bits, list, f->i[0], at[3], cols, columns);
        smoothquant_scales((int64_t)cols, (const float *)f->buf[2] + at[3], columns, (float)f->d[1], s);
        float *smooth = (float *)f->buf[8] + first, *turned = (float *)f->buf[9] + first;
        for (size_t i = 0; i < n; i++) {
            s[i % cols] = shared ? s[i % cols] : 1;
            smooth[i] = w[i] * s[i % cols];
        }
        through_int8(n, smooth);
        memcpy(turned, w, n * sizeof *w);
        rotate((int64_t)n, QK_K, f->buf[3], turned);
        through_int8(n, turned);
        free(columns);
        free(w);
    }
}
