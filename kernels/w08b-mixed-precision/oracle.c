/*
 * Oracles and input generators of w08b-mixed-precision.
 *
 * Rounding is by the definition: scale a number until the format's step is 1, floor, choose. Steps and training runs
 * are replayed in doubles. Of checkpointing the oracle replays the list of operations: it knows at every moment which
 * slot holds what, so that a schedule is legal or it is not, and its peak and its work are counted, not believed.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

#define SAY(v, ...) snprintf((v)->message, sizeof (v)->message, __VA_ARGS__)

/* --- numbers ---------------------------------------------------------------------------------- */

struct form {
    const char *name;
    int M, least; /* stored mantissa bits; exponent of the smallest normal number */
    double max;
};

static const struct form fp16 = { "fp16", 10, -14, 65504 };
static const struct form bf16 = { "bf16", 7, -126, 0x1.fep127 };

static double to_even(double x)
{
    double low = floor(x), part = x - low;
    return part < .5 || (part == .5 && fmod(low, 2) == 0) ? low : low + 1;
}

/* x rounded to nearest even in a format. */
static double rounded(const struct form *f, double x)
{
    if (!isfinite(x) || x == 0)
        return x;
    int e = ilogb(x);
    double step = ldexp(1, (e < f->least ? f->least : e) - f->M);
    double y = to_even(fabs(x) / step) * step;
    return copysign(y > f->max ? INFINITY : y, x);
}

static double value_of(const struct form *f, uint16_t code)
{
    int E = 15 - f->M, e = code >> f->M & ((1 << E) - 1), m = code & ((1 << f->M) - 1);
    double v = e ? ldexp(1 + ldexp(m, -f->M), e - 1 + f->least) : ldexp(m, f->least - f->M);
    if (e == (1 << E) - 1)
        v = m ? (double)NAN : (double)INFINITY;
    return code & 0x8000 ? -v : v;
}

/* The same number, zeros by sign; any NaN for a NaN. */
static int same(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b && !signbit(a) == !signbit(b);
}

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t bits_of(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static double normal(uint64_t *s)
{
    double sum = -6;
    for (int k = 0; k < 12; k++)
        sum += ridge_uniform(s);
    return sum;
}

/* --- inputs ----------------------------------------------------------------------------------- */

int codes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    for (size_t k = 0; b && k < b->count; k++)
        ((uint16_t *)b->data)[k] = (uint16_t)k;
    return b ? 0 : -1;
}

enum { WORDS = 65536, HALVES = 31744 }; /* codes of 16 bits; finite positive ones of fp16 */

/* The k-th hard float: bf16's middles, a hair beside them, fp16's middles and both neighbours; then any bits. */
static float hard(size_t k, uint64_t *seed)
{
    if (k < WORDS)
        return float_of((uint32_t)k << 16 | 0x8000);
    if (k < 2 * WORDS)
        return float_of((uint32_t)(k - WORDS) << 16 | (ridge_next(seed) & 1 ? 0x8001 : 0x7fff));
    k -= 2 * WORDS;
    if (k >= 3 * HALVES)
        return float_of((uint32_t)ridge_next(seed));
    double low = value_of(&fp16, (uint16_t)(k / 3)), step = ldexp(1, (low < 0x1p-14 ? -14 : ilogb(low)) - 10);
    float x = (float)(low + step / 2);
    x = k % 3 == 1 ? nextafterf(x, 1e9f) : k % 3 == 2 ? nextafterf(x, 0) : x;
    return ridge_next(seed) & 1 ? -x : x;
}

int hard_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    size_t first = (size_t)ridge_int(c, "first");
    for (size_t k = 0; k < b->count; k++)
        ((float *)b->data)[k] = hard(first + k, &seed);
    return 0;
}

