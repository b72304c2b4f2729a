/*
 * transformer.c: yours. The contract is in lab.h; `ridge test` shows the first case that disagrees.
 *
 * A way through it: the six small functions first, each has cases of its own. Then tf_forward for one
 * token (n = 1), then for many, then in blocks of TF_BLOCK so that a row of weights is read once for
 * all of them. tf_pick is independent of the rest.
 *
 * As shipped it compiles and answers nothing but zeros.
 */
#include "lab.h"

void rmsnorm(float *y, const float *x, const bf16 *gain, int d, float eps)
{
    (void)x, (void)gain, (void)eps;
    memset(y, 0, (size_t)d * sizeof *y);
}

void rope_turns(float *turn, int hd, int pos, float base)
{
    (void)pos, (void)base;
    memset(turn, 0, (size_t)hd * sizeof *turn);
}

void rope(float *v, int heads, int hd, const float *turn)
{
    /* Your code here: half a head is the real parts, the other half the imaginary ones. */
    (void)v, (void)heads, (void)hd, (void)turn;
}

void attend(float *out, const float *q, const float *k, const float *v, int len, int H, int Hkv, int hd,
            float *score)
{
    (void)q, (void)k, (void)v, (void)len, (void)Hkv, (void)score;
    memset(out, 0, (size_t)H * (size_t)hd * sizeof *out);
}

void swiglu(float *y, const float *g, const float *u, int n)
{
    (void)g, (void)u;
    memset(y, 0, (size_t)n * sizeof *y);
}

void linear(float *y, const float *x, const bf16 *W, int n, int in, int out, float *row)
{
    (void)x, (void)W, (void)in, (void)row;
    memset(y, 0, (size_t)n * (size_t)out * sizeof *y);
}

void tf_forward(const tf_model *m, tf_cache *c, tf_room *r, const uint8_t *text, int n, float *logits)
{
    /* Your code here: at most TF_BLOCK tokens at a time, layer by layer. */
    (void)r, (void)text;
    c->len += n;
    memset(logits, 0, (size_t)m->s.V * sizeof *logits);
}

int tf_pick(const float *logits, int V, float temperature, int top_k, float u)
{
    (void)logits, (void)V, (void)temperature, (void)top_k, (void)u;
    return 0;
}
