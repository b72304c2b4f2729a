/*
 * oracle.c: inputs and judge of w26-qlora, in float64 and by the definition: codes by looking at all sixteen levels,
 * gradients by way of the dW that a submission may not have, Adam over whole arrays. runs.h has the training runs.
 */
#include <float.h>
#include <ridge/oracle.h>
#include <stdlib.h>

#include "runs.h"

static const float LEVEL[16] = {
    -1, -.6961928009986877f, -.5250730514526367f, -.39491748809814453f, -.28444138169288635f, -.18477343022823334f,
    -.09105003625154495f, 0, .07958029955625534f, .16093020141124725f, .24611230194568634f, .33791524171829224f,
    .44070982933044434f, .5626170039176941f, .7229568362236023f, 1 };

enum { NF_BLOCK = 64, NF_GROUP = 256 };

static int fail(struct ridge_verdict *v)
{
    v->pass = 0;
    return 0;
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), fail(v))

static double normal(uint64_t *s)
{
    double sum = -6;
    for (int k = 0; k < 12; k++)
        sum += ridge_uniform(s);
    return sum;
}

/* --- inputs -------------------------------------------------------------------------------------------- */

enum { RANDOM, ZEROS, TIES, SKEWED, ENDS, STEPS, QUOTIENTS };

static float midpoint(int j)
{
    return (LEVEL[j] + LEVEL[j + 1]) / 2;
}

/* RANDOM: blocks of different sizes; ZEROS: every third block is 0; TIES: midpoints, in blocks that are all of one
 * size; SKEWED: one block is a thousand times as large; ENDS: sizes from 1e-30 to 1e30, by groups; STEPS: see
 * size_in_steps(); QUOTIENTS: blocks of size .7, and numbers a few ulp beside a midpoint times that. */
/* The size of a block where ties of scales are met: 8192 and a distance, whose opposite the next block has, so that the
 * mean is 8192 exactly. In groups of even number the distances are 127, .5, 1.5, 2.5 ... times 41, and a product with
 * 1 / 41 is not always their quotient; in the others at most 4000 and the first number behind it whose product with
 * 1 / 127 is not its quotient. */
static double size_in_steps(size_t block)
{
    size_t pair = block % NF_GROUP / 2;
    float far = 4000, by = 1.f / 127;
    while (far * by == far / 127)
        far++;
    double away = block / NF_GROUP % 2 ? (pair ? (double)pair : far) : pair ? 41 * ((double)pair - .5) : 41 * 127;
    return block % 2 ? 8192 - away : 8192 + away;
}

/* A number at most two ulp from midpoint j of a block of this size. */
static double beside_midpoint(int j, float size, uint64_t die)
{
    float x = midpoint(j) * size;
    for (uint64_t k = die % 3; k > 0; k--)
        x = nextafterf(x, die & 8 ? INFINITY : -INFINITY);
    return x;
}

int weights_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t mode = ridge_int(c, "mode");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    float *w = b->data;
    for (size_t i = 0; i < b->count; i++) {
        size_t block = i / NF_BLOCK, group = block / NF_GROUP;
        double x = normal(&seed) * (.02 + .01 * (double)(block * 7 % 11)), far = 1;
        if (mode == TIES)
            x = i % NF_BLOCK ? midpoint((int)(ridge_next(&seed) % 15)) : block % 2 ? -1 : 1;
        if (mode == STEPS)
            x = size_in_steps(block) * (i % NF_BLOCK ? 2 * ridge_uniform(&seed) - 1 : block % 3 ? -1 : 1);
        if (mode == QUOTIENTS)
            x = i % NF_BLOCK ? beside_midpoint((int)(i % 15), .7f, ridge_next(&seed)) : block % 2 ? -.7f : .7f;
        if (mode == ENDS)
            far = group % 3 == 0 ? 1 : group % 3 == 1 ? 1e-30 : 1e30;
        if (mode == SKEWED)
            far = block == 1 ? 1000 : 1;
        w[i] = mode == ZEROS && block % 3 == 1 ? 0 : (float)(x * far);
    }
    return 0;
}

