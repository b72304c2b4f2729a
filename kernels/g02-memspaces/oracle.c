/*
 * The stencil in double from its definition, with weights by their formula instead of the table in lab.h; and
 * the walk, hop by hop, around a ring that is drawn so that nobody can guess the next line.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

enum { R = 3, T = 2 * R + 1, STEP = 13, FIRST = 5, ZERO = 20 };

static double fixed_weight(int k)
{
    return ((STEP * k + FIRST) % (T * T) - ZERO) / 64.0;
}

static int64_t inside(int64_t at, int64_t n)
{
    return at < 0 ? 0 : at >= n ? n - 1 : at;
}

static void pixel(const struct ridge_case *c, const float *w, int64_t y, int64_t x, double *want, double *scale)
{
    const float *in = ridge_data(c, "in");
    int64_t H = ridge_int(c, "H"), W = ridge_int(c, "W"), clamp = ridge_int(c, "clamp");
    *want = *scale = 0;
    for (int k = 0; k < T * T; k++) {
        int64_t yy = y + k / T - R, xx = x + k % T - R, y0 = inside(yy, H), x0 = inside(xx, W);
        if (!clamp && (yy != y0 || xx != x0))
            continue;
        double term = (w ? (double)w[k] : fixed_weight(k)) * (double)in[y0 * W + x0];
        *want += term;
        *scale += fabs(term);
    }
}

int any_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
               double *want, double *scale)
{
    size_t W = (size_t)ridge_int(c, "W");
    (void)out;
    for (size_t k = 0; k < n; k++)
        pixel(c, ridge_data(c, "w"), (int64_t)(index[k] / W), (int64_t)(index[k] % W), &want[k], &scale[k]);
    return 0;
}

int fixed_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                 double *want, double *scale)
{
    size_t W = (size_t)ridge_int(c, "W");
    (void)out;
    for (size_t k = 0; k < n; k++)
        pixel(c, NULL, (int64_t)(index[k] / W), (int64_t)(index[k] % W), &want[k], &scale[k]);
    return 0;
}

/* --- the walk ---------------------------------------------------------------------------------------- */

/* One ring through every `stride`-th element (Sattolo's shuffle); the elements between point to themselves. */
int ring_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t stride = (size_t)ridge_int(c, "stride");
    int32_t *next = b ? b->data : NULL;
    if (!next || b->dtype != RIDGE_I32 || !stride || b->count > INT32_MAX)
        return -1;
    size_t stops = b->count / stride;
    for (size_t i = 0; i < b->count; i++)
        next[i] = (int32_t)i;
    for (size_t i = stops; i-- > 1;) {
        size_t j = ridge_next(&seed) % i;
        int32_t keep = next[i * stride];
        next[i * stride] = next[j * stride];
        next[j * stride] = keep;
    }
    return 0;
}

int chase_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                 double *want, double *scale)
{
    const int32_t *next = ridge_data(c, "next");
    int64_t steps = ridge_int(c, "steps");
    int32_t at = 0;
    (void)out;
    (void)index;
    for (int64_t k = 0; k < steps; k++)
        at = next[at];
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = at;
    return 0;
}
