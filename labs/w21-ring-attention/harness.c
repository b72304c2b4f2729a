/*
 * harness.c: a rank's side of the lab: one block of attention, and the calls of the learner's functions. It runs in the
 * learner's process and judges nothing. Arithmetic is done for real, and what a GPU would need for it is charged to
 * the virtual clock at the case's rate.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "ridge/frame.h"

#define HARNESS(call)                                                                                                  \
    ridge_trampoline ridge_call_##call;                                                                                \
    void ridge_call_##call(const struct ridge_frame *f)

static double rate = 1; /* FLOP/s */

/* --- one block ------------------------------------------------------------------------------------------- */

/* One query head: w [nk] is room for the weights, and keys that are not seen have -INFINITY there. */
static void one(const struct heads *h, int64_t nk, const float *q, const float *k, const float *v, float *w, float *o,
                float *lse)
{
    int64_t step = h->Hkv * h->d;
    float most = -INFINITY, sum = 0;
    for (int64_t j = 0; j < nk; j++) {
        float x = 0;
        if (w[j] == -INFINITY)
            continue;
        for (int64_t e = 0; e < h->d; e++)
            x += q[e] * k[j * step + e];
        w[j] = x / sqrtf((float)h->d);
        most = fmaxf(most, w[j]);
    }
    memset(o, 0, (size_t)h->d * sizeof *o);
    *lse = -INFINITY;
    if (most == -INFINITY)
        return;
    for (int64_t j = 0; j < nk; j++)
        sum += w[j] = expf(w[j] - most);
    for (int64_t j = 0; j < nk; j++)
        for (int64_t e = 0; w[j] != 0 && e < h->d; e++)
            o[e] += w[j] / sum * v[j * step + e];
    *lse = most + logf(sum);
}

void attend(const struct heads *h, int64_t nq, int64_t nk, const float *q, const float *k, const float *v,
            const int64_t *q_at, const int64_t *k_at, float *o, float *lse)
{
    int64_t pairs = 0;
    float *w = malloc((size_t)nk * sizeof *w + 1);
    for (int64_t i = 0; i < nq; i++)
        for (int64_t j = 0; j < h->H; j++) {
            int64_t at = i * h->H + j, kv = j / (h->H / h->Hkv) * h->d;
            for (int64_t s = 0; s < nk; s++)
                w[s] = q_at && q_at[i] < k_at[s] ? -INFINITY : 0;
            for (int64_t s = 0; j == 0 && s < nk; s++)
                pairs += w[s] == 0;
            one(h, nk, q + at * h->d, k + kv, v + kv, w, o + at * h->d, lse + at);
        }
    free(w);
    comm_compute(4.0 * (double)pairs * (double)(h->H * h->d) / rate, "attention");
}

/* --- calls --------------------------------------------------------------------------------------------- */

/* rows, d | O1, L1, o2, l2 [rows][d] and [rows] | O [rows][d], L [rows] */
HARNESS(merge)
{
    memcpy(f->buf[4], f->buf[0], f->count[0] * sizeof(float));
    memcpy(f->buf[5], f->buf[1], f->count[1] * sizeof(float));
    merge(f->i[0], f->i[1], f->buf[4], f->buf[5], f->buf[2], f->buf[3]);
}

/* c, zigzag, ranks | at [ranks][c] */
HARNESS(place)
{
    int64_t *at = f->buf[0];
    for (int r = 0; r < f->i[2]; r++)
        for (int64_t i = 0; i < f->i[0]; i++)
            *at++ = place(f->i[0], (int)f->i[2], (int)f->i[1], r, i);
}

/* c, zigzag, ranks | pairs [ranks][ranks] */
HARNESS(scores)
{
    int64_t *pairs = f->buf[0];
    for (int r = 0; r < f->i[2]; r++)
        for (int from = 0; from < f->i[2]; from++)
            *pairs++ = scores(f->i[0], (int)f->i[2], (int)f->i[1], r, from);
}

/* c, H, Hkv, d, causal, zigzag, rate, again | Q, K, V, this rank's | O, LSE, this rank's. Again: a call of fewer tokens
 * without a mask goes before and then one masked, both in the other order, so that whatever is kept of either is wrong. */
HARNESS(ring)
{
    struct heads h = { f->i[1], f->i[2], f->i[3] };
    rate = f->d[6];
    for (int masked = 0; f->i[7] && masked < 2; masked++)
        ring_attn(comm_world(), &h, f->i[0] - 2 * !masked, masked, !f->i[5], f->buf[0], f->buf[1], f->buf[2], f->buf[3],
                  f->buf[4]);
    ring_attn(comm_world(), &h, f->i[0], (int)f->i[4], (int)f->i[5], f->buf[0], f->buf[1], f->buf[2], f->buf[3],
              f->buf[4]);
}

/* c, H, Hkv, d, causal, rate | Q, K, V, this rank's | O, this rank's; done [1]: 1, or 0 if refused */
HARNESS(ulysses)
{
    struct heads h = { f->i[1], f->i[2], f->i[3] };
    rate = f->d[5];
    memset(f->buf[3], 0, f->count[3] * sizeof(float));
    *(int32_t *)f->buf[4] = ulysses(comm_world(), &h, f->i[0], (int)f->i[4], f->buf[0], f->buf[1], f->buf[2],
                                    f->buf[3]) == 0;
}

/* T, h | part [T][h], x0 [T/P][h], this rank's; gain [h] | x [T/P][h], this rank's; y [T][h], the same on all */
HARNESS(boundary)
{
    memcpy(f->buf[3], f->buf[1], f->count[1] * sizeof(float));
    boundary(comm_world(), f->i[0], f->i[1], f->buf[0], f->buf[2], f->buf[3], f->buf[4]);
}

/* rows | runs [rows][8]: H, Hkv, d, share, w, rate, alpha, beta | tokens [rows] */
HARNESS(hides)
{
    const double *run = f->buf[0];
    for (int64_t k = 0; k < f->i[0]; k++, run += 8) {
        struct heads h = { (int64_t)run[0], (int64_t)run[1], (int64_t)run[2] };
        ((double *)f->buf[1])[k] = hides(&h, run[3], run[4], run[5], run[6], run[7]);
    }
}

/* rows | layers [rows][8]: way, P, H, Hkv, d, room, keep, w | tokens [rows] */
HARNESS(longest)
{
    const int64_t *run = f->buf[0];
    for (int64_t k = 0; k < f->i[0]; k++, run += 8) {
        struct heads h = { run[2], run[3], run[4] };
        ((int64_t *)f->buf[1])[k] = longest((enum way)run[0], (int)run[1], &h, run[5], run[6], run[7]);
    }
}