/* Gradients of many sizes: of every seventh parameter near Adam's eps, of others 0 in all steps. */
int gradients_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t n = ridge_int(c, "n");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        int64_t kind = (int64_t)i % n % 7;
        ((float *)b->data)[i] = (float)(normal(&seed) * (kind == 2 ? 1e-8 : kind == 4 ? 0 : 1));
    }
    return 0;
}

/* A matrix in four bits, in four buffers: Wc codes, Ws scales, Wt steps, Wm mean. Every eighth step is so large that
 * some scales would be below 0. */
int nf4_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const float mean = .06f;
    uint64_t s = ridge_mix(seed, buffer);
    if (!b || buffer[0] != 'W')
        return -1;
    for (size_t i = 0; i < b->count; i++)
        switch (buffer[1]) {
        case 'c': ((uint8_t *)b->data)[i] = (uint8_t)ridge_next(&s); break;
        case 's': ((int8_t *)b->data)[i] = (int8_t)((int)(ridge_next(&s) % 255) - 127); break;
        case 't': ((float *)b->data)[i] = (float)(mean / 127 * (i % 8 ? .3 + .6 * ridge_uniform(&s) : 1.3)); break;
        default: ((float *)b->data)[i] = mean; break;
        }
    return 0;
}

int w16_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_U16)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        ((uint16_t *)b->data)[i] = microlm_bf16((float)(.05 * normal(&seed)));
    return 0;
}

/* --- four bits ----------------------------------------------------------------------------------------- */

static float scale_at(const int8_t *scale, const float *step, float mean, int64_t b)
{
    double s = (double)mean + (double)step[b / NF_GROUP] * scale[b];
    return s > 0 ? (float)s : 0;
}

static int64_t blocks_of(int64_t n)
{
    return (n + NF_BLOCK - 1) / NF_BLOCK;
}

static void largest(const float *w, int64_t n, float *most)
{
    memset(most, 0, sizeof *most * (size_t)blocks_of(n));
    for (int64_t i = 0; i < n; i++)
        most[i / NF_BLOCK] = fmaxf(most[i / NF_BLOCK], fabsf(w[i]));
}

static float mean_of(const float *most, int64_t blocks)
{
    double sum = 0;
    for (int64_t b = 0; b < blocks; b++)
        sum += most[b];
    return (float)(sum / (double)blocks);
}

/* Scales and steps of one group of blocks. Quotients in double, rounded once, are those of a float division. */
static void group_scales(const float *most, int64_t from, int64_t end, float mean, int8_t *scale, float *step)
{
    float far = 0;
    for (int64_t b = from; b < end; b++)
        far = fmaxf(far, fabsf((float)((double)most[b] - mean)));
    *step = (float)((double)far / 127);
    for (int64_t b = from; b < end; b++) {
        float x = *step > 0 ? (float)((double)(float)((double)most[b] - mean) / *step) : 0;
        scale[b] = (int8_t)nearbyint(x);
    }
}

static int code_of(float w, float s)
{
    float x = s > 0 ? (float)((double)w / s) : 0;
    int code = s > 0 ? 0 : 7;
    for (int j = 0; j < 15 && s > 0; j++)
        code += midpoint(j) < x;
    return code;
}

/* What is left of w after four bits. */
static void through_nf4(float *w, int64_t n)
{
    int64_t blocks = blocks_of(n);
    float *most = malloc(sizeof *most * (size_t)blocks), *step = malloc(sizeof *step * (size_t)blocks);
    int8_t *scale = malloc((size_t)blocks);
    if (!most || !step || !scale)
        abort();
    largest(w, n, most);
    float mean = mean_of(most, blocks);
    for (int64_t b = 0; b < blocks; b += NF_GROUP)
        group_scales(most, b, blocks < b + NF_GROUP ? blocks : b + NF_GROUP, mean, scale, step + b / NF_GROUP);
    for (int64_t i = 0; i < n; i++) {
        float s = scale_at(scale, step, mean, i / NF_BLOCK);
        w[i] = LEVEL[code_of(w[i], s)] * s;
    }
    free(most);
    free(step);
    free(scale);
}

