/*
 * runs.h: what part D trains and how it is judged. microlm, or its draft, is taught the letters of another language;
 * what comes out of a run is put into the weights here, by the definition, and read by microlm's own forward pass on
 * texts that were never trained on. Included by oracle.c, once.
 */
#ifndef W26_RUNS_H
#define W26_RUNS_H

#include <ridge/oracle.h>
#include <stdlib.h>

#include "../microlm/gemm.c"
#include "../microlm/net.c"
#include "../microlm/synthlang.c"
#include "../microlm/trained.h"

enum { RUN_FULL, RUN_LORA, RUN_QLORA, RUNS, ALL_RUNS = (1 << RUNS) - 1, NOTES = 6, RANK_MOST = 16, LINEARS = 7 };
enum { JUDGED_FROM = 900000, JUDGED_BYTES = 4096 }; /* documents of the judgement: none that is trained on */

/* In the order of lm.h. */
static const enum microlm_tensor LINEAR[LINEARS] = { MLM_WQ, MLM_WK, MLM_WV, MLM_WO, MLM_W1, MLM_W3, MLM_W2 };

static int trained(const struct ridge_case *c, struct microlm *m)
{
    return microlm_trained(ridge_int(c, "big") ? "weights.bin" : "draft.bin", m);
}

int trained_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    struct microlm m;
    (void)seed;
    return trained(c, &m) ? -1 : microlm_give(ridge_buffer(c, buffer), &m);
}

int shape_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct microlm m;
    (void)seed;
    if (!b || b->count != 7 || trained(c, &m))
        return -1;
    const struct microlm_shape *s = &m.shape;
    memcpy(b->data, (int32_t[]){ s->d, s->L, s->H, s->Hkv, s->hd, s->ff, s->V }, 7 * sizeof(int32_t));
    microlm_free(&m);
    return 0;
}

/* Documents of S bytes of the case's language: brackets and keys as microlm knows them, letters in another order. */
static void documents(const struct ridge_case *c, uint64_t first, size_t bytes, uint8_t *text)
{
    struct synth_lang lang;
    size_t S = (size_t)ridge_int(c, "S");
    synth_lang_init(&lang, 2 + (uint64_t)ridge_int(c, "seed"));
    for (size_t at = 0; at < bytes; at += S)
        synth_text(&lang, first + at / S, text + at, NULL, S);
}

int text_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    if (!b)
        return -1;
    documents(c, (uint64_t)ridge_int(c, "seed") * 1000003, b->count, b->data);
    return 0;
}

/* The mean loss in nats of a model on the judgement's texts; negative: no memory. */
static double judged_loss(const struct ridge_case *c, const struct microlm_shape *s, const float *w)
{
    static uint8_t text[JUDGED_BYTES];
    int S = (int)ridge_int(c, "S"), bytes = ridge_int(c, "big") ? JUDGED_BYTES / 8 : JUDGED_BYTES;
    struct net *n = net_create(s, bytes, S);
    if (!n)
        return -1;
    documents(c, JUDGED_FROM, (size_t)bytes, text);
    net_forward(n, w, text, bytes / S, S);
    double loss = net_loss(n, w, NULL, NULL, NULL);
    net_destroy(n);
    return loss;
}

static void through_nf4(float *w, int64_t n);

/* The matrices of w by way of four bits; then, where there are adapters, s B A added. */
static void put_together(const struct microlm_shape *s, float *w, int four, const float *a, int r, double by)
{
    for (int l = 0; l < s->L; l++)
        for (int k = 0; k < LINEARS; k++) {
            int in = microlm_cols(s, LINEAR[k]), out = microlm_rows(s, LINEAR[k]);
            float *W = w + microlm_at(s, LINEAR[k], l);
            const float *A = a, *B = a ? a + (size_t)r * (size_t)in : NULL;
            if (four)
                through_nf4(W, (int64_t)in * out);
            for (int o = 0; a && o < out; o++)
                for (int i = 0; i < in; i++) {
                    double sum = 0;
                    for (int j = 0; j < r; j++)
                        sum += (double)B[o * r + j] * A[j * in + i];
                    W[(size_t)o * (size_t)in + (size_t)i] += (float)(by * sum);
                }
            a = a ? a + (size_t)r * (size_t)(in + out) : NULL;
        }
}

struct judged {
    double run[RUNS], base, merged, again; /* losses: of each run; before; merged into 16 bits; that in NF4 again */
};

static void widen(const struct microlm *m, const uint16_t *from, float *w)
{
    for (size_t i = 0; i < m->count; i++)
        w[i] = microlm_float(from[i]);
}

