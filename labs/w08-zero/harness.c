/*
 * harness.c: a rank's side of the lab: the model, its two passes, and Adam.
 *
 * It runs in the learner's process and judges nothing. The model is a chain of scalars, h <- h * (1 + a), where layer
 * l's a is the mean over its weights of x*w*w/2. So each pass needs every layer's weights, frozen or not, and the
 * gradient of any weight depends on all of them. What the arithmetic of a real layer would cost is modelled.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "ridge/frame.h"

static const double TARGET = 2, EPS = 1e-4; /* as in the oracle */

static double adam_s; /* seconds an element */

void adam(float *w, const float *g, float *m, float *v, int64_t n, int step, float lr)
{
    double c1 = 1 - pow(.9, step), c2 = 1 - pow(.999, step);
    for (int64_t k = 0; k < n; k++) {
        m[k] = .9f * m[k] + .1f * g[k];
        v[k] = .999f * v[k] + .001f * g[k] * g[k];
        w[k] -= lr * (float)((double)m[k] / c1 / (sqrt((double)v[k] / c2) + EPS));
    }
    comm_compute((double)n * adam_s, "adam");
}

struct model {
    zero_t *z;
    int64_t L, *at; /* where each layer begins */
    const int64_t *count;
    const int32_t *frozen;
    double s, *h; /* seconds of a forward pass an element; h before each layer */
};

static double growth(const float *w, const float *x, int64_t n)
{
    double a = 0;
    for (int64_t e = 0; e < n; e++)
        a += (double)x[e] * (double)w[e] * (double)w[e] / 2;
    return 1 + a / (double)n;
}

/* Returns the last h; with `keep` the weights that it saw are copied there. */
static double forward(struct model *m, const float *x, float *keep)
{
    double h = 1;
    for (int l = 0; l < m->L; l++) {
        int64_t n = m->count[l], at = m->at[l];
        const float *w = zero_forward(m->z, l);
        comm_compute((double)n * m->s, "forward");
        m->h[l] = h;
        h *= growth(w, x + at, n);
        if (keep)
            memcpy(keep + at, w, (size_t)n * sizeof *w);
    }
    return h;
}

static void backward(struct model *m, const float *x, double d)
{
    for (int l = (int)m->L - 1; l >= 0; l--) {
        int64_t n = m->count[l], at = m->at[l];
        float *grad;
        const float *w = zero_backward(m->z, l, &grad);
        comm_compute((double)n * m->s * (m->frozen[l] ? 1 : 2), "backward");
        for (int64_t e = 0; e < n && !m->frozen[l]; e++)
            grad[e] += (float)(d * m->h[l] * (double)x[at + e] * (double)w[e] / (double)n);
        d *= growth(w, x + at, n);
        zero_grad_ready(m->z, l);
    }
}

ridge_trampoline ridge_call_train;

/* args: stage L S, seconds of a forward pass an element and of Adam an element in ns, lr | count [L], frozen [L],
 * w0 [total], x [S][total], this rank's | w [total], the same on all */
void ridge_call_train(const struct ridge_frame *f)
{
    struct model m = { .L = f->i[1], .count = f->buf[0], .frozen = f->buf[1], .s = f->d[3] * 1e-9 };
    int64_t total = (int64_t)f->count[4], S = f->i[2];
    const float *x = f->buf[3];
    adam_s = f->d[4] * 1e-9;
    m.at = malloc((size_t)m.L * sizeof *m.at);
    m.h = malloc((size_t)m.L * sizeof *m.h);
    for (int64_t l = 0, sum = 0; l < m.L; sum += m.count[l++])
        m.at[l] = sum;
    m.z = zero_init(comm_world(), (int)f->i[0], (int)m.L, m.count, m.frozen, f->buf[2]);
    for (int64_t s = 0; s < S; s++) {
        backward(&m, x + s * total, forward(&m, x + s * total, NULL) - TARGET);
        zero_step(m.z, (float)f->d[5]);
    }
    forward(&m, x, f->buf[4]);
    zero_delete(m.z);
    free(m.h);
    free(m.at);
}
