/*
 * oracle.c: the trusted side of w11-vlm-serving: it makes the inputs, computes what the small
 * functions must return (in double, or exact), and judges the planner's log with world.h.
 */
#include "world.h"

static int below(uint64_t *s, int n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

/* --------------------------------------------------------------------------------------- tokens */

enum { FIXED, NATIVE, ANYRES };

int pictures_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int32_t edge[][2] = { { 336, 336 }, { 672, 672 }, { 224, 1000 }, { 1000, 224 }, { 1, 1 },
                                       { 14, 15 }, { 672, 336 }, { 337, 336 }, { 1008, 336 }, { 336, 1008 },
                                       { 32768, 32768 }, { 1, 32768 }, { 32769, 5 }, { 0, 336 }, { 336, -1 },
                                       { 335, 671 }, { 100, 100 }, { 480, 640 }, { 768, 1024 }, { 600, 300 } };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t rng = ridge_mix(seed, buffer);
    size_t edges = sizeof edge / sizeof edge[0];
    if (!b || b->dtype != RIDGE_I32)
        return -1;
    for (size_t k = 0; k < b->count / 3; k++) {
        int32_t *p = (int32_t *)b->data + 3 * k;
        p[0] = k < 3 * edges ? edge[k / 3][0] : 1 + below(&rng, 2000);
        p[1] = k < 3 * edges ? edge[k / 3][1] : 1 + below(&rng, 2000);
        p[2] = k < 3 * edges ? (int32_t)(k % 3) : below(&rng, 100) ? below(&rng, 3) : 3;
    }
    return 0;
}

/* The largest x with x * a <= y * b, found by halving: no division. */
static int64_t ratio(int64_t y, int64_t b, int64_t a)
{
    int64_t lo = 0, hi = 1 << 20;
    while (hi - lo > 1) {
        int64_t mid = (lo + hi) / 2;
        if (mid * a <= y * b)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

/* Tiles of the best canvas. A canvas with the key (shown, fewer tiles, earlier) larger wins. */
static int64_t canvas(int64_t H, int64_t W)
{
    int64_t best = -1, tiles = 0;
    const int64_t rows[] = { 1, 2, 2, 1, 3 }, cols[] = { 2, 1, 2, 3, 1 };
    for (int k = 0; k < 5; k++) {
        int64_t h = 336 * rows[k], w = 336 * cols[k], high = ratio(H, w, W), wide = w;
        if (H * w > h * W) {
            high = h;
            wide = ratio(W, h, H);
        }
        int64_t area = high * wide < H * W ? high * wide : H * W, key = (area * 8 - rows[k] * cols[k]) * 8 - k;
        if (key > best || !k) {
            best = key;
            tiles = rows[k] * cols[k];
        }
    }
    return tiles;
}

int tokens_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    const int32_t *pictures = ridge_data(c, "pictures");
    if (!pictures || strcmp(out, "counts"))
        return -1;
    for (size_t k = 0; k < n; k++) {
        const int32_t *p = pictures + 3 * index[k];
        int64_t H = p[0], W = p[1];
        int bad = H < 1 || W < 1 || H > 32768 || W > 32768 || p[2] < FIXED || p[2] > ANYRES;
        want[k] = bad ? -1
                  : p[2] == FIXED ? 576
                  : p[2] == NATIVE ? ceil((double)H / 14) * ceil((double)W / 14)
                                   : 576. * (double)(1 + canvas(H, W));
        scale[k] = fabs(want[k]);
    }
    return 0;
}

/* --------------------------------------------------------------------------- patches, projector */

/* A convolution in double, pixel by pixel. */
int patch_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const float *img = ridge_data(c, "img"), *We = ridge_data(c, "We");
    int64_t H = ridge_int(c, "H"), W = ridge_int(c, "W"), p = ridge_int(c, "p"), D = ridge_int(c, "D");
    int64_t cols = (W + p - 1) / p, rows = (H + p - 1) / p;
    if (!img || !We)
        return -1;
    for (size_t k = 0; k < n; k++) {
        int64_t o = (int64_t)index[k] % D, t = (int64_t)index[k] / D;
        double sum = 0, size = 0;
        for (int64_t j = 0; j < 3 * p * p; j++) {
            int64_t y = t / cols * p + j / p % p, x = t % cols * p + j % p, ch = j / (p * p);
            double term = y < H && x < W ? (double)img[(ch * H + y) * W + x] * (double)We[o * 3 * p * p + j] : 0;
            sum += term;
            size += fabs(term);
        }
        want[k] = strcmp(out, "ntok") ? sum : (double)(rows * cols);
        scale[k] = size;
    }
    return 0;
}

