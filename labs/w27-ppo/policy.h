/*
 * policy.h: what part E trains, and what it is judged by: harness.c trains with it, oracle.c judges with it. The policy
 * is microlm's draft (kernels/microlm), all of its 115,008 weights, forward and backward in float. The prompt is a text
 * of synthlang in which a key is bound; the answer is how the policy goes on, byte by byte.
 *
 * The score of an answer: 1 for each question that it asks and answers rightly ("?Kv", v the value of K), -1 if it has
 * a byte that the language forbids where it stands. That byte ends the answer; ANSWER bytes end it, too.
 *
 * Rows are in the order of time: row t*B + b is byte t of text b. So what was computed for earlier bytes lies before
 * what is computed now, and the keys and values of a forward pass are the KV cache of the next byte.
 */
#ifndef W27_POLICY_H
#define W27_POLICY_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LM_D = 64, LM_L = 2, LM_H = 2, LM_HD = 32, LM_FF = 192, LM_V = 256, LM_Q = LM_H * LM_HD };
enum { PROMPT = 24, ANSWER = 12, TEXT = PROMPT + ANSWER };

/* --- where the weights are: the order of microlm/model.h ----------------------------------------------------- */

enum { LM_NORM1 = 0, LM_WQ = LM_NORM1 + LM_D, LM_WK = LM_WQ + LM_Q * LM_D, LM_WV = LM_WK + LM_HD * LM_D,
       LM_WO = LM_WV + LM_HD * LM_D, LM_NORM2 = LM_WO + LM_D * LM_Q, LM_W1 = LM_NORM2 + LM_D,
       LM_W3 = LM_W1 + LM_FF * LM_D, LM_W2 = LM_W3 + LM_FF * LM_D, LM_LAYER = LM_W2 + LM_D * LM_FF,
       LM_NORMF = LM_V * LM_D + LM_L * LM_LAYER, LM_COUNT = LM_NORMF + LM_D };

_Static_assert(LM_COUNT == 115008, "the draft's number of weights");

/* --- one product for all --------------------------------------------------------------------------------- */

typedef float lm_vec __attribute__((vector_size(32), aligned(4), may_alias));

/* C[i][0..n) (+)= sum over k of A[i*ai + k*ak] * B[k*ldb ..]; n is a multiple of 16. */
static inline __attribute__((always_inline)) void lm_product_body(int m, int n, int K, const float *A, int ai, int ak,
                                                                  const float *B, int ldb, float *C, int ldc, int add)
{
    for (int i = 0; i < m; i += 4)
        for (int j = 0; j < n; j += 16) {
            lm_vec low[4] = { 0 }, high[4] = { 0 };
            int rows = m - i < 4 ? m - i : 4, at[4];
            for (int r = 0; r < 4; r++)
                at[r] = (i + (r < rows ? r : 0)) * ai;
            for (int k = 0; k < K; k++) {
                lm_vec left = *(const lm_vec *)&B[k * ldb + j], right = *(const lm_vec *)&B[k * ldb + j + 8];
#pragma GCC unroll 4
                for (int r = 0; r < 4; r++) {
                    float a = A[at[r] + k * ak];
                    low[r] += a * left, high[r] += a * right;
                }
            }
            for (int r = 0; r < rows; r++) {
                float *c = C + (i + r) * ldc + j;
                if (add)
                    low[r] += *(lm_vec *)c, high[r] += *(lm_vec *)(c + 8);
                *(lm_vec *)c = low[r], *(lm_vec *)(c + 8) = high[r];
            }
        }
}

#if defined __x86_64__
static __attribute__((target("avx2,fma"), optimize("O3"))) void lm_product_wide(int m, int n, int K, const float *A,
                                                                                int ai, int ak, const float *B, int ldb,
                                                                                float *C, int ldc, int add)
{
    lm_product_body(m, n, K, A, ai, ak, B, ldb, C, ldc, add);
}
#endif

static void lm_product(int m, int n, int K, const float *A, int ai, int ak, const float *B, int ldb, float *C, int ldc,
                       int add)
{
#if defined __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        lm_product_wide(m, n, K, A, ai, ak, B, ldb, C, ldc, add);
        return;
    }