/* Many floats. wide: any bits; else numbers of all the binades that fp16 has, and some outside. */
int floats_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int wide = (int)ridge_int(c, "wide");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        uint32_t r = (uint32_t)ridge_next(&seed), e = 127 - 28 + (uint32_t)(ridge_next(&seed) % 46);
        ((float *)b->data)[k] = float_of(wide ? r : (r & 0x807fffff) | e << 23);
    }
    return 0;
}

int dice_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t k = 0; b && k < b->count; k++)
        ((uint32_t *)b->data)[k] = (uint32_t)ridge_next(&seed);
    return b ? 0 : -1;
}

enum { SPIKE = 7, NAN_AT = 12 };

/*
 * True gradients [T][n]: each weight has its magnitude, from 1e-8 to about 1, times the case's size. Row 7 holds a 1e5, an infinity in fp16 at
 * any scale, row 12 a NaN; every fifth row is 1,000 times as large.
 */
int grads_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t n = (size_t)ridge_int(c, "n");
    double size = ridge_num(c, "size");
    if (!b || b->dtype != RIDGE_F32 || n < 1)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        size_t t = k / n, at = k % n;
        double v = pow(10, -8 * (double)at / (double)n) * (normal(&seed) + .1);
        v *= size * (t % 5 == 3 ? 1000 : 1);
        if (at == n / 2)
            v = t == SPIKE ? 1e5 : t == NAN_AT ? (double)NAN : v;
        ((float *)b->data)[k] = (float)v;
    }
    return 0;
}

/* bf16 weights of .1 to 2 and of both signs: no step crosses zero. */
int weights16_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t k = 0; b && k < b->count; k++) {
        float x = (float)(.1 + 1.9 * ridge_uniform(&seed));
        ((uint16_t *)b->data)[k] = (uint16_t)(bits_of(ridge_next(&seed) & 1 ? x : -x) >> 16);
    }
    return b ? 0 : -1;
}

/* Rows of n numbers and their label: (1, -1, 1, ...)/2 times the row, and noise, so that the loss has a floor. */
int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t n = (size_t)ridge_int(c, "n");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    float *x = b->data;
    for (size_t i = 0; i < b->count / (n + 1); i++, x += n + 1) {
        double label = .4 * normal(&seed);
        for (size_t k = 0; k < n; k++) {
            x[k] = (float)normal(&seed);
            label += (k % 2 ? -.5 : .5) * x[k];
        }
        x[n] = (float)label;
    }
    return 0;
}

/* --- verdicts on numbers ---------------------------------------------------------------------- */

int decode_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *got[2] = { ridge_data(c, "as_bf16"), ridge_data(c, "as_f16") };
    const struct form *f[2] = { &bf16, &fp16 };
    const struct ridge_buffer *b = ridge_buffer(c, "codes");
    if (!b || !got[0] || !got[1])
        return -1;
    for (size_t k = 0; k < 2 * b->count; k++) {
        double want = value_of(f[k % 2], (uint16_t)(k / 2));
        if (same(want, got[k % 2][k / 2]))
            continue;
        SAY(v, "mismatch: value of the %s code 0x%04zx is %.9g, expected %.9g", f[k % 2]->name, k / 2,
            got[k % 2][k / 2], want);
        return 0;
    }
    v->pass = 1;
    return 0;
}

/* Judges codes[n] of x[n]. */
static void codes_judge(const struct form *f, const float *x, const uint16_t *codes, size_t n,
                        struct ridge_verdict *v)
{
    for (size_t k = 0; k < n; k++) {
        double want = rounded(f, x[k]), got = value_of(f, codes[k]);
        if (same(want, got))
            continue;
        SAY(v, "mismatch: %a (bits 0x%08x) in %s is 0x%04x = %.9g, expected %.9g", x[k], bits_of(x[k]), f->name,
            codes[k], got, want);
        return;
    }
    v->pass = 1;
}