int project_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const float *x = ridge_data(c, "x"), *W1 = ridge_data(c, "W1"), *b1 = ridge_data(c, "b1");
    const float *W2 = ridge_data(c, "W2"), *b2 = ridge_data(c, "b2");
    int64_t din = ridge_int(c, "din"), dout = ridge_int(c, "dout");
    (void)out;
    if (!x || !W1 || !b1 || !W2 || !b2)
        return -1;
    for (size_t k = 0; k < n; k++) {
        int64_t t = (int64_t)index[k] / dout, o = (int64_t)index[k] % dout;
        double sum = b2[o], size = fabs(sum);
        for (int64_t j = 0; j < dout; j++) {
            double a = b1[j], terms = fabs(a);
            for (int64_t i = 0; i < din; i++) {
                double term = (double)x[t * din + i] * (double)W1[j * din + i];
                a += term;
                terms += fabs(term);
            }
            sum += (double)W2[o * dout + j] * .5 * a * (1 + erf(a * sqrt(.5)));
            size += fabs((double)W2[o * dout + j]) * 1.13 * terms; /* no slope of GELU is steeper */
        }
        want[k] = sum;
        scale[k] = size;
    }
    return 0;
}

/* --------------------------------------------------------------------------------------- splice */

/* Marks at random places; `wrong`: 1 one mark too few, 2 one too many, 3 an id beyond V, 4 a negative one. */
int text_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int V = (int)ridge_int(c, "V"), npics = (int)ridge_int(c, "npics"), wrong = (int)ridge_int(c, "wrong");
    int marks = npics + (wrong == 2) - (wrong == 1), n = b ? (int)b->count : 0;
    uint64_t rng = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_I32 || marks > n || marks < 0)
        return -1;
    int32_t *text = b->data;
    for (int k = 0; k < n; k++)
        text[k] = below(&rng, V);
    for (int left = marks; left;) {
        int k = ridge_int(c, "together") == 1 ? marks - left : below(&rng, n);
        left -= text[k] != -200;
        text[k] = -200;
    }
    for (int k = n - 1; k >= 0 && wrong >= 3; k--)
        if (text[k] != -200) {
            text[k] = wrong == 3 ? V : -1;
            break;
        }
    return 0;
}

int ntok_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int total = (int)ridge_int(c, "rows"), npics = (int)ridge_int(c, "npics");
    uint64_t rng = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_I32 || (int)b->count < npics)
        return -1;
    int32_t *n = b->data;
    memset(n, 0, b->count * sizeof *n);
    for (int k = 0; k < npics; k++) {
        n[k] = k + 1 == npics ? total : below(&rng, total + 1);
        total -= n[k];
    }
    return 0;
}

static int fail(struct ridge_verdict *v, const char *format, int a, int b, double got, double want)
{
    v->pass = 0;
    snprintf(v->message, sizeof v->message, format, a, b, got, want);
    return 0;
}

int splice_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *text = ridge_data(c, "text"), *ntok = ridge_data(c, "each"), *said = ridge_data(c, "said");
    const float *table = ridge_data(c, "table"), *pics = ridge_data(c, "pics"), *emb = ridge_data(c, "emb");
    int n = (int)ridge_int(c, "n"), V = (int)ridge_int(c, "V"), cap = (int)ridge_int(c, "cap");
    int d = (int)ridge_int(c, "d"), npics = (int)ridge_int(c, "npics"), wrong = 0, marks = 0, rows = 0;
    if (!text || !ntok || !said || !table || !pics || !emb)
        return -1;
    for (int k = 0; k < n; k++) {
        wrong |= text[k] != -200 && (text[k] < 0 || text[k] >= V);
        rows += text[k] == -200 ? marks < npics ? ntok[marks] : 0 : 1;
        marks += text[k] == -200;
    }
    int want = wrong || marks != npics ? -1 : rows > cap ? -2 : rows;
    v->pass = 1;
    if (*said != want)
        return fail(v, "mismatch: returned %d with %d picture(s): got %.0f, expected %.0f", *said, npics, *said,
                    want);
    const float *pic = pics;
    int at = 0, seen = 0;
    for (int k = 0; want >= 0 && k < n; k++) {
        int here = text[k] == -200 ? ntok[seen++] : 1;
        const float *from = text[k] == -200 ? pic : table + (int64_t)text[k] * d;
        for (int j = 0; j < here * d; j++)
            if (memcmp(emb + (int64_t)at * d + j, from + j, sizeof *emb))
                return fail(v, "mismatch: emb[%d][%d]: got %g, expected %g", at + j / d, j % d,
                            (double)emb[(int64_t)at * d + j], (double)from[j]);
        at += here;
        pic += text[k] == -200 ? here * d : 0;
    }
    for (int64_t j = (int64_t)at * d; j < (int64_t)cap * d; j++) {
        uint32_t bits;
        memcpy(&bits, emb + j, sizeof bits);
        if (bits != UINT32_MAX)
            return fail(v, want < 0 ? "mismatch: emb[%d][%d] is written although the call fails: got %g, expected %g"
                                    : "mismatch: emb[%d][%d] beyond the last row is written: got %g, expected %g",
                        (int)(j / d), (int)(j % d), (double)emb[j], NAN);
    }
    return 0;
}

