/*
 * harness.c: yarn_mscale() for a list of factors, and scores of one query and one key at many pairs of positions, which
 * go through the learner's frequencies, table and rotation. Nothing is judged here.
 */
#include <ridge/frame.h>

#include "lab.h"

/* args: n | factors mscale */
void ridge_call_yarn_mscale(const struct ridge_frame *f);
void ridge_call_yarn_mscale(const struct ridge_frame *f)
{
    const double *s = f->buf[0];
    double *out = f->buf[1];
    for (int64_t k = 0; k < f->i[0]; k++)
        out[k] = yarn_mscale(s[k]);
}

/* args: n d base layout | qv kv spots score. Score j: the query at spots[2j], the key at spots[2j + 1]. */
void ridge_call_relative(const struct ridge_frame *f);
void ridge_call_relative(const struct ridge_frame *f)
{
    int T = 2 * (int)f->i[0], d = (int)f->i[1];
    size_t row = (size_t)d * sizeof(float), n = (size_t)T * (size_t)d;
    double *inv = calloc((size_t)d / 2, sizeof *inv), *score = f->buf[3];
    float *q = calloc(3 * n, sizeof *q), *k = q + n, *cs = k + n;
    rope_freqs(inv, d, f->d[2], ROPE_NONE, 1, 1024);
    rope_table(cs, T, f->buf[2], inv, d, 1);
    for (int t = 0; t < T; t++) {
        memcpy(q + t * d, f->buf[0], row);
        memcpy(k + t * d, f->buf[1], row);
    }
    rope_apply(q, k, cs, T, 1, 1, d, (enum rope_layout)f->i[3]);
    for (int t = 0; t < T; t += 2) {
        score[t / 2] = 0;
        for (int c = 0; c < d; c++)
            score[t / 2] += (double)q[t * d + c] * k[(t + 1) * d + c];
    }
    free(inv);
    free(q);
}
