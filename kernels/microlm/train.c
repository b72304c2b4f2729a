/*
 * train.c: trains microlm on synthlang and writes it as bf16. README.md has the commands.
 *
 *   train [-m microlm|draft|tiny] [-n steps | -b seconds] [-t tokens] [-l rate] [-s seed] -o FILE
 *
 * -b takes as many steps as fit into so many seconds here, by a rehearsal that leaves no trace.
 * AdamW (Loshchilov and Hutter, 2019), linear warm-up, cosine to a tenth of the rate, gradient clipped
 * to norm 1. Every step takes `tokens` bytes of documents that were never seen before: of ctx/16 bytes
 * at first, of ctx at last (`stage`). Answers to questions weigh five times as much as other bytes. The
 * file is written every minute, so that a run that is cut leaves a model. The same seed, compiler and
 * machine flags give the same file, whatever the number of threads.
 */
#include <getopt.h>
#include <math.h>
#include <time.h>

#include "gemm.h"
#include "net.h"
#include "synthlang.h"

struct run {
    struct microlm_shape shape;
    int steps, tokens;
    double rate, budget;
    uint64_t seed, taken; /* documents so far */
    const char *out;
};

struct adam {
    size_t count;
    float *w, *grad, *m, *v, *decay; /* decay: 1 for matrices, 0 for gains */
};

static const struct preset {
    const char *name;
    struct microlm_shape shape;
    int steps, tokens;
    double rate;
} preset[] = {
    { "microlm", { 256, 4, 8, 2, 32, 768, 256, 1024, 10000, 1e-5f }, 1600, 4096, 5e-4 },
    { "draft", { 64, 2, 2, 1, 32, 192, 256, 1024, 10000, 1e-5f }, 1600, 4096, 2e-3 },
    { "tiny", { 32, 1, 2, 1, 16, 64, 256, 512, 10000, 1e-5f }, 300, 1024, 8e-3 },
};

/* --------------------------------------------------------------------------------------- optimiser */

static int adam_create(struct adam *a, const struct microlm_shape *s)
{
    a->count = microlm_count(s);
    a->w = calloc(a->count * 5, sizeof *a->w);
    if (!a->w)
        return -1;
    a->grad = a->w + a->count;
    a->m = a->grad + a->count;
    a->v = a->m + a->count;
    a->decay = a->v + a->count;
    return 0;
}

