/*
 * ref.c: a gate that never stores its logits as a matrix. Sixty-four tokens meet a slice of Wg together: a line of it
 * that comes into the cache serves them all. An inner tile of 4 tokens x 16 experts is summed in eight variables of a
 * vector type, which are eight registers; of an array of 4 x 16 floats gcc 12 makes something about seven times as slow. The
 * best k are kept by insertion while the row is still in the L1. The rest of the file is one pass over its input
 * wherever one is enough.
 */
#include "lab.h"

enum { TOKENS = 64, SLICE = 128, WIDE = 16, LANES = 4 };

/* --- the gate ------------------------------------------------------------------------------------------ */

typedef float lanes __attribute__((vector_size(32), aligned(4), may_alias));

/* z[0..LANES)[0..WIDE) += x W over n numbers. */
static void tile(int n, int d, int E, const float *x, const float *W, float (*z)[EXPERTS_MOST])
{
    lanes low[LANES], high[LANES];
    for (int r = 0; r < LANES; r++)
        low[r] = *(lanes *)z[r], high[r] = *(lanes *)&z[r][8];
    for (int i = 0; i < n; i++, W += E) {
        lanes left = *(const lanes *)W, right = *(const lanes *)&W[8];
        for (int r = 0; r < LANES; r++) {
            float by = x[(size_t)r * (size_t)d + (size_t)i];
            low[r] += by * left, high[r] += by * right;
        }
    }
    for (int r = 0; r < LANES; r++)
        *(lanes *)z[r] = low[r], *(lanes *)&z[r][8] = high[r];
}

static void corner(int n, int E, int wide, const float *x, const float *W, float *z)
{
    for (int i = 0; i < n; i++)
        for (int e = 0; e < wide; e++)
            z[e] += x[i] * W[(size_t)i * (size_t)E + (size_t)e];
}

/* Logits of at most TOKENS tokens. */
static void block_logits(int tokens, int d, int E, const float *x, const float *Wg, float (*z)[EXPERTS_MOST])
{
    memset(z, 0, sizeof *z * (size_t)tokens);
    for (int i = 0; i < d; i += SLICE) {
        int n = d - i < SLICE ? d - i : SLICE;
        for (int e = 0; e < E; e += WIDE)
            for (int t = 0; t < tokens; t += LANES) {
                const float *from = x + (size_t)t * (size_t)d + i, *W = Wg + (size_t)i * (size_t)E + e;
                int wide = E - e < WIDE ? E - e : WIDE, rows = tokens - t < LANES ? tokens - t : LANES;
                if (wide == WIDE && rows == LANES)
                    tile(n, d, E, from, W, (float (*)[EXPERTS_MOST])&z[t][e]);
                else
                    for (int r = 0; r < rows; r++)
                        corner(n, E, wide, from + (size_t)r * (size_t)d, W, &z[t + r][e]);
            }
    }
}

/* 1 if all is finite: a NaN or an infinity makes the sum of z - z NaN. */
static int finite_row(int E, const float *z)
{
    float sum = 0;
    for (int e = 0; e < E; e++)
        sum += z[e] - z[e];
    return sum == 0;
}

static void best(int E, int k, const float *z, int32_t *idx)
{
    int have = 0;
    for (int e = 0; e < E; e++) {
        if (have == k && !(z[e] > z[idx[k - 1]]))
            continue;
        int at = have < k ? have++ : k - 1;
        for (; at > 0 && z[e] > z[idx[at - 1]]; at--)
            idx[at] = idx[at - 1];
        idx[at] = e;
    }
}

static void weights(int k, const float *z, const int32_t *idx, float *w)
{
    float sum = 0;
    for (int j = 0; j < k; j++)
        sum += w[j] = expf(z[idx[j]] - z[idx[0]]);
    for (int j = 0; j < k; j++)
        w[j] /= sum;
}

int gate_topk(int T, int d, int E, int k, const float *x, const float *Wg, int32_t *idx, float *w)
{
    static _Thread_local float z[TOKENS][EXPERTS_MOST];
    int rejected = 0;
    for (int t0 = 0; t0 < T; t0 += TOKENS) {
        int tokens = T - t0 < TOKENS ? T - t0 : TOKENS;
        block_logits(tokens, d, E, x + (size_t)t0 * (size_t)d, Wg, z);
        for (int t = 0; t < tokens; t++) {
            int32_t *i = idx + (size_t)(t0 + t) * (size_t)k;
            float *out = w + (size_t)(t0 + t) * (size_t)k;
            if (finite_row(E, z[t])) {
                best(E, k, z[t], i);
                weights(k, z[t], i, out);
                continue;
            }
            rejected++;
            for (int j = 0; j < k; j++)
                i[j] = -1, out[j] = 0;
        }
    }
    return rejected;
}

