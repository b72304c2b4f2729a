/*
 * lab.h: the interface of w08b-mixed-precision, training with 16-bit numbers. Skeleton, reference and
 * harness all include this one file.
 *
 * 16-bit numbers travel as uint16_t. fp16 has 1 sign, 5 exponent and 10 mantissa bits, bf16 has 1, 8 and 7: it is
 * the upper half of a float. Both have subnormals, infinities and NaNs as IEEE-754 has them.
 */
#ifndef W08B_MIXED_PRECISION_LAB_H
#define W08B_MIXED_PRECISION_LAB_H

#include <immintrin.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* --- yours: numbers --------------------------------------------------------------------------- */

/*
 * The 16-bit number next to x, ties to the even code, signs of zeros kept. What rounds beyond the largest finite
 * number is an infinity. A NaN becomes a NaN; which one does not matter.
 */
uint16_t mp_bf16(float x);
uint16_t mp_f16(float x);

/* The value of a code, exactly; a NaN for a NaN. */
float mp_bf16_value(uint16_t h);
float mp_f16_value(uint16_t h);

/* The same for n floats; these two are timed. x and y do not overlap, n may be 0, nothing is aligned to more than an
 * element. Vector instructions that convert (_mm512_cvtps_ph) are welcome here. */
void mp_bf16_n(int64_t n, const float *x, uint16_t *y);
void mp_f16_n(int64_t n, const float *x, uint16_t *y);

/* --- yours: the loss scale -------------------------------------------------------------------- */

#define SCALE_LEAST 1.0f
#define SCALE_MOST 0x1p24f

struct scaler {
    float scale;  /* a power of two; gradients arrive multiplied by it */
    int interval; /* so many good steps in a row double it, >= 1 */
    int good;     /* good steps since the scale last changed or a step was skipped */
    int skipped;  /* steps skipped so far */
};

/* g[k] = the value of the fp16 code g16[k] / scale, in float. Returns 1 if all of g16 is finite, else 0. n >= 0. */
int mp_unscale(const uint16_t *g16, float scale, float *g, int n);

/*
 * After a step. Not finite: the scale is halved, but not below SCALE_LEAST; good = 0; skipped counts. Finite: good
 * counts, and when it reaches interval the scale is doubled, but not beyond SCALE_MOST, and good = 0.
 */
void mp_scale(struct scaler *s, int finite);

/* --- yours: the optimiser --------------------------------------------------------------------- */

struct adam {
    float lr, beta1, beta2, eps;
    float clip; /* the gradient's largest 2-norm, > 0 */
};

struct params {
    int n;
    int t;         /* steps taken: a skipped one is not */
    float *w;      /* [n] the master weights */
    float *m, *v;  /* [n] Adam's moments */
    uint16_t *w16; /* [n] the fp16 copy that the next forward pass uses */
};

/*
 * One step of Adam on the master weights with true gradients g[n], then the fp16 copy anew:
 *     t += 1;  m = beta1 m + (1 - beta1) g;  v = beta2 v + (1 - beta2) g^2
 *     w -= lr * (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + eps);   w16 = mp_f16(w)
 */
void adam_master(struct params *p, const struct adam *h, const float *g);

/*
 * A whole step with gradients g16[n] in fp16, multiplied by s->scale: unscaled; if all are finite, clipped (a 2-norm
 * above h->clip is brought down to it) and given to adam_master, else p is left as it is. mp_scale ends both. g[n] is
 * room. Returns 1 for a step taken, 0 for one skipped.
 */
int mp_step(struct params *p, const struct adam *h, struct scaler *s, const uint16_t *g16, float *g);

/*
 * Adam without master weights: w[n] are bf16. The same update (t >= 1 counts this step; clip is not used) is computed
 * in float from the value of w; the new weight is rounded stochastically: of (bits of the float) + (rnd[k] >> 16) the
 * upper 16 bits. All is finite.
 */
void adam_sr(int n, int t, uint16_t *w, float *m, float *v, const struct adam *h, const float *g,
             const uint32_t *rnd);

/* --- given: a network of L layers, whose activations lie in slots ------------------------------ */

/* x_(l+1) = layer l of x_l, 0 <= l < L. A slot holds one x, or one gradient of the loss by an x. */
struct net;

/* A free slot, in use from now on. Its content is nothing yet. */
int net_take(struct net *n);
void net_free(struct net *n, int slot);

/* Reads x_l from slot `from`, writes x_(l+1) to slot `to`. */
void net_forward(struct net *n, int l, int from, int to);

/* The slot holds x_L; it is replaced by the gradient of the loss by x_L. */
void net_loss(struct net *n, int slot);

/* Slot x holds x_l, slot grad the gradient by x_(l+1): adds up the gradient of layer l's weights, and replaces the
 * content of grad by the gradient by x_l. Once for each layer. */
void net_backward(struct net *n, int l, int x, int grad);

/* --- yours: checkpointing --------------------------------------------------------------------- */

/*
 * Forward and backward through L >= 1 layers, keeping only every `every`-th activation (x_0, x_every, ...; every >= 1)
 * until the backward pass arrives; what lies between is computed again, one stretch at a time. slot[L + 1] is room;
 * slot[0] holds x_0 and is in use, and so is nothing else. Returns the slot with the gradient by x_0; all others have
 * been freed. No layer is run forward more than twice, and ceil(L / every) + every + 2 slots are enough.
 */
int ckpt_backward(struct net *n, int L, int every, int *slot);

/* What would do the exercise in a cast. */
#pragma GCC poison _Float16 __bf16

#endif
