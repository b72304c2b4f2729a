/*
 * The judge of w21-ring-attention: attention over the whole sequence on one machine, in float64, from the inputs alone.
 * It knows of ranks only where their tokens lie. Pairs under a mask are counted one by one where there are few.
 */
#include <stdlib.h>

#include "ridge/oracle.h"

/* ------------------------------------------------------------------------------------------ who has which tokens */

/* Straight: in order. In zigzag the sequence is dealt in pieces of c/2, first to ranks 0, 1, ... P - 1 and then back.
 * */
static int64_t where(int64_t c, int64_t P, int64_t zigzag, int64_t r, int64_t i)
{
    if (!zigzag)
        return r * c + i;
    int64_t piece = 0, left = i / (c / 2);
    for (;; piece++) {
        int64_t owner = piece < P ? piece : P - 1 - (piece - P);
        if (owner == r && left-- == 0)
            return piece * (c / 2) + i % (c / 2);
    }
}

int place_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    int64_t each = ridge_int(c, "c"), ranks = ridge_int(c, "ranks");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = (double)where(each, ranks, ridge_int(c, "zigzag"), (int64_t)index[k] / each,
                                           (int64_t)index[k] % each);
    return 0;
}

/* Of a large c by runs: token i of a rank's piece sees all before the end of its own. Tokens of a piece follow each
 * other, so each query sees of each piece its length, or nothing, or as many as lie up to its own place. */
static double pairs(int64_t c, int64_t P, int64_t zigzag, int64_t r, int64_t from)
{
    int64_t piece = zigzag ? c / 2 : c, sum = 0;
    for (int64_t i = 0; i < c; i++)
        for (int64_t k = 0; k < c / piece; k++) {
            int64_t seen = where(c, P, zigzag, r, i) - where(c, P, zigzag, from, k * piece) + 1;
            sum += seen < 0 ? 0 : seen > piece ? piece : seen;
        }
    return (double)sum;
}

int scores_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    int64_t ranks = ridge_int(c, "ranks");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = pairs(ridge_int(c, "c"), ranks, ridge_int(c, "zigzag"), (int64_t)index[k] / ranks,
                                   (int64_t)index[k] % ranks);
    return 0;
}

/* ------------------------------------------------------------------------------------------------ attention */

static float normal(uint64_t *state)
{
    double u = 1 - ridge_uniform(state), t = 6.283185307179586 * ridge_uniform(state);
    return (float)(sqrt(-2 * log(u)) * cos(t));
}

/*
 * Queries and keys. large = 1: whole numbers of which each score is exact, since d is 16 there; the first column of a
 * head makes it about 800 or -1200, by row, so that an exponential without its maximum overflows or vanishes.
 */
int qk_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t d = ridge_int(c, "d"), large = ridge_int(c, "large");
    uint64_t state = ridge_mix(seed, buffer);
    float *x = b->data;
    for (size_t k = 0; k < b->count; k++) {
        int64_t col = (int64_t)k % d, row = (int64_t)k / d;
        if (!large)
            x[k] = normal(&state);
        else if (col)
            x[k] = (float)((int)(ridge_next(&state) % 7) - 3);
        else
            x[k] = *buffer == 'K' ? 400 : row % 2 ? 8 : -12;
    }
    return 0;
}

struct whole {
    int64_t P, c, S, H, Hkv, d, causal;
    int64_t *lies; /* [S] where a place of the sequence lies: rank times c plus the rank's token */
    const float *Q, *K, *V;
    double *p, *o, *so; /* [S] weights, [d] the answer, [d] its scale */
};

/* One head of one token. Returns its LSE. */
static double answer(const struct whole *w, int64_t token, int64_t head)
{
    int64_t g = head / (w->H / w->Hkv);
    const float *q = w->Q + (w->lies[token] * w->H + head) * w->d;
    int64_t seen = w->causal ? token + 1 : w->S;
    double top = -INFINITY, sum = 0;
    memset(w->o, 0, 2 * (size_t)w->d * sizeof *w->o);
    for (int64_t j = 0; j < seen; j++) {
        const float *k = w->K + (w->lies[j] * w->Hkv + g) * w->d;
        w->p[j] = 0;
        for (int64_t e = 0; e < w->d; e++)
            w->p[j] += (double)q[e] * (double)k[e];
        w->p[j] /= sqrt((double)w->d);
        top = fmax(top, w->p[j]);
    }
    for (int64_t j = 0; j < seen; j++)
        sum += w->p[j] = exp(w->p[j] - top);
    for (int64_t j = 0; j < seen; j++)
        for (int64_t e = 0; e < w->d; e++) {
            double t = w->p[j] / sum * (double)w->V[(w->lies[j] * w->Hkv + g) * w->d + e];
            w->o[e] += t;
            w->so[e] += fabs(t);
        }
    return top + log(sum);
}