static int codes_verify(const struct ridge_case *c, const struct form *f, const char *in, const char *out,
                        struct ridge_verdict *v)
{
    const struct ridge_buffer *x = ridge_buffer(c, in);
    const uint16_t *y = ridge_data(c, out);
    if (!x || !y)
        return -1;
    codes_judge(f, x->data, y, x->count, v);
    return 0;
}

int encode_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    if (codes_verify(c, &bf16, "hard", "in_bf16", v) || !v->pass)
        return v->pass ? -1 : 0;
    v->pass = 0;
    return codes_verify(c, &fp16, "hard", "in_f16", v);
}

int many_bf16_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return codes_verify(c, &bf16, "x", "y", v);
}

int many_f16_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return codes_verify(c, &fp16, "x", "y", v);
}

/* --- Adam ------------------------------------------------------------------------------------- */

struct adam {
    double lr, b1, b2, eps, clip;
};

static struct adam adam_of(const struct ridge_case *c)
{
    return (struct adam){ (float)ridge_num(c, "lr"), (float)ridge_num(c, "b1"), (float)ridge_num(c, "b2"),
                          (float)ridge_num(c, "eps"), (float)ridge_num(c, "clip") };
}

static double update(const struct adam *h, int t, double g, double *m, double *v)
{
    *m = h->b1 * *m + (1 - h->b1) * g;
    *v = h->b2 * *v + (1 - h->b2) * g * g;
    return h->lr * (*m / (1 - pow(h->b1, t))) / (sqrt(*v / (1 - pow(h->b2, t))) + h->eps);
}

/* One run in doubles: w, m, v, g [n] in one block. */
struct run {
    size_t n;
    int t;
    double *w, *m, *v, *g;
};

static int run_open(struct run *r, const float *w0, size_t n)
{
    *r = (struct run){ .n = n, .w = calloc(4 * n, sizeof *r->w) };
    if (!r->w)
        return -1;
    r->m = r->w + n;
    r->v = r->m + n;
    r->g = r->v + n;
    for (size_t k = 0; k < n; k++)
        r->w[k] = w0[k];
    return 0;
}

static void run_step(struct run *r, const struct adam *h)
{
    double sum = 0;
    for (size_t k = 0; k < r->n; k++)
        sum += r->g[k] * r->g[k];
    double by = fmin(1, h->clip / sqrt(sum));
    r->t++;
    for (size_t k = 0; k < r->n; k++)
        r->w[k] -= update(h, r->t, by * r->g[k], &r->m[k], &r->v[k]);
}

/* --- steps with a loss scale ------------------------------------------------------------------ */

struct scaler {
    double scale;
    int interval, good, skipped;
};

static void scaler_step(struct scaler *s, int finite)
{
    s->skipped += !finite;
    s->good = finite ? s->good + 1 : 0;
    if (!finite)
        s->scale = fmax(s->scale / 2, 1);
    else if (s->good == s->interval) {
        s->scale = fmin(2 * s->scale, 0x1p24);
        s->good = 0;
    }
}

/* What arrives of a row of true gradients, in r->g; 0 when something is not finite. */
static int arrive(struct run *r, const float *true_g, double scale)
{
    int finite = 1;
    for (size_t k = 0; k < r->n; k++) {
        r->g[k] = rounded(&fp16, (float)(true_g[k] * scale)) / scale;
        finite &= isfinite(r->g[k]) != 0;
    }
    return finite;
}

/* One step's outputs against the run; 1 when they are right. */
static int step_judge(const struct run *r, const float *w, const uint16_t *w16, double lr, size_t t,
                      struct ridge_verdict *v)
{
    for (size_t k = 0; k < r->n; k++) {
        if (!(fabs(w[k] - r->w[k]) <= 1e-3 * lr + 1e-6 * fabs(r->w[k]))) {
            SAY(v, "mismatch: step %zu, master weight %zu is %.9g, expected %.9g", t, k, w[k], r->w[k]);
            return 0;
        }
        if (!same(rounded(&fp16, w[k]), value_of(&fp16, w16[k]))) {
            SAY(v, "mismatch: step %zu, fp16 copy of weight %zu is %.9g, the master is %.9g", t, k,
                value_of(&fp16, w16[k]), w[k]);
            return 0;
        }
    }
    return 1;
}