static int check_scales(const float *most, int64_t blocks, float mean, const int8_t *scale, const float *step,
                        struct ridge_verdict *v)
{
    int8_t want[NF_GROUP];
    float far;
    for (int64_t b = 0; b < blocks; b += NF_GROUP) {
        int64_t n = blocks - b < NF_GROUP ? blocks - b : NF_GROUP;
        group_scales(most + b, 0, n, mean, want, &far);
        if (step[b / NF_GROUP] != far)
            return SAY(v, "step[%lld] is the group's largest distance from the mean over 127: %.9g expected, got %.9g",
                       (long long)(b / NF_GROUP), far, step[b / NF_GROUP]);
        for (int64_t k = 0; k < n; k++)
            if (scale[b + k] != want[k])
                return SAY(v, "scale[%lld]: largest magnitude %.9g, mean %.9g, step %.9g: %d expected, got %d",
                           (long long)(b + k), most[b + k], mean, far, want[k], scale[b + k]);
    }
    return 1;
}

static int check_codes(const float *w, int64_t n, const uint8_t *code, const int8_t *scale, const float *step,
                       float mean, struct ridge_verdict *v)
{
    for (int64_t i = 0; i < n; i++) {
        float s = scale_at(scale, step, mean, i / NF_BLOCK);
        int want = code_of(w[i], s), got = code[i / 2] >> 4 * (i % 2) & 15;
        if (got != want)
            return SAY(v, "number %lld is %.9g, its block's scale %.9g: code %d (%.6g) expected, got %d (%.6g)",
                       (long long)i, w[i], s, want, LEVEL[want] * s, got, LEVEL[got] * s);
    }
    if (n % 2 && code[n / 2] >> 4 != 7)
        return SAY(v, "n is odd: the last high half is 7, got %d", code[n / 2] >> 4);
    return 1;
}

int encode_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n"), blocks = blocks_of(n);
    const float *w = ridge_data(c, "w"), *step = ridge_data(c, "Qt"), *mean = ridge_data(c, "Qm");
    const uint8_t *code = ridge_data(c, "Qc");
    const int8_t *scale = ridge_data(c, "Qs");
    float *most = malloc(sizeof *most * (size_t)blocks);
    if (!w || !step || !mean || !code || !scale || !most)
        return -1;
    largest(w, n, most);
    float want = mean_of(most, blocks);
    if (!(fabsf(*mean - want) <= 0x1p-23f * want))
        SAY(v, "the mean of the blocks' largest magnitudes: %.9g expected, got %.9g", want, *mean);
    else
        v->pass = check_scales(most, blocks, *mean, scale, step, v) && check_codes(w, n, code, scale, step, *mean, v);
    free(most);
    return 0;
}

/* The case's matrix in four bits, number i. */
static double stored(const struct ridge_case *c, int64_t i)
{
    const uint8_t *code = ridge_data(c, "Wc");
    const float *step = ridge_data(c, "Wt"), *mean = ridge_data(c, "Wm");
    float s = scale_at(ridge_data(c, "Ws"), step, *mean, i / NF_BLOCK);
    return LEVEL[code[i / 2] >> 4 * (i % 2) & 15] * s;
}

int decode_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    int64_t from = ridge_int(c, "from");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = stored(c, from + (int64_t)index[k]);
    return 0;
}

int gemv_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    int64_t in = ridge_int(c, "cols");
    const float *x = ridge_data(c, "x");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        for (int64_t i = 0; i < in; i++) {
            double p = stored(c, (int64_t)index[k] * in + i) * x[i];
            want[k] += p;
            scale[k] += fabs(p);
        }
    }
    return 0;
}

/* --- adapters ------------------------------------------------------------------------------------------ */