#endif
    lm_product_body(m, n, K, A, ai, ak, B, ldb, C, ldc, add);
}

/* --- what a pass keeps ------------------------------------------------------------------------------------ */

struct lm_layer {
    float *x, *h1, *q, *k, *v, *p, *att, *x2, *h2, *g, *u, *act; /* [rows][...]; p [rows][H][TEXT] */
};

struct lm {
    int B;
    float *turned; /* the matrices [in][out], embedding included */
    struct lm_layer layer[LM_L];
    float *x, *h, *logits;
    float *dx, *dh, *dq, *dk, *dv, *datt, *dg, *du, *dact;
    float angle[TEXT][LM_HD]; /* cos, then sin */
    float *all;
};

/* Room for B texts, or NULL. */
static inline struct lm *lm_create(int B)
{
    size_t rows = (size_t)B * TEXT, each = 6 * LM_D + 2 * LM_Q + 2 * LM_HD + LM_H * TEXT + 3 * LM_FF;
    size_t rest = 4 * LM_D + LM_V + 2 * LM_Q + 2 * LM_HD + 3 * LM_FF;
    struct lm *m = calloc(1, sizeof *m);
    float *at = calloc(rows * (LM_L * each + rest) + LM_COUNT, sizeof *at);
    if (!m || !at) {
        free(m), free(at);
        return NULL;
    }
    m->B = B, m->all = at;
#define TAKE(field, width) ((field) = at, at += rows * (size_t)(width))
    for (int l = 0; l < LM_L; l++) {
        struct lm_layer *y = &m->layer[l];
        TAKE(y->x, LM_D), TAKE(y->h1, LM_D), TAKE(y->q, LM_Q), TAKE(y->k, LM_HD), TAKE(y->v, LM_HD);
        TAKE(y->p, LM_H * TEXT), TAKE(y->att, LM_Q), TAKE(y->x2, LM_D), TAKE(y->h2, LM_D);
        TAKE(y->g, LM_FF), TAKE(y->u, LM_FF), TAKE(y->act, LM_FF);
    }
    TAKE(m->x, LM_D), TAKE(m->h, LM_D), TAKE(m->logits, LM_V), TAKE(m->dx, LM_D), TAKE(m->dh, LM_D);
    TAKE(m->dq, LM_Q), TAKE(m->datt, LM_Q), TAKE(m->dk, LM_HD), TAKE(m->dv, LM_HD);
    TAKE(m->dg, LM_FF), TAKE(m->du, LM_FF), TAKE(m->dact, LM_FF);
#undef TAKE
    m->turned = at;
    for (int t = 0; t < TEXT; t++)
        for (int i = 0; i < LM_HD / 2; i++) {
            double a = t * pow(10000, -2. * i / LM_HD);
            m->angle[t][i] = (float)cos(a), m->angle[t][LM_HD / 2 + i] = (float)sin(a);
        }
    return m;
}

static inline void lm_destroy(struct lm *m)
{
    if (m)
        free(m->all);
    free(m);
}

/* --- forward ------------------------------------------------------------------------------------------------ */

static void lm_turn(float *to, const float *from, int out, int in)
{
    for (int o = 0; o < out; o++)
        for (int i = 0; i < in; i++)
            to[i * out + o] = from[o * in + i];
}

/* The weights have changed: call before lm_forward. */
static inline void lm_take(struct lm *m, const float *w)
{
    static const struct { int at, out, in; } all[] = {
        { LM_WQ, LM_Q, LM_D }, { LM_WK, LM_HD, LM_D }, { LM_WV, LM_HD, LM_D }, { LM_WO, LM_D, LM_Q },
        { LM_W1, LM_FF, LM_D }, { LM_W3, LM_FF, LM_D }, { LM_W2, LM_D, LM_FF },
    };
    lm_turn(m->turned, w, LM_V, LM_D);
    for (int l = 0; l < LM_L; l++)
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
            int at = LM_V * LM_D + l * LM_LAYER + all[k].at;
            lm_turn(m->turned + at, w + at, all[k].out, all[k].in);
        }
}

