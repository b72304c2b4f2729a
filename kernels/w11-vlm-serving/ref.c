/*
 * ref.c: what yours is compared with, and timed against. What is different from naive.c:
 *
 *   one pass over the image   A convolution whose stride is its width has no overlap: every pixel is in
 *                             one patch. Copy one row of patches into `work`, each patch in one piece;
 *                             that is a matrix of cols x 3p^2, small enough for a cache, and what is
 *                             left is its product with We. The image is read once, in order. To copy
 *                             all patches first would write the whole image again, and read it again.
 *   sixteen sums, 4 x 2       A float sum is a chain; sixteen of them are a vector (gcc's own type: no
 *                             intrinsics). Four patches times two rows of We share each other's loads.
 *   copies in splice          Rows of a picture stand together, in the source and in the prompt.
 *
 * The planner's own policy. An encode pass is bound by arithmetic from the first tile on, a prefill
 * from about 150 tokens: to batch them saves nothing, and everybody in the batch waits for the last.
 * So it takes one request at a time, and the question is which. All that wait have a length (encode
 * and prefill) and a due date, on one machine: with the rule of Moore and Hodgson (1968), in order of
 * due dates, and whenever one would be late, drop the longest so far, the fewest are late. Whoever is
 * dropped is served when nobody can be saved. And before every pass it looks at those who run: would
 * this pass push one of them beyond the pace that was promised? Then a decode pass comes first.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

/* ---------------------------------------------------------------------------- how many tokens */

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Pixels of the H x W picture that a canvas of h x w shows. */
static int64_t shown(int64_t H, int64_t W, int64_t h, int64_t w)
{
    int64_t area = H * w <= h * W ? w * (H * w / W) : h * (W * h / H);
    return least(area, H * W);
}

static int best_tiles(int H, int W)
{
    static const int grid[5][2] = { { 1, 2 }, { 2, 1 }, { 2, 2 }, { 1, 3 }, { 3, 1 } };
    int64_t most = -1;
    int tiles = 0;
    for (int k = 0; k < 5; k++) {
        int n = grid[k][0] * grid[k][1];
        int64_t area = shown(H, W, grid[k][0] * VLM_SIDE, grid[k][1] * VLM_SIDE);
        if (area > most || (area == most && n < tiles)) {
            most = area;
            tiles = n;
        }
    }
    return tiles;
}

int vlm_tokens(int H, int W, int policy)
{
    if (H < 1 || W < 1 || H > VLM_SIDE_MAX || W > VLM_SIDE_MAX)
        return VLM_BAD;
    int64_t rows = (H + VLM_PATCH - 1) / VLM_PATCH, cols = (W + VLM_PATCH - 1) / VLM_PATCH;
    switch (policy) {
    case VLM_FIXED:
        return VLM_TILE_TOKENS;
    case VLM_NATIVE:
        return (int)(rows * cols);
    case VLM_ANYRES:
        return (1 + best_tiles(H, W)) * VLM_TILE_TOKENS;
    default:
        return VLM_BAD;
    }
}

/* ---------------------------------------------------------------------------- patches, projector */

#ifndef OTHER_PRODUCTS
enum { LANES = 16 };
typedef float lanes __attribute__((vector_size(LANES * 4), aligned(4)));

static inline lanes load(const float *x)
{
    return *(const lanes *)x;
}

static inline float total(lanes s)
{
    float sum = 0;
    for (int j = 0; j < LANES; j++)
        sum += s[j];
    return sum;
}

/* y[t * step + r] = x[t] . w[r] for 4 rows of x and 2 of w, all `len` long. */
static void four_by_two(float *y, int step, const float *x, const float *w, int len)
{
    lanes s[4][2] = { { { 0 } } };
    int i = 0;
    for (; i + LANES <= len; i += LANES) {
        lanes a = load(w + i), b = load(w + len + i);
#pragma GCC unroll 4
        for (int t = 0; t < 4; t++) {
            lanes v = load(x + t * len + i);
            s[t][0] += a * v;
            s[t][1] += b * v;
        }
    }
    for (; i < len; i++)
        for (int t = 0; t < 4; t++) {
            s[t][0][0] += w[i] * x[t * len + i];
            s[t][1][0] += w[len + i] * x[t * len + i];
        }
    for (int t = 0; t < 4; t++)
        for (int r = 0; r < 2; r++)
            y[t * step + r] = total(s[t][r]);
}