/* Of a step: what was returned and counted, and the scale. */
static int scaler_judge(const struct scaler *s, int finite, const int32_t *state, double scale, size_t t,
                        struct ridge_verdict *v)
{
    if (state[0] != finite)
        SAY(v, "mismatch: step %zu: mp_step returned %d, expected %d", t, state[0], finite);
    else if (state[1] != s->skipped)
        SAY(v, "mismatch: step %zu: skipped is %d, expected %d", t, state[1], s->skipped);
    else if (scale != s->scale)
        SAY(v, "mismatch: step %zu (%s): the scale is %g afterwards, expected %g", t, finite ? "good" : "skipped",
            scale, s->scale);
    else
        return 1;
    return 0;
}

int steps_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *G = ridge_data(c, "G"), *w0 = ridge_data(c, "w0"), *w = ridge_data(c, "w"), *at = ridge_data(c, "scale");
    const uint16_t *w16 = ridge_data(c, "w16");
    const int32_t *state = ridge_data(c, "state");
    size_t T = (size_t)ridge_int(c, "T"), n = (size_t)ridge_int(c, "n");
    struct adam h = adam_of(c);
    struct scaler s = { ridge_num(c, "scale0"), (int)ridge_int(c, "interval"), 0, 0 };
    struct run r;
    if (!G || !w0 || !w || !at || !w16 || !state || run_open(&r, w0, n))
        return -1;
    v->pass = 1;
    for (size_t t = 0; v->pass && t < T; t++) {
        int finite = arrive(&r, G + t * n, s.scale);
        if (finite)
            run_step(&r, &h);
        scaler_step(&s, finite);
        v->pass = scaler_judge(&s, finite, state + 2 * t, at[t], t, v)
                  && step_judge(&r, w + t * n, w16 + t * n, h.lr, t, v);
    }
    free(r.w);
    ridge_count(v, "skipped", s.skipped);
    return 0;
}

/* --- without a master ------------------------------------------------------------------------- */

/* bf16 by chance: 16 of the die's bits against the 16 that are cut off. */
static uint16_t by_chance(double x, uint32_t die)
{
    return (uint16_t)((bits_of((float)x) + (die >> 16)) >> 16);
}

/* A moment of the two terms that made it, which may cancel. */
static int close_to(double got, double want, double before, double added)
{
    return fabs(got - want) <= 1e-6 * (fabs(before) + fabs(added));
}

int sr_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const uint16_t *w0 = ridge_data(c, "w16_0"), *w1 = ridge_data(c, "w16_1");
    const float *m0 = ridge_data(c, "m0"), *v0 = ridge_data(c, "v0"), *m1 = ridge_data(c, "m1"), *v1 = ridge_data(c, "v1");
    const float *g = ridge_data(c, "g");
    const uint32_t *dice = ridge_data(c, "dice");
    struct adam h = adam_of(c);
    size_t n = (size_t)ridge_int(c, "n");
    if (!w0 || !w1 || !m0 || !v0 || !m1 || !v1 || !g || !dice)
        return -1;
    for (size_t k = 0; k < n; k++) {
        double m = m0[k], s = v0[k], w = value_of(&bf16, w0[k]);
        double x = w - update(&h, (int)ridge_int(c, "t"), g[k], &m, &s), slack = 1e-3 * h.lr;
        uint16_t near = by_chance(x - copysign(slack, x), dice[k]), far = by_chance(x + copysign(slack, x), dice[k]);
        if (!close_to(m1[k], m, m0[k], g[k]) || !close_to(v1[k], s, v0[k], g[k] * g[k])) {
            SAY(v, "mismatch: moments of weight %zu are %.7g and %.7g, expected %.7g and %.7g", k, m1[k], v1[k], m, s);
            return 0;
        }
        if (w1[k] < near || w1[k] > far) {
            SAY(v, "mismatch: weight %zu: %.9g becomes %.9g with random bits 0x%08x; it was 0x%04x, is 0x%04x, expected 0x%04x",
                k, w, x, dice[k], w0[k], w1[k], by_chance(x, dice[k]));
            return 0;
        }
    }
    v->pass = 1;
    return 0;
}