int init_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t in = ridge_int(c, "cols"), out = ridge_int(c, "rows"), r = ridge_int(c, "r"), n = r * in, above = 0;
    const float *A = ridge_data(c, "A1"), *B = ridge_data(c, "B1");
    double most = 1 / sqrt((double)in), size = 0;
    if (!A || !B)
        return -1;
    for (int64_t i = 0; i < out * r; i++)
        if (B[i] != 0)
            return SAY(v, "B[%lld][%lld] is %g: with B = 0 training starts from the base", (long long)(i / r),
                       (long long)(i % r), B[i]);
    for (int64_t i = 0; i < n; i++) {
        if (!(fabs(A[i]) <= most * (1 + 1e-6)))
            return SAY(v, "A[%lld][%lld] is %g, 1/sqrt(in) is %g", (long long)(i / in), (long long)(i % in), A[i],
                       most);
        size += fabs(A[i]) / most / (double)n;
        above += A[i] > 0;
    }
    double slack = 3 / sqrt((double)n); /* ten standard deviations of the mean size, six of the share above 0 */
    if (!(fabs(size - .5) <= slack) || !(fabs((double)above / (double)n - .5) <= slack))
        return SAY(v, "A is drawn evenly from both sides of 0: a mean size of %.4g and half of them above 0 expected, "
                   "got %.4g and %.3g", most / 2, size * most, (double)above / (double)n);
    v->pass = 1;
    return 0;
}

/* A call with a base: its sizes and W + s B A in float64. */
struct adapted {
    int64_t out, in, r, T;
    double by;
    const float *X, *A, *B;
    double *W, *size; /* [out][in]: the sum; the sum of magnitudes that went into it */
};

static int layer_open(const struct ridge_case *c, struct adapted *l)
{
    *l = (struct adapted){ ridge_int(c, "rows"), ridge_int(c, "cols"), ridge_int(c, "r"), ridge_int(c, "T"),
                         ridge_num(c, "alpha") / ridge_num(c, "r"), ridge_data(c, "X"), ridge_data(c, "A"),
                         ridge_data(c, "B"), NULL, NULL };
    const uint16_t *w16 = ridge_data(c, "W16");
    int64_t four = ridge_int(c, "four");
    if (!w16)
        return -1;
    l->W = calloc((size_t)(2 * l->out * l->in), sizeof *l->W);
    l->size = l->W + l->out * l->in;
    for (int64_t i = 0; l->W && i < l->out * l->in; i++) {
        l->W[i] = four ? stored(c, i) : microlm_float(w16[i]);
        l->size[i] = fabs(l->W[i]);
        for (int64_t k = 0; k < l->r; k++) {
            double p = l->by * l->B[i / l->in * l->r + k] * l->A[k * l->in + i % l->in];
            l->W[i] += p;
            l->size[i] += fabs(p);
        }
    }
    return l->W ? 0 : -1;
}

static int no_leak(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *notes = ridge_data(c, "notes");
    ridge_count(v, "peak_B", notes[0]);
    if (notes[1] != 0)
        return SAY(v, "%.0f bytes of the heap were taken and not given back", notes[1]);
    if (notes[2] != 0)
        return SAY(v, "H was written: what was kept for the way back is const, and not the call's to change");
    return 1;
}

static int check_Y(const struct adapted *l, const float *Y, const float *H, struct ridge_verdict *v)
{
    for (int64_t t = 0; t < l->T; t++) {
        const float *x = l->X + t * l->in;
        for (int64_t o = 0; o < l->out; o++) {
            double want = 0, size = 0;
            for (int64_t i = 0; i < l->in; i++) {
                want += l->W[o * l->in + i] * x[i];
                size += l->size[o * l->in + i] * fabs(x[i]);
            }
            if (!(fabs(Y[t * l->out + o] - want) <= 1e-5 * size))
                return SAY(v, "Y[%lld][%lld]: %.7g expected, got %.7g", (long long)t, (long long)o, want,
                           Y[t * l->out + o]);
        }
        for (int64_t k = 0; k < l->r; k++) {
            double want = 0, size = 0;
            for (int64_t i = 0; i < l->in; i++) {
                want += (double)l->A[k * l->in + i] * x[i];
                size += fabs((double)l->A[k * l->in + i] * x[i]);
            }
            if (!(fabs(H[t * l->r + k] - want) <= 1e-5 * size))
                return SAY(v, "H[%lld][%lld], X A^T: %.7g expected, got %.7g", (long long)t, (long long)k, want,
                           H[t * l->r + k]);
        }
    }
    return 1;
}