static double normal(uint64_t *rng)
{
    double u = 1 - synth_uniform(rng), v = synth_uniform(rng);
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

/* Sizes of the first guess: the two heads of start_heads must stand out of what is drawn. */
static const float START_COMMON = 4, START_BACK = 1.7f, START_KEY = 6;
enum { START_SMALL = 2 }; /* matrices that add to the stream begin this much smaller */

/*
 * Two heads that training would find by itself, later: their first guess (cf. Olsson et al., In-context
 * Learning and Induction Heads, 2022). A constant channel of the embedding lets query head 0 of layer 0
 * look one byte back; query head 0 of layer 1 looks for places whose byte before was this one, in the
 * slow rotary pairs only, and adds what stands there to the stream.
 */
static void start_heads(float *w, const struct microlm_shape *s)
{
    enum { COMMON = 0 };
    int half = s->hd / 2, wide = s->H * s->hd, slow = half * 3 / 8;
    float *q0 = w + microlm_at(s, MLM_WQ, 0), *k0 = w + microlm_at(s, MLM_WK, 0), *v0 = w + microlm_at(s, MLM_WV, 0);
    float *o0 = w + microlm_at(s, MLM_WO, 0), *q1 = w + microlm_at(s, MLM_WQ, 1), *k1 = w + microlm_at(s, MLM_WK, 1);
    float *v1 = w + microlm_at(s, MLM_WV, 1), *o1 = w + microlm_at(s, MLM_WO, 1);
    size_t d = (size_t)s->d, head = (size_t)s->hd * d;
    for (int v = 0; v < s->V; v++) { /* all rows of one length, so that the constant is one after the norm, too */
        float *row = w + (size_t)v * d, sum = 0;
        row[COMMON] = 0;
        for (size_t c = 0; c < d; c++)
            sum += row[c] * row[c];
        for (size_t c = 0; c < d; c++)
            row[c] /= sqrtf(sum);
        row[COMMON] = START_COMMON / sqrtf((float)s->d);
    }
    memset(q0, 0, head * sizeof *w);
    memset(k0, 0, head * sizeof *w);
    memset(q1, 0, head * sizeof *w);
    memset(k1, 0, head * sizeof *w);
    for (int i = 0; i < half; i++) {
        double angle = pow(s->base, -2. * i / s->hd);
        q0[(size_t)i * d + COMMON] = (float)(START_BACK * cos(angle));
        q0[(size_t)(half + i) * d + COMMON] = (float)(-START_BACK * sin(angle));
        k0[(size_t)i * d + COMMON] = START_BACK;
    }
    for (int j = 0; j < s->hd; j++)
        for (size_t c = 0; c < d; c++) {
            float back = o0[c * (size_t)wide + (size_t)j];
            q1[(size_t)j * d + c] = j % half < slow || c == COMMON ? 0 : v0[(size_t)j * d + c];
            k1[(size_t)j * d + c] = j % half < slow || c == COMMON ? 0 : START_KEY * (float)s->L * back;
            o1[c * (size_t)wide + (size_t)j] = v1[(size_t)j * d + c];
        }
}

/* Gains 1; matrices normal with 1/sqrt(inputs), those that add to the stream less by sqrt(2L). */
static void adam_start(struct adam *a, const struct microlm_shape *s, uint64_t seed)
{
    for (int t = MLM_EMBED; t < MLM_TENSORS; t++) {
        int many = t == MLM_EMBED || t == MLM_NORMF ? 1 : s->L, gain = microlm_rows(s, t) == 1;
        double sd = 1 / sqrt(microlm_cols(s, t));
        sd /= t == MLM_WO || t == MLM_W2 ? START_SMALL * sqrt(2 * s->L) : 1;
        for (int layer = 0; layer < many; layer++) {
            size_t at = microlm_at(s, t, t == MLM_NORMF ? s->L - 1 : layer);
            for (size_t k = at; k < at + microlm_size(s, t); k++) {
                a->w[k] = gain ? 1 : (float)(sd * normal(&seed));
                a->decay[k] = !gain;
            }
        }
    }
    if (s->L > 1)
        start_heads(a->w, s);
}

/* The factor that brings the gradient to norm 1 when it is longer. */
static double clip(const struct adam *a)
{
    enum { PARTS = 256 };
    double part[PARTS], sum = 0;
    PARALLEL(omp parallel for schedule(static))
    for (int c = 0; c < PARTS; c++) {
        part[c] = 0;
        for (size_t k = a->count * (size_t)c / PARTS; k < a->count * ((size_t)c + 1) / PARTS; k++)
            part[c] += a->grad[k] * a->grad[k];
    }
    for (int c = 0; c < PARTS; c++)
        sum += part[c];
    return sum > 1 ? 1 / sqrt(sum) : 1;
}

static void adam_step(struct adam *a, int step, double rate)
{
    const float b1 = .9f, b2 = .95f, shrink = (float)clip(a), decay = (float)(.05 * rate);
    const float c1 = (float)(rate / (1 - pow(b1, step + 1))), c2 = (float)(1 / (1 - pow(b2, step + 1)));
    PARALLEL(omp parallel for schedule(static))
    for (size_t k = 0; k < a->count; k++) {
        float g = a->grad[k] * shrink;
        a->m[k] = b1 * a->m[k] + (1 - b1) * g;
        a->v[k] = b2 * a->v[k] + (1 - b2) * g * g;
        a->w[k] -= c1 * a->m[k] / (sqrtf(a->v[k] * c2) + 1e-8f) + decay * a->decay[k] * a->w[k];
    }
}

static double rate_at(const struct run *r, int step)
{
    int warm = r->steps / 20 + 1;
    if (step < warm)
        return r->rate * (step + 1) / warm;
    double done = (double)(step - warm) / (r->steps - warm);
    return r->rate * (.1 + .9 * .5 * (1 + cos(M_PI * done)));
}

/* -------------------------------------------------------------------------------------------- data */

/* Short documents first: questions there are near their answers, and steps are cheap. */
enum { STAGES = 4 };
static const struct {
    double until; /* share of all steps */
    int divide;   /* ctx over the documents' length */
} stage[STAGES] = { { .3, 16 }, { .7, 4 }, { .85, 2 }, { 1, 1 } };

static int length_at(const struct run *r, int step)
{
    int k = 0;
    while (k < STAGES - 1 && step >= stage[k].until * r->steps)
        k++;
    return r->shape.ctx / stage[k].divide;
}

/* `B` new documents; nll as synth_text has it. */
static void batch(struct run *r, const struct synth_lang *lang, uint8_t *text, float *nll, int B, int S)
{
    PARALLEL(omp parallel for schedule(static))
    for (int b = 0; b < B; b++) {
        uint64_t name = r->seed * 0x9e3779b97f4a7c15u + r->taken + (uint64_t)b, at = (uint64_t)b * (uint64_t)S;
        synth_text(lang, synth_next(&name), text + at, nll + at, (size_t)S);
    }
    r->taken += (uint64_t)B;
}

struct tally {
    double loss, floor, asked, answers;
    int steps;
};

/* Means since the last line: the loss, what the text's own law makes it, and the loss at answers. */
static void say(struct tally *t, int step, const struct run *r, double seconds)
{
    double left = seconds / (step + 1) * (r->steps - step - 1);
    printf("step %5d  ctx %4d  loss %.4f  floor %.4f  at answers %.4f  rate %.2e  %.0f s, %.0f to go\n", step + 1,
           length_at(r, step), t->loss / t->steps, t->floor / t->steps, t->asked / (t->answers + 1e-9),
           rate_at(r, step), seconds, left);
    fflush(stdout);
    *t = (struct tally){ 0 };
}

static void tally(struct tally *t, double loss, const uint8_t *text, const float *nll, const float *floor, int T, int S)
{
    double sum = 0;
    for (int k = 0; k < T; k++) {
        sum += floor[k];
        if (k % S > 0 && k % S < S - 1 && text[k - 1] == '?') {
            t->asked += nll[k];
            t->answers++;
        }
    }
    t->loss += loss;
    t->floor += sum / (T - T / S);
    t->steps++;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void step_once(struct run *r, struct adam *a, struct net *n, const struct synth_lang *lang, struct tally *t,
                      int step, uint8_t *text, float *nll)
{
    int S = length_at(r, step), B = r->tokens / S;
    float *floor = nll + r->tokens, *weight = floor + r->tokens;
    batch(r, lang, text, floor, B, S);
    for (int k = 0; k < B * S; k++)
        weight[k] = k % S > 0 && text[k - 1] == '?' ? 5 : 1;
    net_forward(n, a->w, text, B, S);
    double loss = net_loss(n, a->w, nll, weight, a->grad);
    adam_step(a, step, rate_at(r, step));
    tally(t, loss, text, nll, floor, B * S, S);
}

/* r->steps from how long a few steps of each stage take, with the share that the schedule has of it. */
static void rehearse(struct run *r, struct adam *a, struct net *n, const struct synth_lang *lang, uint8_t *text,
                     float *nll)
{
    struct tally t = { 0 };
    double mean = 0;
    r->steps = 1000;
    for (int k = 0; k < STAGES; k++) {
        double from = k ? stage[k - 1].until : 0, start = 0;
        for (int again = 0; again < 5; again++) {
            start = again == 1 ? now() : start; /* the first touches memory */
            step_once(r, a, n, lang, &t, (int)(from * r->steps) + again, text, nll);
        }
        mean += (stage[k].until - from) * (now() - start) / 4;
    }
    r->steps = (int)fmax(10, r->budget / mean);
    r->taken = 0;
    memset(a->w, 0, 4 * a->count * sizeof *a->w);
    adam_start(a, &r->shape, r->seed);
}

static int save(const struct run *r, const struct adam *a)
{
    struct microlm_origin from = { r->seed, (uint32_t)r->steps, (uint32_t)r->tokens, r->rate };
    struct microlm m = { .shape = r->shape, .count = a->count, .w = malloc(a->count * sizeof *m.w) };
    char part[4096];
    for (size_t k = 0; m.w && k < a->count; k++)
        m.w[k] = microlm_bf16(a->w[k]);
    int rc = m.w && snprintf(part, sizeof part, "%s.part", r->out) < (int)sizeof part ? 0 : -1;
    rc = rc || microlm_save(part, &m, &from) || rename(part, r->out) ? -1 : 0;
    if (rc)
        fprintf(stderr, "train: cannot write %s\n", r->out);
    else
        printf("%s: %zu weights, checksum %016llx\n", r->out, m.count,
               (unsigned long long)microlm_sum(m.w, m.count * sizeof *m.w));
    microlm_free(&m);
    return rc;
}

static int train(struct run *r, struct adam *a, struct net *n)
{
    struct synth_lang lang;
    struct tally t = { 0 };
    float *nll = malloc(3 * (size_t)r->tokens * sizeof *nll);
    uint8_t *text = malloc((size_t)r->tokens);
    synth_lang_init(&lang, 1);
    if (nll && text && r->budget > 0)
        rehearse(r, a, n, &lang, text, nll);
    printf("%zu weights: -n %d -t %d -l %g -s %llu\n", a->count, r->steps, r->tokens, r->rate,
           (unsigned long long)r->seed);
    double start = now(), saved = start;
    for (int step = 0; nll && text && step < r->steps; step++) {
        step_once(r, a, n, &lang, &t, step, text, nll);
        if (now() - saved > 60) { /* a run that is cut leaves a model */
            saved = now();
            save(r, a);
        }
        if (step % 50 == 49 || step + 1 == r->steps)
            say(&t, step, r, now() - start);
    }
    int rc = nll && text ? 0 : -1;
    free(nll);
    free(text);
    return rc;
}

static int choose(struct run *r, const char *name)
{
    for (size_t k = 0; k < sizeof preset / sizeof preset[0]; k++)
        if (!strcmp(preset[k].name, name)) {
            *r = (struct run){ preset[k].shape, preset[k].steps, preset[k].tokens, preset[k].rate, 0, 1, 0, NULL };
            return 0;
        }
    return -1;
}

static int usage(void)
{
    fputs("usage: train [-m microlm|draft|tiny] [-n steps | -b seconds] [-t tokens] [-l rate] [-s seed] -o FILE\n"
          "-m comes first; tokens is a multiple of the model's context\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    struct run r;
    int o, bad = choose(&r, "microlm");
    while (!bad && (o = getopt(argc, argv, "m:n:b:t:l:s:o:")) != -1) {
        bad = o == '?' || (o == 'm' && choose(&r, optarg));
        r.steps = o == 'n' ? atoi(optarg) : r.steps;
        r.budget = o == 'b' ? atof(optarg) : r.budget;
        r.tokens = o == 't' ? atoi(optarg) : r.tokens;
        r.rate = o == 'l' ? atof(optarg) : r.rate;
        r.seed = o == 's' ? strtoull(optarg, NULL, 10) : r.seed;
        r.out = o == 'o' ? optarg : r.out;
    }
    if (bad || !r.out || r.steps < 2 || r.tokens < r.shape.ctx || r.tokens % r.shape.ctx || !(r.rate > 0))
        return usage();
    struct adam a;
    struct net *n = net_create(&r.shape, r.tokens, r.shape.ctx);
    if (!n || adam_create(&a, &r.shape)) {
        fputs("train: no memory\n", stderr);
        return 1;
    }
    adam_start(&a, &r.shape, r.seed);
    int rc = train(&r, &a, n) || save(&r, &a);
    net_destroy(n);
    free(a.w);
    return rc;
}