/* --- a training run --------------------------------------------------------------------------- */

/* Half the mean square of X w - y, y being the last column; its gradient in r->g, times `small`. */
static double least_squares(struct run *r, const float *X, size_t rows, double small)
{
    double loss = 0;
    for (size_t k = 0; k < r->n; k++)
        r->g[k] = 0;
    for (size_t i = 0; i < rows; i++, X += r->n + 1) {
        double e = -X[r->n];
        for (size_t k = 0; k < r->n; k++)
            e += X[k] * r->w[k];
        for (size_t k = 0; k < r->n; k++)
            r->g[k] += small * e * X[k] / (double)rows;
        loss += e * e / 2 / (double)rows;
    }
    return loss;
}

/* The loss of each step near that of a run in doubles that skips the same step: `within` is the relative distance. */
int train_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *X = ridge_data(c, "Xy"), *w0 = ridge_data(c, "w0"), *curve = ridge_data(c, "curve");
    int T = (int)ridge_int(c, "T"), master = (int)ridge_int(c, "master");
    struct adam h = adam_of(c);
    struct run r;
    double worst = 0, first = 0, loss = 0, within = ridge_num(c, "within");
    if (!X || !w0 || !curve || run_open(&r, w0, (size_t)ridge_int(c, "n")))
        return -1;
    v->pass = 1;
    for (int t = 0; v->pass && t < T; t++) {
        loss = least_squares(&r, X, (size_t)ridge_int(c, "rows"), ridge_num(c, "small"));
        first = t ? first : loss;
        worst = fmax(worst, fabs(curve[t] / loss - 1));
        v->pass = fabs(curve[t] / loss - 1) <= within;
        if (!v->pass)
            SAY(v, "mismatch: the loss before step %d is %.6g, in doubles %.6g (at most %g %% apart)", t, curve[t], loss,
                100 * within);
        else if (!master || t != SPIKE)
            run_step(&r, &h);
    }
    free(r.w);
    ridge_count(v, "worst_loss", worst);
    ridge_count(v, "fall", first / loss);
    return 0;
}

/* --- checkpointing: the list of operations ---------------------------------------------------- */

enum op { TAKE, FREE, FORWARD, LOSS, BACKWARD, RETURN };
enum { NONE = -2, EMPTY = -1, GRAD = 1 << 20 }; /* what a slot holds: nothing, x_l as l, gradient by x_l as GRAD + l */

struct replay {
    int *hold, slots, L, in_use, peak, forwards, back; /* back: layers whose backward pass is still to come */
};

static const char *holds(const struct replay *r, int slot, char *text, size_t n)
{
    int h = slot >= 0 && slot < r->slots ? r->hold[slot] : NONE;
    if (h == NONE)
        snprintf(text, n, "slot %d, which is not in use", slot);
    else if (h == EMPTY)
        snprintf(text, n, "slot %d, in which nothing was written", slot);
    else
        snprintf(text, n, "slot %d with %s_%d", slot, h >= GRAD ? "the gradient by x" : "x", h >= GRAD ? h - GRAD : h);
    return text;
}

static int is(const struct replay *r, int slot, int what)
{
    return slot >= 0 && slot < r->slots && r->hold[slot] == what;
}

static int in_use(const struct replay *r, int slot)
{
    return slot >= 0 && slot < r->slots && r->hold[slot] != NONE;
}