/* ---------------------------------------------------------------------------------- two ways in */

/* Rows of L d H Hkv hd dv every latents text pics img: Flamingo-like, LLaVA-like, and drawn ones. */
int shapes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int32_t known[][11] = { { 32, 4096, 32, 32, 128, 1024, 4, 64, 64, 1, 576 },
                                         { 80, 8192, 64, 8, 128, 1408, 7, 64, 500, 8, 2880 },
                                         { 24, 2048, 16, 16, 128, 1024, 1, 64, 40, 0, 256 },
                                         { 40, 5120, 40, 40, 128, 1024, 40, 64, 30000, 100, 2880 },
                                         { 6, 60, 6, 2, 7, 20, 3, 5, 1, 2, 3 } };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t rng = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_I32)
        return -1;
    for (size_t k = 0; k < b->count / 11; k++) {
        int32_t *r = (int32_t *)b->data + 11 * k;
        int every = 1 + below(&rng, 8), g = 1 + below(&rng, 8), hd = 8 + below(&rng, 120);
        const int32_t drawn[] = { every * (1 + below(&rng, 12)), 64 * (1 + below(&rng, 128)),
                                  g * (1 + below(&rng, 8)), g, hd, 64 * (1 + below(&rng, 24)), every,
                                  1 + below(&rng, 128), 1 + below(&rng, 4000), below(&rng, 10), below(&rng, 2881) };
        memcpy(r, k < 5 ? known[k] : drawn, sizeof drawn);
        if (k == 1)
            r[0] = 77; /* eleven groups of seven */
    }
    return 0;
}

/* Layer by layer, addition by addition. */
int xattn_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const int32_t *rows = ridge_data(c, "shapes");
    (void)out;
    if (!rows)
        return -1;
    for (size_t k = 0; k < n; k++) {
        const int32_t *r = rows + 11 * (index[k] / 6);
        double d = r[1], q = (double)r[2] * r[4], g = (double)r[3] * r[4], text = r[8], pics = r[9], sum[6] = { 0 };
        for (int l = 0; l < r[0]; l++) {
            double joined = text + pics * r[10];
            sum[0] += joined * 2 * g * 2;
            sum[1] += (joined + 1) * 4 * q;
            sum[3] += text * 2 * g * 2;
            sum[4] += (text + 1) * 4 * q;
            if (l % r[6])
                continue;
            sum[3] += pics * r[7] * 2 * g * 2;
            sum[4] += (pics > 0 ? r[7] : 0) * 4 * q;
            sum[5] += d * q + q * d + 2 * (r[5] * g) + d * 4 * d + 4 * d * d;
        }
        want[k] = sum[index[k] % 6];
        scale[k] = fabs(want[k]);
    }
    return 0;
}

/* -------------------------------------------------------------------------------------- planner */

static double normal(uint64_t *s)
{
    double u = 1 - ridge_uniform(s), t = 6.283185307179586 * ridge_uniform(s);
    return sqrt(-2 * log(u)) * cos(t);
}

static int64_t lognormal(uint64_t *rng, double mu, double sd, int64_t atleast, int64_t most)
{
    double x = exp(mu + sd * normal(rng));
    return x < (double)atleast ? atleast : x > (double)most ? most : (int64_t)x;
}

/* Half of the pictures are one tile; the others two to four, and the small one. */
static int draw_tiles(uint64_t *rng)
{
    int kind = below(rng, 10);
    return kind < 5 ? 1 : kind < 7 ? 3 : kind < 8 ? 4 : 5;
}

/*
 * Arrivals at `rate` a second (0: all at once), `pictured` percent with a picture. A deadline is
 * `ttft_ms`, stretched by up to the factor `spread`. With `text` and `tiles` all are alike.
 */