static int open_whole(const struct ridge_case *c, int64_t zigzag, struct whole *w)
{
    *w = (struct whole){ .P = ridge_int(c, "P"), .c = ridge_int(c, "c"), .H = ridge_int(c, "H"),
                         .Hkv = ridge_int(c, "Hkv"), .d = ridge_int(c, "d"), .causal = ridge_int(c, "causal"),
                         .Q = ridge_data(c, "Q"), .K = ridge_data(c, "K"), .V = ridge_data(c, "V") };
    w->S = w->P * w->c;
    w->lies = calloc((size_t)w->S, sizeof *w->lies);
    w->p = calloc((size_t)(w->S + 2 * w->d), sizeof *w->p);
    if (!w->lies || !w->p)
        return -1;
    w->o = w->p + w->S;
    w->so = w->o + w->d;
    for (int64_t k = 0; k < w->S; k++)
        w->lies[where(w->c, w->P, zigzag, k / w->c, k % w->c)] = k;
    return 0;
}

/* Elements of O [S][H][d] or of LSE [S][H], as the ranks' parts lie one after the other. A float's last bit of an LSE
 * is that of a block's share, so what O may be off by grows with the LSE. */
static int answers(const struct ridge_case *c, int64_t zigzag, int lse, const size_t *index, size_t n, double *want,
                   double *scale)
{
    struct whole w;
    int64_t last = -1;
    double l = 0;
    int bad = open_whole(c, zigzag, &w);
    for (size_t k = 0; !bad && k < n; k++) {
        int64_t row = lse ? (int64_t)index[k] : (int64_t)index[k] / w.d, lies = row / w.H;
        if (row != last)
            l = answer(&w, where(w.c, w.P, zigzag, lies / w.c, lies % w.c), row % w.H);
        last = row;
        want[k] = lse ? l : w.o[index[k] % (size_t)w.d];
        scale[k] = lse ? fabs(l) + 1 : w.so[index[k] % (size_t)w.d] * (1 + fabs(l));
    }
    free(w.lies);
    free(w.p);
    return bad;
}

int ring_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    return answers(c, ridge_int(c, "zigzag"), !strcmp(out, "LSE"), index, n, want, scale);
}

static int possible(int64_t P, int64_t H, int64_t Hkv)
{
    return H % P == 0 && (Hkv % P == 0 || P % Hkv == 0);
}

int ulysses_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    int can = possible(ridge_int(c, "P"), ridge_int(c, "H"), ridge_int(c, "Hkv"));
    if (can && strcmp(out, "done"))
        return answers(c, 0, 0, index, n, want, scale);
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = !strcmp(out, "done") && can;
    return 0;
}

/* ----------------------------------------------------------------------------------------------------- merge */

/*
 * Two answers a row: sometimes one of them, or both, have seen nothing, and some LSE are far from 0: both of them where
 * far > 0, and on opposite sides where far < 0, where every third row's are only 8 apart. A LSE of exactly 0, as a key
 * with a score of 0 has it, is an answer as any other.
 */
static double level(double far, int64_t r, int second)
{
    if (far >= 0)
        return far * (double)(r % 3 - 1);
    double first = r % 3 != 1 ? far * (double)(r % 3 - 1) : r / 3 % 2 ? 4 : -4;
    return second ? -first : first;
}

int halves_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t d = ridge_int(c, "d"), rows = ridge_int(c, "rows");
    double far = ridge_num(c, "far");
    int second = buffer[1] == '2', lse = b->count == (size_t)rows && (buffer[0] == 'L' || buffer[0] == 'l');
    uint64_t state = ridge_mix(seed, buffer);
    float *x = b->data;
    for (int64_t r = 0; r < rows; r++) {
        int none = second ? r % 5 == 1 || r % 5 == 4 : r % 5 == 2 || r % 5 == 4;
        if (lse)
            x[r] = none ? -INFINITY : (float)(level(far, r, second) + (far < 0 ? .2 : 2) * normal(&state));
        if (lse && far == 0 && r == (second ? 0 : 3))
            x[r] = 0;
        for (int64_t e = 0; !lse && e < d; e++)
            x[r * d + e] = none ? 0 : normal(&state);
    }
    return 0;
}

int merge_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    int64_t d = ridge_int(c, "d");
    const float *O = ridge_data(c, "O1"), *L = ridge_data(c, "L1"), *o = ridge_data(c, "o2"), *l = ridge_data(c, "l2");
    int lse = !strcmp(out, "L");
    for (size_t k = 0; k < n; k++) {
        size_t row = lse ? index[k] : index[k] / (size_t)d;
        double top = fmax((double)L[row], (double)l[row]), a = exp((double)L[row] - top), b = exp((double)l[row] - top);
        if (isinf(top)) {
            want[k] = lse ? -INFINITY : 0;
            scale[k] = 0;
            continue;
        }
        want[k] = lse ? top + log(a + b) : (a * (double)O[index[k]] + b * (double)o[index[k]]) / (a + b);
        scale[k] = lse ? fabs(want[k]) + 1
                       : (a * fabs((double)O[index[k]]) + b * fabs((double)o[index[k]])) / (a + b);
    }
    return 0;
}