/* A slot taken or given back; 1 when that is possible. */
static int replay_slot(struct replay *r, const int32_t *o, struct ridge_verdict *v)
{
    char text[80];
    if (o[0] == TAKE && o[1] >= 0 && o[1] < r->slots) {
        r->hold[o[1]] = EMPTY;
        r->peak = ++r->in_use > r->peak ? r->in_use : r->peak;
        return 1;
    }
    if (o[0] == FREE && in_use(r, o[1])) {
        r->hold[o[1]] = NONE;
        r->in_use--;
        return 1;
    }
    if (o[0] == TAKE)
        SAY(v, "mismatch: more than %d slots in use", r->slots);
    else
        SAY(v, "mismatch: net_free of %s", holds(r, o[1], text, sizeof text));
    return 0;
}

static int replay_forward(struct replay *r, int l, int from, int to, struct ridge_verdict *v)
{
    char text[80];
    if (l < 0 || l >= r->L || !is(r, from, l)) {
        SAY(v, "mismatch: forward of layer %d reads %s", l, holds(r, from, text, sizeof text));
        return 0;
    }
    if (from == to || !in_use(r, to)) {
        SAY(v, "mismatch: forward of layer %d writes to %s", l, holds(r, to, text, sizeof text));
        return 0;
    }
    r->hold[to] = l + 1;
    r->forwards++;
    return 1;
}

static int replay_backward(struct replay *r, int l, int x, int grad, struct ridge_verdict *v)
{
    char text[80];
    if (l != r->back - 1)
        SAY(v, "mismatch: backward of layer %d, expected layer %d", l, r->back - 1);
    else if (!is(r, x, l))
        SAY(v, "mismatch: backward of layer %d reads %s", l, holds(r, x, text, sizeof text));
    else if (!is(r, grad, GRAD + l + 1))
        SAY(v, "mismatch: backward of layer %d takes for gradient %s", l, holds(r, grad, text, sizeof text));
    else {
        r->hold[grad] = GRAD + l;
        r->back = l;
        return 1;
    }
    return 0;
}

static int replay_one(struct replay *r, const int32_t *o, struct ridge_verdict *v)
{
    char text[80];
    switch (o[0]) {
    case TAKE:
    case FREE:
        return replay_slot(r, o, v);
    case FORWARD:
        return replay_forward(r, o[1], o[2], o[3], v);
    case BACKWARD:
        return replay_backward(r, o[1], o[2], o[3], v);
    case LOSS:
        if (!is(r, o[1], r->L)) {
            SAY(v, "mismatch: the loss reads %s, expected x_%d", holds(r, o[1], text, sizeof text), r->L);
            return 0;
        }
        r->hold[o[1]] = GRAD + r->L;
        return 1;
    default:
        if (is(r, o[1], GRAD) && r->in_use == 1 && r->back == 0)
            return 1;
        SAY(v, "mismatch: returned %s, %d layers without backward, %d slots in use; expected the gradient by x_0, 0 and 1",
            holds(r, o[1], text, sizeof text), r->back, r->in_use);
        return 0;
    }
}

/* Replays the list; 1 when it is legal to its end. */
static int replay(struct replay *r, const int32_t *log, int64_t count, struct ridge_verdict *v)
{
    for (int s = 0; s < r->slots; s++)
        r->hold[s] = NONE;
    for (int64_t k = 0; k < count; k++) {
        if (!replay_one(r, log + 4 * k, v))
            return 0;
        if (k == 0)
            r->hold[log[1]] = 0; /* x_0 lies in the first slot taken */
        if (log[4 * k] == RETURN)
            return 1;
    }
    SAY(v, "mismatch: the list of operations has no end");
    return 0;
}

/* --- checkpointing: the numbers --------------------------------------------------------------- */

struct nets {
    size_t L, d, rows;
    const float *W;
    double *x, *g, *dW; /* [L + 1][rows][d], [rows][d] twice, [L][d][d] */
};