static float dot(const float *a, const float *b, int n)
{
    lanes s = { 0 };
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        s += load(a + i) * load(b + i);
    for (; i < n; i++)
        s[0] += a[i] * b[i];
    return total(s);
}

/* y [n][rows] = x [n][len] times the rows of w [rows][len]. */
static void product(float *y, const float *x, int n, const float *w, int rows, int len)
{
    int full = n / 4 * 4, even = rows / 2 * 2;
    for (int r = 0; r < even; r += 2)
        for (int t = 0; t < full; t += 4)
            four_by_two(y + t * rows + r, rows, x + t * len, w + (size_t)r * (size_t)len, len);
    for (int t = 0; t < n; t++)
        for (int r = t < full ? even : 0; r < rows; r++)
            y[t * rows + r] = dot(x + t * len, w + (size_t)r * (size_t)len, len);
}

/* Row gy of the patches, one after the other, each as We has it: [3][p][p]. */
static void gather_row(float *work, const float *img, int H, int W, int p, int gy, int cols)
{
    memset(work, 0, (size_t)cols * 3 * (size_t)(p * p) * sizeof *work);
    for (int c = 0; c < 3; c++)
        for (int y = 0; y < p && gy * p + y < H; y++) {
            const float *from = img + ((size_t)c * (size_t)H + (size_t)(gy * p + y)) * (size_t)W;
            for (int gx = 0; gx < cols; gx++)
                memcpy(work + ((gx * 3 + c) * p + y) * p, from + gx * p,
                       (size_t)least(p, W - gx * p) * sizeof *from);
        }
}

int patchify_gemm(float *tok, const float *img, int H, int W, int p, const float *We, int D, float *work)
{
    int rows = (H + p - 1) / p, cols = (W + p - 1) / p;
    for (int gy = 0; gy < rows; gy++) {
        gather_row(work, img, H, W, p, gy, cols);
        product(tok + (size_t)gy * (size_t)cols * (size_t)D, work, cols, We, D, 3 * p * p);
    }
    return rows * cols;
}

static float gelu(float a)
{
    return .5f * a * (1 + erff(a * .70710678f));
}

void projector(float *y, const float *x, int n, int in, int out, const float *W1, const float *b1,
               const float *W2, const float *b2, float *work)
{
    for (int t = 0; t < n; t++, x += in, y += out) {
        for (int o = 0; o < out; o++)
            work[o] = gelu(dot(x, W1 + (size_t)o * (size_t)in, in) + b1[o]);
        for (int o = 0; o < out; o++)
            y[o] = dot(work, W2 + (size_t)o * (size_t)out, out) + b2[o];
    }
}
#endif

/* ---------------------------------------------------------------------------- into the prompt */

/* Rows of the embedded prompt, or VLM_BAD. */
static int64_t spliced_rows(const int32_t *text, int n, int V, const int32_t *ntok, int npics)
{
    int64_t rows = 0;
    int seen = 0;
    for (int k = 0; k < n; k++) {
        if (text[k] != VLM_MARK && (text[k] < 0 || text[k] >= V))
            return VLM_BAD;
        if (text[k] == VLM_MARK && seen == npics)
            return VLM_BAD;
        rows += text[k] == VLM_MARK ? ntok[seen++] : 1;
    }
    return seen == npics ? rows : VLM_BAD;
}

int splice(float *emb, int cap, const int32_t *text, int n, const float *table, int V, const float *pics,
           const int32_t *ntok, int npics, int d)
{
    int64_t rows = spliced_rows(text, n, V, ntok, npics);
    if (rows < 0 || rows > cap)
        return rows < 0 ? VLM_BAD : VLM_FULL;
    for (int k = 0; k < n; k++) {
        int mark = text[k] == VLM_MARK;
        size_t count = (size_t)d * (size_t)(mark ? *ntok++ : 1);
        memcpy(emb, mark ? pics : table + (size_t)text[k] * (size_t)d, count * sizeof *emb);
        emb += count;
        pics += mark ? count : 0;
    }
    return (int)rows;
}

/* ---------------------------------------------------------------------------- two ways in */

void xattn_cost(const vlm_shape *s, int text, int pics, int img, vlm_cost *join, vlm_cost *cross)
{
    int64_t kv = 4 * (int64_t)s->Hkv * s->hd; /* bytes a layer and vector */
    int64_t pair = 4 * (int64_t)s->H * s->hd; /* FLOP a layer and key */
    int64_t q = (int64_t)s->H * s->hd, g = (int64_t)s->Hkv * s->hd, d = s->d;
    int64_t fresh = s->L / s->every, all = text + (int64_t)pics * img;
    *join = (vlm_cost){ s->L * kv * all, s->L * pair * (all + 1), 0 };
    *cross = (vlm_cost){ s->L * kv * text + fresh * kv * pics * s->latents,
                         s->L * pair * (text + 1) + fresh * pair * (pics ? s->latents : 0),
                         fresh * (2 * d * q + 2 * s->dv * g + 8 * d * d) };
}