void gate_bwd(int T, int E, int k, const int32_t *idx, const float *w, const float *dw, float *dl)
{
    for (int t = 0; t < T; t++, idx += k, w += k, dw += k, dl += E) {
        float mean = 0;
        for (int j = 0; j < k; j++)
            mean += w[j] * dw[j];
        for (int j = 0; j < k && idx[j] >= 0; j++)
            dl[idx[j]] += w[j] * (dw[j] - mean);
    }
}

/* --- balance ------------------------------------------------------------------------------------------- */

/* p = softmax of z; returns the log of the sum of e^z. */
static double softmax(int E, const float *z, double *p)
{
    double top = z[0], sum = 0;
    for (int e = 1; e < E; e++)
        top = z[e] > top ? z[e] : top;
    for (int e = 0; e < E; e++)
        sum += p[e] = exp(z[e] - top);
    for (int e = 0; e < E; e++)
        p[e] /= sum;
    return top + log(sum);
}

double router_loss(int T, int E, int k, const float *logits, const int32_t *idx, double alpha, double beta, float *dl)
{
    double f[EXPERTS_MOST] = { 0 }, p[EXPERTS_MOST], aux = 0, z2 = 0;
    for (int i = 0; i < T * k; i++)
        f[idx[i]] += 1.0 / ((double)T * k);
    for (int t = 0; t < T; t++, logits += E, dl += E) {
        double z = softmax(E, logits, p), mean = 0;
        for (int e = 0; e < E; e++)
            mean += f[e] * p[e];
        aux += mean / T;
        z2 += z * z / T;
        for (int e = 0; e < E; e++)
            dl[e] = (float)(p[e] / T * (alpha * E * (f[e] - mean) + 2 * beta * z));
    }
    return alpha * E * aux + beta * z2;
}

int assign_capacity(int T, int E, int k, int cap, const int32_t *idx, int32_t *slot, int32_t *wanted)
{
    int dropped = 0;
    memset(wanted, 0, sizeof *wanted * (size_t)E);
    for (int j = 0; j < k; j++)
        for (int i = j; i < T * k; i += k) {
            int e = idx[i];
            slot[i] = -1;
            if (e < 0)
                continue;
            int place = wanted[e]++;
            if (place < cap)
                slot[i] = e * cap + place;
            else
                dropped++;
        }
    return dropped;
}

/* heap[0] is the worst of those kept; `worse` orders by score, then by index. */
static int worse(const float *s, int E, int32_t a, int32_t b)
{
    float x = s[(size_t)a * (size_t)E], y = s[(size_t)b * (size_t)E];
    return x < y || (x == y && a > b);
}

static void sift(const float *s, int E, int32_t *heap, int n, int at)
{
    for (;;) {
        int child = 2 * at + 1;
        if (child >= n)
            return;
        if (child + 1 < n && worse(s, E, heap[child + 1], heap[child]))
            child++;
        if (!worse(s, E, heap[child], heap[at]))
            return;
        int32_t was = heap[at];
        heap[at] = heap[child], heap[child] = was;
        at = child;
    }
}

/* The n best of T tokens in order: a heap of n, then taken apart from its worst. */
static void expert_picks(int T, int E, int n, const float *s, int32_t *heap)
{
    for (int t = 0; t < n; t++)
        heap[t] = t;
    for (int at = n / 2; at-- > 0;)
        sift(s, E, heap, n, at);
    for (int t = n; n > 0 && t < T; t++)
        if (worse(s, E, heap[0], t)) {
            heap[0] = t;
            sift(s, E, heap, n, 0);
        }
    for (int left = n - 1; left > 0; left--) {
        int32_t was = heap[0];
        heap[0] = heap[left], heap[left] = was;
        sift(s, E, heap, left, 0);
    }
}