static float lm_inverse(const float *x)
{
    float sum = 0;
    for (int i = 0; i < LM_D; i++)
        sum += x[i] * x[i];
    return 1 / sqrtf(sum / LM_D + 1e-5f);
}

static void lm_norm(float *y, const float *x, const float *gain, int rows)
{
    for (; rows > 0; rows--, x += LM_D, y += LM_D) {
        float r = lm_inverse(x);
        for (int i = 0; i < LM_D; i++)
            y[i] = x[i] * r * gain[i];
    }
}

static void lm_rope(const struct lm *m, float *x, int heads, int t, float sign)
{
    for (int h = 0; h < heads; h++, x += LM_HD)
        for (int i = 0; i < LM_HD / 2; i++) {
            float c = m->angle[t][i], s = sign * m->angle[t][LM_HD / 2 + i], a = x[i], b = x[i + LM_HD / 2];
            x[i] = a * c - b * s, x[i + LM_HD / 2] = a * s + b * c;
        }
}

/* Head h of text b at byte t looks at bytes 0..t. */
static void lm_attend(const struct lm *m, const struct lm_layer *y, int t, int b, int h)
{
    int row = t * m->B + b;
    const float *q = y->q + row * LM_Q + h * LM_HD;
    float *p = y->p + (row * LM_H + h) * TEXT, *out = y->att + row * LM_Q + h * LM_HD, top = -INFINITY, sum = 0;
    for (int s = 0; s <= t; s++) {
        const float *k = y->k + (s * m->B + b) * LM_HD;
        float dot = 0;
        for (int i = 0; i < LM_HD; i++)
            dot += q[i] * k[i];
        p[s] = dot / sqrtf(LM_HD);
        top = p[s] > top ? p[s] : top;
    }
    for (int s = 0; s <= t; s++)
        sum += p[s] = expf(p[s] - top);
    memset(out, 0, LM_HD * sizeof *out);
    for (int s = 0; s <= t; s++) {
        const float *v = y->v + (s * m->B + b) * LM_HD;
        p[s] /= sum;
        for (int i = 0; i < LM_HD; i++)
            out[i] += p[s] * v[i];
    }
}

#define LM_OUT(y, x, matrix, out, in, add) \
    lm_product(n, out, in, (x) + r0 * (in), in, 1, wt + (matrix), out, (y) + r0 * (out), out, add)

static void lm_layer_forward(struct lm *m, const float *w, int l, int t0, int t1, float *next)
{
    struct lm_layer *y = &m->layer[l];
    int r0 = t0 * m->B, n = (t1 - t0) * m->B, at = LM_V * LM_D + l * LM_LAYER;
    const float *wt = m->turned + at;
    lm_norm(y->h1 + r0 * LM_D, y->x + r0 * LM_D, w + at + LM_NORM1, n);
    LM_OUT(y->q, y->h1, LM_WQ, LM_Q, LM_D, 0);
    LM_OUT(y->k, y->h1, LM_WK, LM_HD, LM_D, 0);
    LM_OUT(y->v, y->h1, LM_WV, LM_HD, LM_D, 0);
    for (int r = r0; r < r0 + n; r++) {
        lm_rope(m, y->q + r * LM_Q, LM_H, r / m->B, 1);
        lm_rope(m, y->k + r * LM_HD, 1, r / m->B, 1);
    }
    for (int r = r0; r < r0 + n; r++)
        for (int h = 0; h < LM_H; h++)
            lm_attend(m, y, r / m->B, r % m->B, h);
    memcpy(y->x2 + r0 * LM_D, y->x + r0 * LM_D, sizeof *y->x * (size_t)(n * LM_D));
    LM_OUT(y->x2, y->att, LM_WO, LM_D, LM_Q, 1);
    lm_norm(y->h2 + r0 * LM_D, y->x2 + r0 * LM_D, w + at + LM_NORM2, n);
    LM_OUT(y->g, y->h2, LM_W1, LM_FF, LM_D, 0);
    LM_OUT(y->u, y->h2, LM_W3, LM_FF, LM_D, 0);
    for (int i = r0 * LM_FF; i < (r0 + n) * LM_FF; i++)
        y->act[i] = y->g[i] / (1 + expf(-y->g[i])) * y->u[i];
    memcpy(next + r0 * LM_D, y->x2 + r0 * LM_D, sizeof *next * (size_t)(n * LM_D));
    LM_OUT(next, y->act, LM_W2, LM_D, LM_FF, 1);
}