/* ---------------------------------------------------------------------------- the planner */

enum { TO_ENCODE, READY, RUNNING, GONE };

struct plan {
    plan_cfg cfg;
    vlm_req r[PLAN_MAX];
    int state[PLAN_MAX], tokens[PLAN_MAX]; /* tokens of the answer */
    int64_t first[PLAN_MAX];               /* when its first token came; -1: not known yet */
    int n, nrun, last, chosen;             /* chosen: encoded by our own policy, to be prefilled next */
    int64_t reserved;
};

plan_t *plan_new(const plan_cfg *cfg)
{
    plan_t *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->cfg = *cfg;
    p->last = PASS_IDLE;
    p->chosen = -1;
    return p;
}

void plan_delete(plan_t *p)
{
    free(p);
}

static int prompt(const plan_t *p, int id)
{
    return p->r[id].text + p->r[id].img;
}

static int64_t bytes(const plan_t *p, int id)
{
    return ((int64_t)prompt(p, id) + p->r[id].max_new) * p->cfg.kv_B;
}

static int waits(const plan_t *p, int id)
{
    return p->state[id] == TO_ENCODE || p->state[id] == READY;
}

static void retire(plan_t *p, const vlm_pass *out)
{
    for (int k = 0; k < out->ndone; k++) {
        p->reserved -= bytes(p, out->done[k]);
        p->state[out->done[k]] = GONE;
        p->nrun--;
    }
}

static void enqueue(plan_t *p, const vlm_req *arrived, int n, vlm_pass *out)
{
    for (int k = 0; k < n; k++) {
        int id = p->n++;
        p->r[id] = arrived[k];
        p->state[id] = arrived[k].tiles ? TO_ENCODE : READY;
        if (bytes(p, id) > p->cfg.pool_B) {
            p->state[id] = GONE;
            out->reject[out->nreject++] = id;
        }
    }
}

static int fits(const plan_t *p, int id)
{
    return p->nrun < p->cfg.max_batch && p->reserved + bytes(p, id) <= p->cfg.pool_B;
}

static void admit(plan_t *p, int id, vlm_pass *out)
{
    p->state[id] = RUNNING;
    p->first[id] = -1;
    p->nrun++;
    p->reserved += bytes(p, id);
    out->id[out->n++] = id;
}

/* From the head of the queue, while the head is ready and fits. */
static void admit_in_order(plan_t *p, vlm_pass *out)
{
    int tokens = 0;
    for (int id = 0; id < p->n; id++) {
        if (!waits(p, id))
            continue;
        if (p->state[id] != READY || !fits(p, id) || (out->n && tokens + prompt(p, id) > p->cfg.max_tokens))
            return;
        tokens += prompt(p, id);
        admit(p, id, out);
    }
}

static void encode_in_order(plan_t *p, vlm_pass *out)
{
    int tiles = 0;
    for (int id = 0; id < p->n; id++) {
        if (p->state[id] != TO_ENCODE)
            continue;
        if (out->n && tiles + p->r[id].tiles > p->cfg.max_tiles)
            return;
        tiles += p->r[id].tiles;
        p->state[id] = READY;
        out->id[out->n++] = id;
    }
}

static int to_encode(const plan_t *p)
{
    for (int id = 0; id < p->n; id++)
        if (p->state[id] == TO_ENCODE)
            return 1;
    return 0;
}

static void in_order(plan_t *p, vlm_pass *out)
{
    admit_in_order(p, out);
    if (out->n || (p->nrun && (p->last != PASS_TEXT || !to_encode(p)))) {
        out->kind = PASS_TEXT;
        return;
    }
    encode_in_order(p, out);
    out->kind = out->n ? PASS_ENCODE : PASS_IDLE;
}

#ifndef OTHER_POLICY
/* ---------------------------------------------------------------------------- our own policy */

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* A text pass that prefills request `fresh`. */
static int64_t text_time(const plan_t *p, int fresh)
{
    const plan_cfg *c = &p->cfg;
    int64_t s = prompt(p, fresh), tokens = s, scores = s * (s + 1) / 2, cached = s;
    for (int id = 0; id < p->n; id++)
        if (p->state[id] == RUNNING) {
            tokens++;
            scores += prompt(p, id) + p->tokens[id];
            cached += prompt(p, id) + p->tokens[id];
        }
    return most(tokens * c->ps_token + scores * c->ps_score, c->ps_weights + cached * c->ps_cached);
}