int reqs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double rate = ridge_num(c, "rate"), t = 0, ttft = ridge_num(c, "ttft_ms"), spread = ridge_num(c, "spread");
    int64_t n = ridge_int(c, "n"), max_new = ridge_int(c, "max_new"), big = ridge_int(c, "big_every");
    int pictured = (int)ridge_int(c, "pictured"), alike = !isnan(ridge_num(c, "text"));
    uint64_t rng = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_I64 || b->count < (size_t)n * FIELDS)
        return -1;
    int64_t *r = b->data;
    for (int64_t k = 0; k < n; k++, r += FIELDS) {
        t += rate > 0 ? -log(1 - ridge_uniform(&rng)) / rate : 0;
        r[0] = (int64_t)(t * 1e12);
        r[1] = (int64_t)(1e9 * ttft * exp(log(spread) * ridge_uniform(&rng)));
        r[2] = alike ? ridge_int(c, "text") : lognormal(&rng, 4, .8, 4, 600);
        r[4] = alike ? ridge_int(c, "tiles") : below(&rng, 100) < pictured ? draw_tiles(&rng) : 0;
        r[3] = 576 * r[4];
        r[5] = max_new;
        r[6] = lognormal(&rng, log((double)max_new) - 1.2, .8, 1, max_new);
        r[7] = 0;
        if (big && k % big == big - 1) /* by one token or a few too long */
            r[2] = ridge_int(c, "pool_B") / ridge_int(c, "kv_B") - r[3] - max_new + 1 + below(&rng, 4);
        if (r[2] < 1)
            return -1;
    }
    return 0;
}

/* The most requests that any order can serve in time, one after the other, all there from the start. */
static int most_in_time(const struct world *w)
{
    int64_t length[8];
    int best[256] = { 0 }, n = w->n;
    for (int k = 0; k < n; k++) {
        int64_t s = w->r[k].text + w->r[k].img;
        length[k] = larger(s * w->ps_token + s * (s + 1) / 2 * w->ps_score, w->ps_weights + s * w->ps_cached);
        length[k] += w->r[k].tiles ? larger(w->r[k].tiles * w->ps_tile, w->ps_vit) : 0;
    }
    for (int set = 0; set < 1 << n; set++) {
        int64_t t = 0;
        for (int k = 0; k < n; k++)
            t += set >> k & 1 ? length[k] : 0;
        for (int k = 0; k < n; k++) { /* who is served after this set */
            int more = set | 1 << k, value = best[set] + (t + length[k] <= w->r[k].ttft);
            if (!(set >> k & 1) && value > best[more])
                best[more] = value;
        }
    }
    return best[(1 << n) - 1];
}

static void count_run(const struct world *w, struct world *fresh, struct pass *d, struct ridge_verdict *v)
{
    double ttft = 0, tpot = 0, late = 0, served = 0, long_answers = 0;
    int ours = count_good(w);
    for (int k = 0; k < w->n; k++) {
        const struct request *r = &w->r[k];
        if (r->state != FINISHED)
            continue;
        served++;
        late += r->first > r->arrival + r->ttft;
        ttft += (double)(r->first - r->arrival) * 1e-9;
        if (r->tokens > 1) {
            long_answers++;
            tpot += (double)(r->end - r->first) * 1e-9 / (r->tokens - 1);
        }
    }
    if (w->n <= 8 && w->max_tokens == 1 && w->max_tiles == 1) {
        int top = most_in_time(fresh);
        ridge_count(v, "vs_best", top ? (double)ours / top : 1);
        ridge_count(v, "best", top);
    }
    run_fcfs(fresh, d);
    int plain = count_good(fresh);
    ridge_count(v, "good_pct", 100. * ours / w->n);
    ridge_count(v, "fcfs_pct", 100. * plain / w->n);
    ridge_count(v, "vs_fcfs", plain ? (double)ours / plain : (double)ours);
    ridge_count(v, "late", late);
    ridge_count(v, "passes", w->passes);
    ridge_count(v, "makespan_s", (double)w->now * 1e-12);
    ridge_count(v, "ttft_mean_ms", served ? ttft / served : 0);
    ridge_count(v, "tpot_mean_ms", long_answers ? tpot / long_answers : 0);
    ridge_count(v, "encode_pct", w->busy_ps ? 100 * (double)w->encode_ps / (double)w->busy_ps : 0);
    ridge_count(v, "prefill_tok", (double)w->prefill_tokens);
    ridge_count(v, "kv_tok", (double)(w->peak_B / w->kv_B));
    ridge_count(v, "peak_kv_GB", (double)w->peak_B * 1e-9);
}

int serve_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *log = ridge_buffer(c, "log");
    struct world *w = malloc(sizeof *w), *fresh = malloc(sizeof *fresh);
    struct pass *d = calloc(1, sizeof *d), *rule = calloc(1, sizeof *rule);
    int rc = -1;
    if (w && fresh && d && rule && log && log->count >= HEAD && !world_init(w, c, v) && !world_init(fresh, c, v)) {
        v->pass = !replay_log(w, log->data, (int64_t)log->count, d, rule);
        if (v->pass)
            count_run(w, fresh, d, v);
        rc = 0;
    }
    free(w);
    free(fresh);
    free(d);
    free(rule);
    return rc;
}