/* Bytes t0 .. t1-1 of all texts (text [TEXT][B]); those before t0 were computed by earlier calls. Logits of row r are
 * those of the byte after it. */
static inline void lm_forward(struct lm *m, const float *w, const uint8_t *text, int t0, int t1)
{
    int r0 = t0 * m->B, n = (t1 - t0) * m->B;
    const float *wt = m->turned;
    for (int r = r0; r < r0 + n; r++)
        memcpy(m->layer[0].x + r * LM_D, w + text[r] * LM_D, LM_D * sizeof *w);
    for (int l = 0; l < LM_L; l++)
        lm_layer_forward(m, w, l, t0, t1, l + 1 < LM_L ? m->layer[l + 1].x : m->x);
    lm_norm(m->h + r0 * LM_D, m->x + r0 * LM_D, w + LM_NORMF, n);
    LM_OUT(m->logits, m->h, 0, LM_V, LM_D, 0);
}

/* p = softmax of 256 logits; the log of the sum. */
static inline float lm_softmax(const float *z, float *p)
{
    float top = z[0], sum = 0;
    for (int v = 1; v < LM_V; v++)
        top = z[v] > top ? z[v] : top;
    for (int v = 0; v < LM_V; v++)
        sum += p[v] = expf(z[v] - top);
    for (int v = 0; v < LM_V; v++)
        p[v] /= sum;
    return top + logf(sum);
}

/* --- backward ----------------------------------------------------------------------------------------------- */

static void lm_norm_back(struct lm *m, float *dgain, const float *dy, const float *x, const float *gain, int rows)
{
    for (int t = 0; t < rows; t++, dy += LM_D, x += LM_D) {
        float r = lm_inverse(x), dot = 0, *dx = m->dx + t * LM_D;
        for (int i = 0; i < LM_D; i++)
            dot += gain[i] * dy[i] * x[i];
        dot *= r * r * r / LM_D;
        for (int i = 0; i < LM_D; i++) {
            dx[i] += gain[i] * dy[i] * r - x[i] * dot;
            dgain[i] += dy[i] * x[i] * r;
        }
    }
}

static void lm_attend_back(struct lm *m, const struct lm_layer *y, int t, int b, int h)
{
    int row = t * m->B + b;
    const float *q = y->q + row * LM_Q + h * LM_HD, *p = y->p + (row * LM_H + h) * TEXT;
    const float *dout = m->datt + row * LM_Q + h * LM_HD;
    float *dq = m->dq + row * LM_Q + h * LM_HD, ds[TEXT], mean = 0;
    for (int s = 0; s <= t; s++) {
        const float *v = y->v + (s * m->B + b) * LM_HD;
        float *dv = m->dv + (s * m->B + b) * LM_HD;
        ds[s] = 0;
        for (int i = 0; i < LM_HD; i++) {
            ds[s] += dout[i] * v[i];
            dv[i] += p[s] * dout[i];
        }
        mean += p[s] * ds[s];
    }
    memset(dq, 0, LM_HD * sizeof *dq);
    for (int s = 0; s <= t; s++) {
        const float *k = y->k + (s * m->B + b) * LM_HD;
        float *dk = m->dk + (s * m->B + b) * LM_HD, by = p[s] * (ds[s] - mean) / sqrtf(LM_HD);
        for (int i = 0; i < LM_HD; i++) {
            dq[i] += by * k[i];
            dk[i] += by * q[i];
        }
    }
}

/* dX (+)= dY W; dW += dY^T X. */
static void lm_back(int n, float *dx, float *dW, const float *dy, const float *x, const float *W, int out, int in,
                    int add)
{
    lm_product(n, in, out, dy, out, 1, W, in, dx, in, add);
    lm_product(out, in, n, dy, 1, out, x, in, dW, in, 1);
}