/* -------------------------------------------------------------------------------------------------- boundary */

/* x0 [T][h], part [P][T][h], gain [h] -> x [T][h], y [T][h] */
int boundary_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                    double *scale)
{
    int64_t P = ridge_int(c, "P"), T = ridge_int(c, "T"), h = ridge_int(c, "h");
    const float *x0 = ridge_data(c, "x0"), *part = ridge_data(c, "part"), *gain = ridge_data(c, "gain");
    for (size_t k = 0; k < n; k++) {
        int64_t t = (int64_t)index[k] / h;
        double square = 0, mine = 0, size = 0;
        for (int64_t e = 0; e < h; e++) {
            double x = (double)x0[t * h + e], s = fabs(x);
            for (int64_t r = 0; r < P; r++) {
                x += (double)part[(r * T + t) * h + e];
                s += fabs((double)part[(r * T + t) * h + e]);
            }
            square += x * x;
            if (e == (int64_t)index[k] % h)
                mine = x, size = s;
        }
        double by = strcmp(out, "y") ? 1 : (double)gain[index[k] % (size_t)h] / sqrt(square / (double)h + 1e-5);
        want[k] = mine * by;
        scale[k] = size * fabs(by);
    }
    return 0;
}

/* --------------------------------------------------------------------------------------------------- figures */

/* H, Hkv, d, share, w, rate, alpha, beta */
int runs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double *x = b->data;
    for (size_t k = 0; k < b->count; k += 8, x += 8) {
        x[1] = exp2(floor(ridge_uniform(&seed) * 5));
        x[0] = x[1] * exp2(floor(ridge_uniform(&seed) * 4));
        x[2] = 64 + 64 * floor(ridge_uniform(&seed) * 2);
        x[3] = .5 + .5 * floor(ridge_uniform(&seed) * 2);
        x[4] = 1 + floor(ridge_uniform(&seed) * 2);
        x[5] = 1e14 * (1 + 9 * ridge_uniform(&seed));
        x[6] = 5e-6 * floor(ridge_uniform(&seed) * 4);
        x[7] = 1e9 * (25 + 425 * ridge_uniform(&seed));
    }
    return 0;
}

/* By halving: the transfer hides at `hi` and not at `lo`. */
int hides_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const double *runs = ridge_data(c, "runs");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        const double *x = runs + 8 * index[k];
        double lo = 0, hi = 1e12;
        for (int step = 0; step < 200; step++) {
            double t = (lo + hi) / 2, work = 4 * x[3] * t * t * x[0] * x[2] / x[5];
            if (work >= 2 * (x[6] + t * x[1] * x[2] * x[4] / x[7]))
                hi = t;
            else
                lo = t;
        }
        scale[k] = want[k] = hi;
    }
    return 0;
}

/* way, P, H, Hkv, d, room, keep, w: all three ways in turn, some of which Ulysses refuses; row 14 only for its
 * key/value heads. Row 17 has one rank, and in rows 18 and 20 there is no room for a token. */
int layers_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *x = b->data;
    for (size_t k = 0; k < b->count; k += 8, x += 8) {
        x[0] = (int64_t)(k / 8) % 3;
        x[1] = k / 8 < 12 ? 1 << k / 8 % 6 : 1 + (int64_t)(ridge_next(&seed) % 16);
        x[3] = 1 << ridge_next(&seed) % 5;
        x[2] = x[3] << ridge_next(&seed) % 4;
        x[4] = 64 << ridge_next(&seed) % 2;
        x[5] = (int64_t)(1e9 + 5e10 * ridge_uniform(&seed));
        x[6] = (int64_t)(ridge_next(&seed) % 3 * 100000);
        x[7] = 1 + (int64_t)(ridge_next(&seed) % 4);
        if (k / 8 == 14)
            x[1] = 6, x[2] = 12, x[3] = 4;
        else if (k / 8 == 17)
            x[1] = 1;
        else if (k / 8 == 18 || k / 8 == 20)
            x[5] = 100;
    }
    return 0;
}

int longest_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const int64_t *layers = ridge_data(c, "layers");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        const int64_t *x = layers + 8 * index[k];
        int64_t way = x[0], P = x[1], H = x[2], Hkv = x[3], d = x[4], w = x[7];
        int64_t each = x[6] + (H + Hkv + Hkv + H) * d * w;     /* q, k, v, o of a token */
        int64_t tokens;
        if (way == 0) {
            tokens = x[5] / each;
        } else if (way == 1) {
            each += 2 * (2 * Hkv * d * w) + H * d * w + 4 * H; /* two blocks, an o and its lse */
            each += 4 * H;                                     /* the lse of all so far */
            tokens = P * (x[5] / each);
        } else {
            int64_t kv = Hkv < P ? 1 : Hkv / P;                /* key/value heads here, of P times the tokens */
            each += P * (2 * (H / P) + 2 * kv) * d * w;
            tokens = possible(P, H, Hkv) ? P * (x[5] / each) : 0;
        }
        scale[k] = want[k] = (double)tokens;
    }
    return 0;
}