int fwd_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct adapted l;
    if (layer_open(c, &l))
        return -1;
    v->pass = check_Y(&l, ridge_data(c, "Y"), ridge_data(c, "H"), v) && no_leak(c, v);
    free(l.W);
    return 0;
}

/* got = was + want, within what float32 makes of sums of this size. */
static int near_sum(const char *name, int64_t at, int64_t row, const float *was, const float *got, double want,
                    double size, struct ridge_verdict *v)
{
    if (fabs(got[at] - (was[at] + want)) <= 2e-5 * (size + fabs(was[at])) + 1e-30)
        return 1;
    return SAY(v, "%s[%lld][%lld]: it was %.7g, and %.7g is added: %.7g expected, got %.7g", name,
               (long long)(at / row), (long long)(at % row), was[at], want, was[at] + want, got[at]);
}

static int check_dX(const struct ridge_case *c, const struct adapted *l, struct ridge_verdict *v)
{
    const float *dY = ridge_data(c, "dY"), *was = ridge_data(c, "dX0"), *got = ridge_data(c, "dX");
    for (int64_t t = 0; t < l->T; t++)
        for (int64_t i = 0; i < l->in; i++) {
            double want = 0, size = 0;
            for (int64_t o = 0; o < l->out && !ridge_int(c, "skip"); o++) {
                want += dY[t * l->out + o] * l->W[o * l->in + i];
                size += fabs(dY[t * l->out + o]) * l->size[o * l->in + i];
            }
            if (!near_sum("dX", t * l->in + i, l->in, was, got, want, size, v))
                return 0;
        }
    return 1;
}

/* dA = s B^T dW and dB = s dW A^T, by dW = dY^T X, whose magnitudes are beside it. */
static int check_adapter(const struct ridge_case *c, const struct adapted *l, double *dW, struct ridge_verdict *v)
{
    const float *dY = ridge_data(c, "dY");
    double *size = dW + l->out * l->in;
    for (int64_t t = 0; t < l->T; t++)
        for (int64_t o = 0; o < l->out; o++)
            for (int64_t i = 0; i < l->in; i++) {
                double p = (double)dY[t * l->out + o] * l->X[t * l->in + i];
                dW[o * l->in + i] += p;
                size[o * l->in + i] += fabs(p);
            }
    for (int64_t k = 0; k < l->r; k++)
        for (int64_t i = 0; i < l->in; i++) {
            double want = 0, sum = 0;
            for (int64_t o = 0; o < l->out; o++) {
                want += l->by * l->B[o * l->r + k] * dW[o * l->in + i];
                sum += fabs(l->by * l->B[o * l->r + k]) * size[o * l->in + i];
            }
            if (!near_sum("dA", k * l->in + i, l->in, ridge_data(c, "dA0"), ridge_data(c, "dA"), want, sum, v))
                return 0;
        }
    for (int64_t o = 0; o < l->out; o++)
        for (int64_t k = 0; k < l->r; k++) {
            double want = 0, sum = 0;
            for (int64_t i = 0; i < l->in; i++) {
                want += l->by * l->A[k * l->in + i] * dW[o * l->in + i];
                sum += fabs(l->by * l->A[k * l->in + i]) * size[o * l->in + i];
            }
            if (!near_sum("dB", o * l->r + k, l->r, ridge_data(c, "dB0"), ridge_data(c, "dB"), want, sum, v))
                return 0;
        }
    return 1;
}

int bwd_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct adapted l;
    if (layer_open(c, &l))
        return -1;
    double *dW = calloc((size_t)(2 * l.out * l.in), sizeof *dW);
    if (dW)
        v->pass = check_dX(c, &l, v) && (!l.r || check_adapter(c, &l, dW, v)) && no_leak(c, v);
    int rc = dW ? 0 : -1;
    free(dW);
    free(l.W);
    return rc;
}