static void lm_layer_backward(struct lm *m, const float *weights, int l, float *grad)
{
    struct lm_layer *y = &m->layer[l];
    int n = TEXT * m->B, at = LM_V * LM_D + l * LM_LAYER;
    const float *w = weights + at;
    float *g = grad + at;
    lm_back(n, m->dact, g + LM_W2, m->dx, y->act, w + LM_W2, LM_D, LM_FF, 0);
    for (int i = 0; i < n * LM_FF; i++) {
        float s = 1 / (1 + expf(-y->g[i]));
        m->du[i] = m->dact[i] * y->g[i] * s;
        m->dg[i] = m->dact[i] * y->u[i] * s * (1 + y->g[i] * (1 - s));
    }
    lm_back(n, m->dh, g + LM_W1, m->dg, y->h2, w + LM_W1, LM_FF, LM_D, 0);
    lm_back(n, m->dh, g + LM_W3, m->du, y->h2, w + LM_W3, LM_FF, LM_D, 1);
    lm_norm_back(m, g + LM_NORM2, m->dh, y->x2, w + LM_NORM2, n);
    lm_back(n, m->datt, g + LM_WO, m->dx, y->att, w + LM_WO, LM_D, LM_Q, 0);
    memset(m->dk, 0, sizeof *m->dk * (size_t)(n * LM_HD));
    memset(m->dv, 0, sizeof *m->dv * (size_t)(n * LM_HD));
    for (int r = 0; r < n; r++)
        for (int h = 0; h < LM_H; h++)
            lm_attend_back(m, y, r / m->B, r % m->B, h);
    for (int r = 0; r < n; r++) {
        lm_rope(m, m->dq + r * LM_Q, LM_H, r / m->B, -1);
        lm_rope(m, m->dk + r * LM_HD, 1, r / m->B, -1);
    }
    lm_back(n, m->dh, g + LM_WQ, m->dq, y->h1, w + LM_WQ, LM_Q, LM_D, 0);
    lm_back(n, m->dh, g + LM_WK, m->dk, y->h1, w + LM_WK, LM_HD, LM_D, 1);
    lm_back(n, m->dh, g + LM_WV, m->dv, y->h1, w + LM_WV, LM_HD, LM_D, 1);
    lm_norm_back(m, g + LM_NORM1, m->dh, y->x, w + LM_NORM1, n);
}

/* After lm_forward(0, TEXT), with the logits' gradients in their place: grad [LM_COUNT] = those of the weights. */
static inline void lm_backward(struct lm *m, const float *w, const uint8_t *text, float *grad)
{
    int n = TEXT * m->B;
    memset(grad, 0, LM_COUNT * sizeof *grad);
    memset(m->dx, 0, sizeof *m->dx * (size_t)(n * LM_D));
    lm_back(n, m->dh, grad, m->logits, m->h, w, LM_V, LM_D, 0);
    lm_norm_back(m, grad + LM_NORMF, m->dh, m->x, w + LM_NORMF, n);
    for (int l = LM_L - 1; l >= 0; l--)
        lm_layer_backward(m, w, l, grad);
    for (int r = 0; r < n; r++)
        for (int i = 0; i < LM_D; i++)
            grad[text[r] * LM_D + i] += m->dx[r * LM_D + i];
}

/* --- the task ----------------------------------------------------------------------------------------------- */

/* As far as the score needs it, the state of a text of synthlang: what is forbidden, and what a question's answer is.
 * The letters' order is not looked at: any letter may follow any. */
struct task {
    uint8_t stack[8], value[26];
    int depth, bound, place, key; /* place: 0 free, 1 '@', 2 '@K', 3 '?', 4 '?K' */
};

enum { TASK_FINE, TASK_RIGHT, TASK_WRONG };

static int task_free(struct task *s, int byte)
{
    static const char open[] = "([{<", close[] = ")]}>";
    const char *at = byte ? strchr(open, byte) : NULL;
    if (byte >= 'a' && byte < 'a' + 16)
        return TASK_FINE;
    if ((byte == '@' && s->bound < 26) || (byte == '?' && s->bound > 0)) {
        s->place = byte == '@' ? 1 : 3;
        return TASK_FINE;
    }
    if (at && s->depth < 8) {
        s->stack[s->depth++] = (uint8_t)close[at - open];
        return TASK_FINE;
    }
    if (s->depth > 0 && s->stack[s->depth - 1] == byte) {
        s->depth--;
        return TASK_FINE;
    }
    return TASK_WRONG;
}