int expert_choice(int T, int E, int cap, const float *score, int32_t *tok)
{
    int n = cap < T ? cap : T, nobody = T;
    unsigned char *taken = calloc(1, (size_t)T + 1);
    for (int e = 0; e < E; e++) {
        int32_t *mine = tok + (size_t)e * (size_t)cap;
        expert_picks(T, E, n, score + e, mine);
        for (int j = 0; j < n; j++)
            nobody -= !taken[mine[j]], taken[mine[j]] = 1;
        for (int j = n; j < cap; j++)
            mine[j] = -1;
    }
    free(taken);
    return nobody;
}

/* --- training ------------------------------------------------------------------------------------------ */

struct step {
    int32_t *idx;
    float *w, *dw, *logits, *dl, *y, *aux, *gate, *expert;
};

static void matmul(int T, int d, int E, const float *x, const float *W, float *z)
{
    memset(z, 0, sizeof *z * (size_t)T * (size_t)E);
    for (int t = 0; t < T; t++)
        corner(d, E, E, x + (size_t)t * (size_t)d, W, z + (size_t)t * (size_t)E);
}

/* One token: y of each chosen expert, the error, gradients of the weights w and of the experts. Returns |error|^2. */
static double token(const struct moe *m, int T, const float *x, const float *target, const int32_t *idx, const float *w,
                    struct step *s, float *dw)
{
    double err[EXPERTS_MOST], sum = 0;
    for (int q = 0; q < m->o; q++)
        err[q] = -target[q];
    for (int j = 0; j < m->k; j++) {
        float *y = s->y + (size_t)j * (size_t)m->o;
        matmul(1, m->d, m->o, x, m->We + (size_t)idx[j] * (size_t)(m->d * m->o), y);
        for (int q = 0; q < m->o; q++)
            err[q] += (double)w[j] * y[q];
    }
    for (int q = 0; q < m->o; q++)
        sum += err[q] * err[q];
    for (int j = 0; j < m->k; j++) {
        double dot = 0;
        float *g = s->expert + (size_t)idx[j] * (size_t)(m->d * m->o);
        for (int q = 0; q < m->o; q++)
            dot += err[q] * s->y[j * m->o + q];
        dw[j] = (float)(dot / T);
        for (int i = 0; i < m->d; i++)
            for (int q = 0; q < m->o; q++)
                g[i * m->o + q] += (float)(w[j] * x[i] * err[q] / T);
    }
    return sum;
}

static void descend(size_t n, float *W, const float *g, double lr)
{
    for (size_t i = 0; i < n; i++)
        W[i] -= (float)(lr * g[i]);
}

double moe_step(struct moe *m, int T, const float *x, const float *target, const struct recipe *r, int32_t *wanted)
{
    size_t t = (size_t)T, d = (size_t)m->d, E = (size_t)m->E, k = (size_t)m->k, o = (size_t)m->o;
    float *room = calloc(2 * t * k + 2 * t * E + k * o + d * E + E * d * o, sizeof *room);
    struct step s = { .idx = calloc(t * k, sizeof *s.idx), .w = room };
    double sum = 0;
    s.dw = s.w + t * k, s.logits = s.dw + t * k, s.dl = s.logits + t * E, s.y = s.dl + t * E;
    s.gate = s.y + k * o, s.expert = s.gate + d * E;
    gate_topk(T, m->d, m->E, m->k, x, m->Wg, s.idx, s.w);
    matmul(T, m->d, m->E, x, m->Wg, s.logits);
    memset(wanted, 0, sizeof *wanted * E);
    for (size_t i = 0; i < t * k; i++)
        wanted[s.idx[i]]++;
    router_loss(T, m->E, m->k, s.logits, s.idx, r->alpha, r->beta, s.dl);
    for (size_t i = 0; i < t; i++)
        sum += token(m, T, x + i * d, target + i * o, s.idx + i * k, s.w + i * k, &s, s.dw + i * k);
    gate_bwd(T, m->E, m->k, s.idx, s.w, s.dw, s.dl);
    for (size_t i = 0; i < t * d; i++)
        for (size_t e = 0; e < E; e++)
            s.gate[i % d * E + e] += x[i] * s.dl[i / d * E + e];
    descend(d * E, m->Wg, s.gate, r->lr);
    descend(E * d * o, m->We, s.expert, r->lr);
    free(s.idx);
    free(room);
    return sum / (2.0 * T);
}

void choose_recipe(int E, struct recipe *ret)
{
    (void)E;
    *ret = (struct recipe){ .alpha = 1, .beta = 1e-3, .lr = .3 };
}