static void judge_runs(const struct ridge_case *c, const struct microlm *m, float *w, struct judged *j)
{
    static const char *const out[RUNS] = { "full", "lora", "qlora" };
    const double *recipe = ridge_data(c, "recipe");
    int64_t kinds = ridge_int(c, "kinds");
    *j = (struct judged){ .base = 0 };
    for (int k = 0; k < RUNS; k++) {
        const float *got = ridge_data(c, out[k]);
        if (!(kinds >> k & 1))
            continue;
        widen(m, m->w, w);
        if (k == RUN_FULL)
            memcpy(w, got, sizeof *w * m->count);
        else
            put_together(&m->shape, w, k == RUN_QLORA, got, (int)recipe[0], recipe[1] / recipe[0]);
        j->run[k] = judged_loss(c, &m->shape, w);
    }
    if (kinds != ALL_RUNS)
        return;
    widen(m, m->w, w);
    j->base = judged_loss(c, &m->shape, w);
    widen(m, ridge_data(c, "merged"), w);
    j->merged = judged_loss(c, &m->shape, w);
    put_together(&m->shape, w, 1, NULL, 0, 0);
    j->again = judged_loss(c, &m->shape, w);
}

/* Seconds are no figure where loads and stores are traced, so only the case that asks for paces is told any. */
static void tell_pace(const struct ridge_case *c, int kind, const char *name, const double *notes, const double *full,
                      struct ridge_verdict *v)
{
    double tokens = ridge_num(c, "steps") * ridge_num(c, "T");
    char key[40];
    if (!ridge_int(c, "paced"))
        return;
    snprintf(key, sizeof key, "pace_%s", name);
    ridge_count(v, key, tokens / notes[4]);
    if (kind == RUN_FULL)
        return;
    snprintf(key, sizeof key, "pace_%s_pct", name);
    ridge_count(v, key, 100 * full[4] / notes[4]);
}

/* Losses, bytes and pace, as counters. State: what a run holds when it begins, without its activations. */
static void tell_runs(const struct ridge_case *c, const struct judged *j, struct ridge_verdict *v)
{
    static const char *const name[RUNS] = { "full", "lora", "qlora" };
    const double *notes = ridge_data(c, "bytes"), *full = notes;
    char key[40];
    for (int k = 0; k < RUNS; k++, notes += NOTES) {
        if (!(ridge_int(c, "kinds") >> k & 1))
            continue;
        snprintf(key, sizeof key, "loss_%s", name[k]);
        ridge_count(v, key, j->run[k]);
        snprintf(key, sizeof key, "state_%s", name[k]);
        ridge_count(v, key, notes[1] + notes[2] - notes[5]);
        snprintf(key, sizeof key, "peak_%s", name[k]);
        ridge_count(v, key, notes[1] + notes[3]);
        tell_pace(c, k, name[k], notes, full, v);
    }
    if (ridge_int(c, "kinds") == ALL_RUNS) {
        ridge_count(v, "loss_base", j->base);
        ridge_count(v, "loss_merged", j->merged);
        ridge_count(v, "loss_again", j->again);
    }
}

static int refuse(struct ridge_verdict *v, const char *what, double got, double most)
{
    v->pass = 0;
    snprintf(v->message, sizeof v->message, "%s: %.4f, at most %.4f is within reach", what, got, most);
    return 0;
}

int tune_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *r = ridge_data(c, "recipe"), most = ridge_num(c, "most");
    struct microlm m;
    struct judged j;
    if (!r || !ridge_data(c, "bytes") || trained(c, &m))
        return -1;
    float *w = malloc(m.count * sizeof *w);
    int good = r[0] >= 1 && r[0] <= RANK_MOST && r[0] == floor(r[0]) && r[1] > 0 && r[2] > 0 && r[2] <= .1001;
    if (w && good) {
        judge_runs(c, &m, w, &j);
        tell_runs(c, &j, v);
    }
    int have = w != NULL;
    free(w);
    microlm_free(&m);
    if (!have)
        return -1;
    v->pass = 1;
    if (!good) {
        v->pass = 0;
        snprintf(v->message, sizeof v->message, "the recipe has r %g, alpha %g, lr %g: r is 1 to 16, alpha above 0, lr "
                 "above 0 and at most 0.1", r[0], r[1], r[2]);
    } else if (!(j.run[RUN_QLORA] <= most)) {
        return refuse(v, "loss of the run with a base in four bits, on texts not trained on", j.run[RUN_QLORA], most);
    } else if (ridge_int(c, "kinds") == ALL_RUNS && !(fabs(j.merged - j.run[RUN_QLORA]) <= .01)) {
        return refuse(v, "merged into 16 bits the loss is another one, by", fabs(j.merged - j.run[RUN_QLORA]), .01);
    } else if (ridge_int(c, "kinds") >> RUN_LORA & 1 && !(j.run[RUN_LORA] <= most)) {
        return refuse(v, "loss of the run with a base in 16 bits, on texts not trained on", j.run[RUN_LORA], most);
    }
    return 0;
}

#endif