/* The next byte of a text. */
static inline int task_push(struct task *s, int byte)
{
    int key = byte - 'A', is_key = key >= 0 && key < 26;
    switch (s->place) {
    case 1:
    case 3:
        if (!is_key || !s->value[key] != (s->place == 1))
            return TASK_WRONG;
        s->key = key, s->place++;
        return TASK_FINE;
    case 2:
        if (!byte || !strchr("0123456789!$%&*+", byte))
            return TASK_WRONG;
        s->value[s->key] = (uint8_t)byte, s->bound++, s->place = 0;
        return TASK_FINE;
    case 4:
        s->place = 0;
        return byte == s->value[s->key] ? TASK_RIGHT : TASK_WRONG;
    default:
        return task_free(s, byte);
    }
}

static inline uint64_t task_next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline double task_uniform(uint64_t *state)
{
    return (double)(task_next(state) >> 11) * 0x1p-53;
}

/* A byte from 256 logits, drawn; ret_logp: the log of its probability. */
static inline int task_draw(const float *z, uint64_t *state, float *ret_logp)
{
    float p[LM_V];
    float log_sum = lm_softmax(z, p);
    double u = task_uniform(state);
    int byte = 0;
    for (int v = 0; v < LM_V; v++) {
        byte = p[v] > 0 ? v : byte;
        if (u < p[v])
            break;
        u -= p[v];
    }
    *ret_logp = z[byte] - log_sum;
    return byte;
}

/* The critic: a linear head on what the frozen reference has behind its last norm, and a constant for each place of an
 * answer, since what is still to come depends on how many bytes are left. */
enum { CRITIC_COUNT = LM_D + ANSWER };

static inline double critic_says(const float *critic, const float *h, int at)
{
    double sum = critic[LM_D + at];
    for (int i = 0; i < LM_D; i++)
        sum += (double)critic[i] * h[i];
    return sum;
}

struct answers {
    int B, *len;             /* bytes of each answer, 1..ANSWER */
    float *logp, *score;     /* [B][ANSWER], zeros behind the end; [B] */
    uint8_t *text;           /* [TEXT][B] */
};

/* B answers of the policy w to `prompts` [B][PROMPT]; m has room for B texts. The bytes behind an end are newlines. */
static inline void task_answer(struct lm *m, const float *w, const uint8_t *prompts, uint64_t *state, struct answers *a)
{
    struct task *s = calloc((size_t)a->B, sizeof *s);
    char *over = calloc((size_t)a->B, 1);
    memset(a->logp, 0, sizeof *a->logp * (size_t)(a->B * ANSWER));
    memset(a->text, '\n', (size_t)(TEXT * a->B));
    for (int b = 0; s && over && b < a->B; b++) {
        a->len[b] = 0, a->score[b] = 0;
        for (int t = 0; t < PROMPT; t++) {
            a->text[t * a->B + b] = prompts[b * PROMPT + t];
            if (t)
                task_push(&s[b], prompts[b * PROMPT + t]);
        }
    }
    lm_take(m, w);
    lm_forward(m, w, a->text, 0, PROMPT);
    for (int t = 0; s && over && t < ANSWER; t++) {
        for (int b = 0; b < a->B; b++) {
            if (over[b])
                continue;
            int byte = task_draw(m->logits + ((PROMPT + t - 1) * a->B + b) * LM_V, state, &a->logp[b * ANSWER + t]);
            int what = task_push(&s[b], byte);
            a->text[(PROMPT + t) * a->B + b] = (uint8_t)byte;
            a->score[b] += what == TASK_RIGHT ? 1 : what == TASK_WRONG ? -1 : 0;
            a->len[b] = t + 1, over[b] = what == TASK_WRONG;
        }
        lm_forward(m, w, a->text, PROMPT + t, PROMPT + t + 1);
    }
    free(s);
    free(over);
}

#endif