static int64_t encode_time(const plan_t *p, int id)
{
    return p->state[id] == TO_ENCODE ? most(p->r[id].tiles * p->cfg.ps_tile, p->cfg.ps_vit) : 0;
}

static int64_t due(const plan_t *p, int id)
{
    return p->r[id].arrival + p->r[id].ttft;
}

/* Who waits and fits, in order of due dates; how many. */
static int by_due_date(const plan_t *p, int *id)
{
    int n = 0;
    for (int k = 0; k < p->n; k++) {
        if (!waits(p, k) || !fits(p, k))
            continue;
        int at = n++;
        for (; at && due(p, id[at - 1]) > due(p, k); at--)
            id[at] = id[at - 1];
        id[at] = k;
    }
    return n;
}

/* Moore and Hodgson: of id[0..n) keep those that can all be in time; how many are left. */
static int savable(const plan_t *p, int64_t now, int *id, int n)
{
    int64_t length[PLAN_MAX], t = now;
    int kept = 0;
    for (int k = 0; k < n; k++) {
        int longest = kept;
        id[kept] = id[k];
        length[kept] = encode_time(p, id[k]) + text_time(p, id[k]);
        t += length[kept++];
        if (t <= due(p, id[kept - 1]))
            continue;
        for (int j = 0; j < kept; j++)
            if (length[j] > length[longest])
                longest = j;
        t -= length[longest];
        kept--;
        memmove(id + longest, id + longest + 1, (size_t)(kept - longest) * sizeof *id);
        memmove(length + longest, length + longest + 1, (size_t)(kept - longest) * sizeof *length);
    }
    return kept;
}

/* The request to serve next: the most urgent that can be saved, else the shortest; -1: none fits. */
static int next_one(const plan_t *p, int64_t now)
{
    int id[PLAN_MAX], n = by_due_date(p, id), best = -1;
    if (savable(p, now, id, n))
        return id[0];
    for (int k = 0; k < p->n; k++)
        if (waits(p, k) && fits(p, k) && (best < 0 || prompt(p, k) < prompt(p, best)))
            best = k;
    return best;
}

/* Would a pass that ends at `then` cost a running sequence its pace, which it still has? */
static int breaks_pace(const plan_t *p, int64_t now, int64_t then)
{
    for (int id = 0; id < p->n; id++) {
        if (p->state[id] != RUNNING)
            continue;
        int64_t allowed = p->first[id] + p->cfg.tpot * p->tokens[id];
        if (then > allowed && now <= allowed)
            return 1;
    }
    return 0;
}

static void own(plan_t *p, vlm_pass *out)
{
    int id = p->chosen >= 0 && fits(p, p->chosen) ? p->chosen : next_one(p, out->now);
    if (id >= 0 && p->nrun &&
        breaks_pace(p, out->now, out->now + encode_time(p, id) + text_time(p, id)))
        id = -1;
    if (id >= 0 && p->state[id] == TO_ENCODE) {
        p->state[id] = READY;
        p->chosen = out->id[out->n++] = id;
        out->kind = PASS_ENCODE;
        return;
    }
    if (id >= 0) {
        admit(p, id, out);
        p->chosen = -1;
    }
    out->kind = p->nrun ? PASS_TEXT : PASS_IDLE;
}
#endif

/* What a text pass does to those who run. */
static void count_tokens(plan_t *p)
{
    for (int id = 0; id < p->n; id++)
        if (p->state[id] == RUNNING)
            p->tokens[id]++;
}

/* First tokens came when the pass that prefilled them ended, which is now. */
static void note_first(plan_t *p, int64_t now)
{
    for (int id = 0; id < p->n; id++)
        if (p->state[id] == RUNNING && p->first[id] < 0)
            p->first[id] = now;
}

void plan_step(plan_t *p, const vlm_req *arrived, int n, vlm_pass *out)
{
    retire(p, out);
    note_first(p, out->now);
    enqueue(p, arrived, n, out);
    if (p->cfg.policy == PLAN_FCFS)
        in_order(p, out);
    else
        own(p, out);
    if (out->kind == PASS_TEXT)
        count_tokens(p);
    p->last = out->kind;
    out->kv_B = p->reserved;
}