static void forward(const struct nets *n, size_t l)
{
    const float *W = n->W + l * n->d * n->d;
    const double *x = n->x + l * n->rows * n->d;
    double *y = n->x + (l + 1) * n->rows * n->d;
    for (size_t e = 0; e < n->rows * n->d; e++) {
        y[e] = 0;
        for (size_t k = 0; k < n->d; k++)
            y[e] += W[e % n->d * n->d + k] * tanh(x[e / n->d * n->d + k]);
    }
}

static void backward(struct nets *n, size_t l)
{
    const double *x = n->x + l * n->rows * n->d;
    double *next = n->g + n->rows * n->d;
    for (size_t e = 0; e < n->rows * n->d; e++) {
        size_t i = e / n->d, k = e % n->d;
        double a = tanh(x[e]), sum = 0;
        for (size_t j = 0; j < n->d; j++) {
            size_t w = (l * n->d + j) * n->d + k;
            n->dW[w] += n->g[i * n->d + j] * a;
            sum += n->g[i * n->d + j] * n->W[w];
        }
        next[e] = sum * (1 - a * a);
    }
    memcpy(n->g, next, n->rows * n->d * sizeof *next);
}

/* The relative distance of got[n] from want[n], in the 2-norm. */
static double distance(const float *got, const double *want, size_t n)
{
    double off = 0, all = 0;
    for (size_t k = 0; k < n; k++) {
        off += (got[k] - want[k]) * (got[k] - want[k]);
        all += want[k] * want[k];
    }
    return sqrt(off / all);
}

static int gradients(const struct ridge_case *c, struct nets *n, struct ridge_verdict *v)
{
    size_t one = n->rows * n->d;
    for (size_t l = 0; l < n->L; l++)
        forward(n, l);
    for (size_t e = 0; e < one; e++)
        n->g[e] = n->x[n->L * one + e] - 1;
    for (size_t l = n->L; l-- > 0;)
        backward(n, l);
    double w = distance(ridge_data(c, "dW"), n->dW, n->L * n->d * n->d), x = distance(ridge_data(c, "dx"), n->g, one);
    if (w <= 1e-4 && x <= 1e-4)
        return 1;
    SAY(v, "mismatch: gradients are off by %.3g (weights) and %.3g (x_0) of their norm", w, x);
    return 0;
}

static int numbers(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct nets n = { (size_t)ridge_int(c, "L"), (size_t)ridge_int(c, "d"), (size_t)ridge_int(c, "rows"),
                      ridge_data(c, "W"), NULL, NULL, NULL };
    const float *x0 = ridge_data(c, "x0");
    size_t one = n.rows * n.d;
    n.x = calloc((n.L + 3) * one + n.L * n.d * n.d, sizeof *n.x);
    if (!n.x || !x0 || !n.W || !ridge_data(c, "dW") || !ridge_data(c, "dx")) {
        free(n.x);
        return -1;
    }
    n.g = n.x + (n.L + 1) * one;
    n.dW = n.g + 2 * one;
    for (size_t e = 0; e < one; e++)
        n.x[e] = x0[e];
    v->pass = gradients(c, &n, v);
    free(n.x);
    return 0;
}

int ckpt_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *log = ridge_buffer(c, "log");
    const int64_t *count = ridge_data(c, "count");
    struct replay r = { .L = (int)ridge_int(c, "L") };
    if (!log || !count || r.L < 1)
        return -1;
    int64_t rows = (int64_t)log->count / 4;
    r.slots = 2 * r.L + 4;
    r.back = r.L;
    r.hold = malloc((size_t)r.slots * sizeof *r.hold);
    if (!r.hold)
        return -1;
    int legal = replay(&r, log->data, *count < rows ? *count : rows, v);
    free(r.hold);
    ridge_count(v, "peak_slots", r.peak);
    ridge_count(v, "forwards", r.forwards);
    return legal ? numbers(c, v) : 0;
}
