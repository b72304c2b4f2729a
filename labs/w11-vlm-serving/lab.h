/*
 * lab.h: the interface of w11-vlm-serving. You write vlm.c: the way of a picture into a language
 * model, and the planner that serves pictures and text on one machine. This is the whole contract.
 *
 * The models are LLaVA's: a vision transformer over patches of 14 x 14 pixels, trained on squares of
 * 336 x 336, a projector of two layers, and a decoder that takes the result as if it were embeddings
 * of words. All arrays are row-major floats.
 */
#ifndef W11_LAB_H
#define W11_LAB_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

enum { VLM_BAD = -1, VLM_FULL = -2 };

/* ---------------------------------------------------------------------------- how many tokens */

enum {
    VLM_PATCH = 14, VLM_SIDE = 336, VLM_TILE_TOKENS = 576,
    VLM_SIDE_MAX = 1 << 15, /* longer sides are VLM_BAD */
};
enum { VLM_FIXED, VLM_NATIVE, VLM_ANYRES };

/*
 * Tokens of a picture of H x W pixels; VLM_BAD when a side is outside 1..VLM_SIDE_MAX or there is no
 * such policy.
 *   VLM_FIXED   resized to 336 x 336, whatever it was (LLaVA-1.5)
 *   VLM_NATIVE  padded on the right and at the bottom to whole patches
 *   VLM_ANYRES  resized once to 336 x 336, and once more, keeping its shape, into a canvas of tiles
 *               of 336 x 336: 576 tokens for each tile and for the small one. Canvases, rows x
 *               columns of tiles: 1x2, 2x1, 2x2, 1x3, 3x1, in this order. For a canvas of h x w
 *               pixels the picture is scaled until one side fills it: w wide and H*w/W high if
 *               H*w <= h*W, else h high and W*h/H wide, both rounded down. What it shows is that
 *               area, but never more than the picture's own H*W. Take the canvas that shows most;
 *               among equals the one of fewest tiles; among those the first.
 */
int vlm_tokens(int H, int W, int policy);

/* ---------------------------------------------------------------------------- patches, projector */

/*
 * The first layer of the encoder, a convolution whose stride is its width, as a matrix product.
 *   tok[gy * cols + gx][o] = sum over c, y, x of We[o][c][y][x] * img[c][gy*p + y][gx*p + x]
 * with cols = ceil(W / p) and rows = ceil(H / p); pixels beyond the edge are 0.
 * img [3][H][W]; We [D][3][p][p]; tok [rows * cols][D]; work: cols * 3 * p * p floats to compute in.
 * The image may be larger than any cache: read it once. Returns rows * cols.
 */
int patchify_gemm(float *tok, const float *img, int H, int W, int p, const float *We, int D, float *work);

/*
 * y[t] = W2 gelu(W1 x[t] + b1) + b2 for n >= 0 tokens; gelu(a) = a/2 * (1 + erf(a / sqrt 2)).
 * x [n][in]; W1 [out][in]; b1, b2 [out]; W2 [out][out]; y [n][out]; work: out floats to compute in.
 */
void projector(float *y, const float *x, int n, int in, int out, const float *W1, const float *b1,
               const float *W2, const float *b2, float *work);

/* ---------------------------------------------------------------------------- into the prompt */

enum { VLM_MARK = -200 }; /* the id that stands where a picture goes */

/*
 * Embed a prompt. text: n ids, each 0 .. V-1 or VLM_MARK; table [V][d]; picture k has ntok[k] >= 0
 * rows, which stand one picture after the other in pics. The k-th mark is replaced by the rows of
 * picture k, every other id by its row of the table. emb has room for `cap` rows of d.
 * Returns the number of rows, and writes no others; VLM_BAD when an id is none, or marks and pictures
 * differ in number; else VLM_FULL when they do not fit. After either emb is untouched.
 */
int splice(float *emb, int cap, const int32_t *text, int n, const float *table, int V, const float *pics,
           const int32_t *ntok, int npics, int d);

/* ---------------------------------------------------------------------------- two ways in */

typedef struct {
    int L, d, H, Hkv, hd; /* the decoder: layers, width, query and key/value heads, width of a head */
    int dv;               /* width of the encoder's vectors */
    int every, latents;   /* a cross-attention layer before each group of `every` layers (every
                             divides L); vectors that a picture is condensed to */
} vlm_shape;

typedef struct {
    int64_t kv_B;    /* bytes of keys and values after the prompt, two bytes each */
    int64_t step;    /* FLOP of q.k and of p.v in the decode step of the next token, all layers */
    int64_t weights; /* entries of the matrices that are added to the decoder */
} vlm_cost;

