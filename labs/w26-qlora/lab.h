/*
 * lab.h: the interface of w26-qlora. Skeleton, references and harness all include this one file.
 *
 * Matrices are dense and row-major: W [out][in] maps a row of X [T][in] to a row of Y [T][out], Y = X W^T. The base is
 * frozen: it lies in pages that cannot be written. bf16 numbers travel as uint16_t. All floats are finite.
 */
#ifndef W26_QLORA_H
#define W26_QLORA_H

#include <immintrin.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* --- given --------------------------------------------------------------------------------------------- */

/* The only heap there is, and it is counted: what a call has taken at most is judged. Static variables beyond 64 KiB
 * and a stack deeper than 32 KiB count as taken. Cleared to zero, aligned to 64 bytes, never NULL. */
void *take(size_t bytes);
void give(void *block);

/* A matrix that is read: element (i, j) is at[i * row + j * col]. */
struct view {
    const float *at;
    int64_t row, col;
};

/* C[m][n] += A[m][k] B[k][n], rows of C ldc apart. A library: neither its memory nor its loads are counted as yours. */
void gemm_add(int m, int n, int k, struct view A, struct view B, float *C, int64_t ldc);

/* A number of [0, 1), by SplitMix64. */
double drawn(uint64_t *rng);

static inline float bf16_value(uint16_t h)
{
    uint32_t bits = (uint32_t)h << 16;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* To nearest, ties to even; x is finite. */
static inline uint16_t bf16_code(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* --- part A: four bits --------------------------------------------------------------------------------- */

enum { NF4_BLOCK = 64, NF4_GROUP = 256 }; /* numbers that share a scale; scales that share a step */

/* The levels of NormalFloat4 (Dettmers et al., 2023): quantiles of a normal distribution, 0 and both ends among them.
 * */
static const float NF4[16] = {
    -1, -.6961928009986877f, -.5250730514526367f, -.39491748809814453f, -.28444138169288635f, -.18477343022823334f,
    -.09105003625154495f, 0, .07958029955625534f, .16093020141124725f, .24611230194568634f, .33791524171829224f,
    .44070982933044434f, .5626170039176941f, .7229568362236023f, 1 };

/*
 * n numbers in four bits. Number i is in byte i/2, an even i in its low half; block b has numbers [64 b, 64 b + 64).
 * What is stored of number i is NF4[code] * nf4_scale(q, i / 64).
 */
struct nf4 {
    int64_t n;
    uint8_t *code;  /* [(n + 1) / 2] */
    int8_t *scale;  /* [blocks], each -127..127 */
    float *step;    /* [(blocks + 255) / 256] */
    float mean;
};

/* The scale of block b, never below 0. */
static inline float nf4_scale(const struct nf4 *q, int64_t b)
{
    double s = (double)q->mean + (double)q->step[b / NF4_GROUP] * q->scale[b];
    return s > 0 ? (float)s : 0;
}

/*
 * Fills what q points at; q->n >= 1 is set, mean is yours to set. With a[b] the largest |w| of block b:
 *   mean   = the mean of all a[b], summed in double, as float
 *   step   = max |a[b] - mean| of the group / 127, in float
 *   scale  = (a[b] - mean) / step in float, to the nearest integer, ties to even; 0 where step is 0
 *   code   of w is the level nearest to w / nf4_scale(), a float division, by the scale as it will be *decoded*: the
 *            number of midpoints (NF4[j] + NF4[j+1]) / 2, in float, that are strictly below the quotient. 7 throughout
 *            where the scale is 0.
 * Where n is odd the last high half is 7. The last block, and the last group, may be short.
 */
void nf4_encode(const float *w, struct nf4 *q);

/* Numbers [from, from + n) to floats: exactly NF4[code] * nf4_scale(), one rounding. Any from and n >= 0 within q. */
void nf4_decode(const struct nf4 *q, int64_t from, int64_t n, float *w);

/* y [out] = W x, with W [out][in] in four bits, in a multiple of 64. Each weight is read once, as four bits, and
 * nothing is expanded in memory. Within 1e-5 of the sum of |w x|. This one is timed and counted. */
void nf4_gemv(const struct nf4 *W, int out, int in, const float *x, float *y);

/* --- part B: adapters ---------------------------------------------------------------------------------- */

/* A frozen matrix, in four bits or in bf16: the other pointer is NULL. in is a multiple of 64. */
struct base {
    int out, in;
    const struct nf4 *q;
    const uint16_t *w16;
};

/* What is learnt: W + (alpha / r) B A. */
struct lora {
    int r;
    float alpha;
    float *A; /* [r][in] */
    float *B; /* [out][r] */
};

/* Before the first step: B = 0, and A drawn evenly from +-1/sqrt(in). Training begins at the base, and can leave it. */
void lora_init(struct lora *l, int out, int in, uint64_t *rng);

/*
 * Y [T][out] = X W^T + (alpha / r) (X A^T) B^T, stored. H [T][r] = X A^T is kept for the way back. l may be NULL: no
 * adapter, and H is NULL. From the heap at most 4 * (64 * in + 2 * T * r) bytes at a time: W is never whole in floats.
 */
void lora_fwd(const struct base *W, const struct lora *l, int T, const float *X, float *Y, float *H);

/*
 * Adds the gradients of a loss to dX [T][in], dA [r][in] and dB [out][r], given dY [T][out] and what lora_fwd kept. W
 * has no gradient, and no memory for one. l may be NULL; dX may be NULL, where nobody asks for it. From the heap no
 * more than lora_fwd may take.
 */
void lora_bwd(const struct base *W, const struct lora *l, int T, const float *X, const float *H, const float *dY,
              float *dX, float *dA, float *dB);

/* to [out][in] = W + (alpha / r) B A in bf16, one rounding of the sum, taken in float or better. */
void lora_merge(const struct base *W, const struct lora *l, uint16_t *to);

/* IA3: y = x * l, element by element, for T rows of n; and back, added to dx [T][n] and dl [n]. y may be x. */
void ia3_fwd(int T, int n, const float *x, const float *l, float *y);
void ia3_bwd(int T, int n, const float *x, const float *l, const float *dy, float *dx, float *dl);

/* --- part C: an optimiser whose state is paged ---------------------------------------------------------- */

enum { PAGE = 512 }; /* page k has the state of parameters [512 k, 512 k + 512): 512 m, then 512 v; zeros at first */

/*
 * Unified memory of a GPU in virtual time. Of the pages, pager_frames() fit on the device; whichever has not been
 * used or wanted for longest makes room, and is copied back first. pager_use() waits until the page is there and
 * starts the work on it, which takes its time; the pointer holds until the next pager_use(). pager_want() starts a
 * copy and does not wait: it goes on beside the work. A page that is used without having been wanted costs a fault
 * besides. The link does one copy at a time. The page in use never makes room; with one frame pager_want() does
 * nothing.
 */
typedef struct pager pager_t;
float *pager_use(pager_t *p, int page);
void pager_want(pager_t *p, int page);
int pager_frames(const pager_t *p);

struct adam {
    float lr, beta1, beta2, eps;
};

/*
 * Step number `step` = 1, 2, ... of Adam on n parameters, in place: m = beta1 m + (1 - beta1) g, v = beta2 v +
 * (1 - beta2) g^2, w -= lr * (m / (1 - beta1^step)) / (sqrt(v / (1 - beta2^step)) + eps). Uses each page once in a
 * step. Pages may come in any order: of a state that does not fit, as many as do fit need not move (judged: faults
 * and time).
 */
void paged_adam(pager_t *p, int n, int step, float *w, const float *g, const struct adam *h);

/* --- part D: a run ------------------------------------------------------------------------------------- */

struct recipe {
    int r;       /* 1..16, for all linear layers */
    float alpha; /* above 0 */
    float lr;    /* above 0, at most 0.1; beta1 .9, beta2 .99, eps 1e-8 are given, and a cosine to a tenth of lr */
};

/* Your choice for the run of lesson.md: microlm's draft learns another language's letters in `steps` steps. */
void choose_recipe(int steps, struct recipe *ret);

#pragma GCC poison malloc calloc realloc free aligned_alloc posix_memalign mmap
#endif