int merge_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const uint16_t *got = ridge_data(c, "merged_W");
    struct adapted l;
    if (!got || layer_open(c, &l))
        return -1;
    v->pass = 1;
    for (int64_t i = 0; v->pass && i < l.out * l.in; i++) {
        int e = 0;
        frexp(l.W[i], &e);
        double half = ldexp(1, e - 9), value = microlm_float(got[i]); /* of a unit in the last of eight places */
        if (!(fabs(value - l.W[i]) <= half + 1e-6 * l.size[i]))
            SAY(v, "[%lld][%lld]: the sum is %.9g, and %.9g the 16-bit number next to it; got %.9g",
                (long long)(i / l.in), (long long)(i % l.in), l.W[i], microlm_float(microlm_bf16((float)l.W[i])),
                value);
    }
    free(l.W);
    return 0;
}

int ia3_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t T = ridge_int(c, "T"), n = ridge_int(c, "n");
    const float *x = ridge_data(c, "x3"), *l = ridge_data(c, "l"), *dy = ridge_data(c, "dy"), *y = ridge_data(c, "y3"),
                *y2 = ridge_data(c, "y2"), *dx0 = ridge_data(c, "dx0"), *dl0 = ridge_data(c, "dl0");
    if (!x || !l || !dy || !y || !y2 || !dx0 || !dl0)
        return -1;
    for (int64_t k = 0; k < T * n; k++) {
        float want = x[k] * l[k % n];
        if (y[k] != want || y2[k] != want)
            return SAY(v, "y[%lld][%lld]: %.9g expected, got %.9g, and %.9g in place", (long long)(k / n),
                       (long long)(k % n), want, y[k], y2[k]);
        double back = (double)dy[k] * l[k % n];
        if (!near_sum("dx", k, n, dx0, ridge_data(c, "dx"), back, fabs(back), v))
            return 0;
    }
    for (int64_t i = 0; i < n; i++) {
        double want = 0, size = 0;
        for (int64_t t = 0; t < T; t++) {
            want += (double)dy[t * n + i] * x[t * n + i];
            size += fabs((double)dy[t * n + i] * x[t * n + i]);
        }
        if (!near_sum("dl", i, n, dl0, ridge_data(c, "dl"), want, size, v))
            return 0;
    }
    v->pass = 1;
    return 0;
}

/* --- the optimiser ------------------------------------------------------------------------------------- */

enum { PAGE = 512, WORK_NS = 5000 };

static int check_pages(const struct ridge_case *c, int64_t n, struct ridge_verdict *v)
{
    const double *notes = ridge_data(c, "notes5");
    double pages = (double)((n + PAGE - 1) / PAGE), steps = ridge_num(c, "steps");
    ridge_count(v, "faults", notes[0]);
    ridge_count(v, "copies", notes[1]);
    ridge_count(v, "time_pct", 100 * notes[2] / (steps * pages * WORK_NS));
    if (notes[4] != 0)
        return SAY(v, "a page was asked for that does not exist: there are %.0f", pages);
    if (notes[3] != steps * pages)
        return SAY(v, "%.0f uses of pages in %.0f steps, %.0f pages: each is used once in a step", notes[3], steps,
                   pages);
    return 1;
}

int adam_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n"), steps = ridge_int(c, "steps");
    double lr = (float)ridge_num(c, "lr"), b1 = .9f, b2 = .99f;
    const float *w0 = ridge_data(c, "w0"), *G = ridge_data(c, "G"), *got = ridge_data(c, "w1");
    if (!w0 || !G || !got || !ridge_data(c, "notes5"))
        return -1;
    for (int64_t i = 0; i < n; i++) {
        double w = w0[i], m = 0, s = 0;
        for (int64_t t = 0; t < steps; t++) {
            double g = G[t * n + i];
            m = b1 * m + (1 - b1) * g;
            s = b2 * s + (1 - b2) * g * g;
            w -= lr * (m / (1 - pow(b1, (double)t + 1))) / (sqrt(s / (1 - pow(b2, (double)t + 1))) + 1e-8f);
        }
        if (!(fabs(got[i] - w) <= 2e-5 * lr * (double)steps + 0x1p-22 * fabs(w)))
            return SAY(v, "parameter %lld after %lld steps: %.8g expected, got %.8g (it began at %.8g)", (long long)i,
                       (long long)steps, w, got[i], w0[i]);
    }
    v->pass = check_pages(c, n, v);
    return 0;
}