/*
 * A prompt of `text` tokens and `pics` pictures. A pair of one query head with one key costs 4*hd
 * FLOP. The step's own token is in the cache by then and is seen, but kv_B does not hold it yet.
 *   join   each picture is `img` tokens among the text (LLaVA). Nothing is added to the decoder.
 *   cross  text tokens only; L / every new layers hold keys and values of all pictures' latents, and
 *          a text token sees the latents of the last picture before it, here the last of all
 *          (Flamingo). A new layer: Q and O between d and H*hd, K and V from dv to Hkv*hd, and a
 *          plain MLP of width 4*d, two matrices.
 */
void xattn_cost(const vlm_shape *s, int text, int pics, int img, vlm_cost *join, vlm_cost *cross);

/* ---------------------------------------------------------------------------- the planner */

typedef struct plan plan_t; /* yours */

enum { PLAN_MAX = 512 }; /* requests in one run; their ids are 0, 1, 2, ... by arrival */
enum { PLAN_FCFS, PLAN_OWN };
enum { PASS_IDLE, PASS_ENCODE, PASS_TEXT };

typedef struct {
    int policy;                        /* PLAN_FCFS or PLAN_OWN */
    int max_batch;                     /* sequences that may run at once */
    int max_tokens, max_tiles;         /* of the prefills, of the encodings in one pass */
    int64_t kv_B, pool_B;              /* bytes of cache per token, and in all */
    int64_t ps_tile, ps_vit;           /* picoseconds: see below */
    int64_t ps_token, ps_score, ps_weights, ps_cached;
    int64_t tpot;                      /* picoseconds that an answer's token may take on average */
} plan_cfg;

typedef struct {
    int id, text, img, tiles; /* tokens of the question and of its pictures; tiles to encode, or 0 */
    int max_new;              /* it stops after that many new tokens at the latest */
    int64_t arrival, ttft;    /* picoseconds; its first token is due at arrival + ttft */
} vlm_req;

typedef struct {
    /* in */
    int64_t now;               /* picoseconds */
    int ndone, done[PLAN_MAX]; /* sequences that ended in the last pass */
    /* out */
    int kind;                      /* PASS_IDLE, PASS_ENCODE or PASS_TEXT */
    int nreject, reject[PLAN_MAX]; /* can never fit */
    int n, id[PLAN_MAX];           /* requests to encode, or to prefill */
    int64_t kv_B;                  /* bytes of cache that running sequences reserve in this pass */
} vlm_pass;

plan_t *plan_new(const plan_cfg *cfg);
void plan_delete(plan_t *p); /* NULL is allowed */

/*
 * What the machine does next; `arrived` are the n requests that came since the last call. nreject, n
 * and kv_B of `out` are 0 and kind is PASS_IDLE on entry.
 *
 * Rules, whatever the policy
 *  - A request needs (text + img + max_new) * kv_B bytes. More than pool_B: reject it when it
 *    arrives. Else these bytes are reserved from its prefill until it is done, and those of all
 *    that run never exceed pool_B.
 *  - Pictures are encoded before their request is prefilled, all tiles of a request in one pass,
 *    once. A request without tiles is ready at once.
 *  - PASS_ENCODE encodes at least one request, and at most max_tiles tiles unless it is one request.
 *  - PASS_TEXT prefills any number of ready requests (at most max_tokens of text + img unless it is
 *    one request) and gives one token to each sequence that runs already. A prefill yields the first
 *    token. At most max_batch run, the new ones included.
 *  - PASS_IDLE waits for the next arrival. It is not allowed while something runs.
 *
 * PLAN_FCFS prescribes the rest. Admit from the head of the queue of all that wait, by arrival,
 * while the head is ready and fits the pool, max_batch and max_tokens. Text pass, if that admitted
 * anyone, or if something runs and the last pass was no text pass or nobody waits to be encoded.
 * Else, if anyone waits to be encoded: encode pass, in order of arrival among those, while max_tiles
 * allows. Else idle. (An idle pass counts as the last pass, too.)
 *
 * PLAN_OWN leaves it to you. A request is good if its first token is there in time and the time from
 * its first to its last token is at most tpot for each token after the first. The more are good, the
 * better; every request must be served all the same.
 *
 * An encode pass takes max(tiles * ps_tile, ps_vit); a text pass max(tokens * ps_token + scores *
 * ps_score, ps_weights + cached * ps_cached). A prefill of s tokens counts s tokens, s*(s+1)/2 scores
 * and s cached; a sequence that gets its k-th token (k >= 2) counts 1, and text + img + k - 1 twice.
 */
void plan_step(plan_t *p, const vlm_req *arrived, int n, vlm_pass *out);

#endif
