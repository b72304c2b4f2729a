/*
 * harness.c: the calls' trampolines, and the training runs of part C: microlm's draft, its forward and backward pass
 * and Adam are here, all that a loss says is the learner's. Nothing is judged here: the weights that come out are
 * judged by oracle.c, on prompts that were never trained on.
 */
#pragma GCC optimize("O3")
#include <microlm/gemm.c>
#include <microlm/net.c>
#include <microlm/synthlang.c>
#include <ridge/frame.h>

#include "lab.h"
#include "policy.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* args: T V | logits tok | lp keep */
HARNESS(gather)
{
    logp_gather((int)f->i[0], (int)f->i[1], f->buf[0], f->buf[1], f->buf[2], f->buf[3]);
}

/* By words and not by memcpy(), whose bytes would be counted as the learner's. */
static void lay_out(volatile float *to, const float *from, size_t n)
{
    for (size_t k = 0; k < n; k++)
        to[k] = from[k];
}

/* args: T V | logits tok kept slope | dlogits */
HARNESS(back)
{
    lay_out(f->buf[4], f->buf[0], f->count[0]);
    logp_bwd((int)f->i[0], (int)f->i[1], f->buf[4], f->buf[1], f->buf[2], f->buf[3]);
}

/* args: n beta | pc pr rc rr | margin dc dr loss */
HARNESS(dpo)
{
    double *const *b = (double *const *)f->buf;
    *b[7] = dpo_loss((int)f->i[0], b[0], b[1], b[2], b[3], f->d[1], b[4], b[5], b[6]);
}

/* args: n m beta up down | pc rc good pr rr | dc loss */
HARNESS(kto)
{
    double *const *b = (double *const *)f->buf;
    *b[6] = kto_loss((int)f->i[0], b[0], b[1], f->buf[2], (int)f->i[1], b[3], b[4], f->d[2], f->d[3], f->d[4], b[5]);
}

/* args: n lambda | pc pr lc lr | dc dr loss */
HARNESS(orpo)
{
    double *const *b = (double *const *)f->buf;
    *b[6] = orpo_loss((int)f->i[0], b[0], b[1], f->buf[2], f->buf[3], f->d[1], b[4], b[5]);
}

/* args: groups K eps | reward | adv leave */
HARNESS(advantages)
{
    grpo_advantages((int)f->i[0], (int)f->i[1], f->buf[0], f->d[2], f->buf[1]);
    rloo_advantages((int)f->i[0], (int)f->i[1], f->buf[0], f->buf[2]);
}

/* args: n clip beta | from lp old ref advs | dlp kl loss */
HARNESS(grpo)
{
    double *const *b = (double *const *)f->buf;
    *b[7] = grpo_loss((int)f->i[0], f->buf[0], b[1], b[2], b[3], b[4], f->d[1], f->d[2], b[5], b[6]);
}

/* args: groups K beta | from lp ref reward | dlp loss */
HARNESS(rloo)
{
    double *const *b = (double *const *)f->buf;
    *b[5] = rloo_loss((int)f->i[0], (int)f->i[1], f->buf[0], b[1], b[2], b[3], f->d[2], b[4]);
}

/* --- part C ------------------------------------------------------------------------------------------------ */

enum { POOL = 128, GROUPS = 4, K = 8, TWICE = 2, EVERY = 5, COUNT = 115008 };

struct run {
    struct net *net;
    struct synth_lang lang;
    struct recipe recipe;
    float *ref, *w, *grad, *m, *v; /* COUNT each */
    uint64_t rng, prompts;
    int steps;
    float *curve[4]; /* loss, margin, reward, kl: one of each a step */
    int32_t tok[DOCS * TEXT];
    float lp[DOCS * TEXT], keep[2 * DOCS * TEXT], g[DOCS * TEXT];
};

static void adam(struct run *r, double lr)
{
    double a = 1 - pow(.9, ++r->steps), b = 1 - pow(.99, r->steps);
    for (int k = 0; k < COUNT; k++) {
        r->m[k] = .9f * r->m[k] + .1f * r->grad[k];
        r->v[k] = .99f * r->v[k] + .01f * r->grad[k] * r->grad[k];
        r->w[k] -= (float)(lr * (r->m[k] / a) / (sqrt(r->v[k] / b) + 1e-8));
    }
}

/* Log-probabilities of the answers' bytes in n texts, by the learner's gather; the logits stay where they are. */
static float *look(struct run *r, const float *w, int n, const uint8_t *text)
{
    for (int i = 0; i < n * TEXT; i++)
        r->tok[i] = i % TEXT >= PROMPT - 1 && i % TEXT < TEXT - 1 ? text[i + 1] : IGNORED;
    float *z = net_forward(r->net, w, text, n, TEXT);
    logp_gather(n * TEXT, BYTES, z, r->tok, r->lp, r->keep);
    return z;
}

static void sums_of(const struct run *r, int n, double *sum)
{
    for (int i = 0; i < n; i++) {
        sum[i] = 0;
        for (int k = PROMPT - 1; k < TEXT - 1; k++)
            sum[i] += r->lp[i * TEXT + k];
    }
}

static void learn(struct run *r, float *z, int n, double lr)
{
    logp_bwd(n * TEXT, BYTES, z, r->tok, r->keep, r->g);
    net_backward(r->net, r->w, r->grad);
    adam(r, lr);
}

static void next_prompts(struct run *r, int n, int same, uint8_t *text)
{
    for (int i = 0; i < n; i++)
        prompt_of(&r->lang, r->prompts + (uint64_t)(i / same), text + i * TEXT);
    r->prompts += (uint64_t)(n / same);
}

/* Reward and KL of DOCS answers of the policy as it is now; k3 from the log-ratio of each whole answer is no sum of
 * tokens' and has a long tail, so it is the mean log-ratio. */
static void probe(struct run *r, double *reward, double *kl)
{
    static uint8_t text[DOCS * TEXT];
    double now[DOCS], then[DOCS];
    next_prompts(r, DOCS, 1, text);
    answer_all(r->net, r->w, DOCS, text, &r->rng);
    look(r, r->w, DOCS, text);
    sums_of(r, DOCS, now);
    look(r, r->ref, DOCS, text);
    sums_of(r, DOCS, then);
    *reward = *kl = 0;
    for (int i = 0; i < DOCS; i++) {
        *reward += reward_of(text + i * TEXT) / DOCS;
        *kl += (now[i] - then[i]) / DOCS;
    }
}

static void note(struct run *r, int step, double loss, double margin, double reward, double kl)
{
    float at[4] = { (float)loss, (float)margin, (float)reward, (float)kl };
    for (int k = 0; k < 4; k++)
        r->curve[k][step] = at[k];
}

/* Pairs of answers of the reference to one prompt, of which one has the reward and the other has not; with what the
 * reference thinks of each. Collected once, as for an offline run. */
struct pool {
    int n;
    uint8_t good[POOL][TEXT], bad[POOL][TEXT];
    double ref_good[POOL], ref_bad[POOL];
};

static void collect(struct run *r, struct pool *p)
{
    static uint8_t text[DOCS * TEXT];
    double sum[DOCS];
    for (int tries = 0; p->n < POOL && tries < 64; tries++) {
        next_prompts(r, DOCS, 2, text);
        answer_all(r->net, r->ref, DOCS, text, &r->rng);
        look(r, r->ref, DOCS, text);
        sums_of(r, DOCS, sum);
        for (int i = 0; i < DOCS && p->n < POOL; i += 2) {
            int first = reward_of(text + i * TEXT) > 0, second = reward_of(text + (i + 1) * TEXT) > 0;
            if (first == second)
                continue;
            int up = first ? i : i + 1, down = first ? i + 1 : i;
            memcpy(p->good[p->n], text + up * TEXT, TEXT);
            memcpy(p->bad[p->n], text + down * TEXT, TEXT);
            p->ref_good[p->n] = sum[up];
            p->ref_bad[p->n++] = sum[down];
        }
    }
}

enum { PAIRS = DOCS / 2 };

static void dpo_step(struct run *r, const struct pool *p, double lr, double *loss, double *mean)
{
    static uint8_t text[DOCS * TEXT];
    double now[DOCS], ref[DOCS], margin[PAIRS], d[DOCS];
    for (int i = 0; i < PAIRS; i++) {
        int k = (int)(synth_uniform(&r->rng) * p->n);
        memcpy(text + i * TEXT, p->good[k], TEXT);
        memcpy(text + (PAIRS + i) * TEXT, p->bad[k], TEXT);
        ref[i] = p->ref_good[k], ref[PAIRS + i] = p->ref_bad[k];
    }
    float *z = look(r, r->w, DOCS, text);
    sums_of(r, DOCS, now);
    *loss = dpo_loss(PAIRS, now, now + PAIRS, ref, ref + PAIRS, r->recipe.beta, margin, d, d + PAIRS);
    *mean = 0;
    for (int i = 0; i < PAIRS; i++)
        *mean += margin[i] / PAIRS;
    for (int i = 0; i < DOCS * TEXT; i++)
        r->g[i] = (float)d[i / TEXT];
    learn(r, z, DOCS, lr);
}

static void train_dpo(struct run *r, int steps)
{
    static struct pool pool;
    double reward = 0, kl = 0;
    memset(&pool, 0, sizeof pool);
    collect(r, &pool);
    for (int s = 0; s < steps; s++) {
        double loss, margin;
        if (s % EVERY == 0)
            probe(r, &reward, &kl);
        dpo_step(r, &pool, r->recipe.lr, &loss, &margin);
        note(r, s, loss, margin, reward, kl);
    }
}

/* Two steps on one batch of samples: in the second the ratio is no longer 1. */
static void grpo_batch(struct run *r, int s)
{
    static uint8_t text[DOCS * TEXT];
    static double lp[DOCS * ANSWER], old[DOCS * ANSWER], ref[DOCS * ANSWER], d[DOCS * ANSWER];
    int32_t from[DOCS + 1];
    double reward[DOCS], adv[DOCS], mean = 0, loss = 0, kl = 0, apart = 0;
    next_prompts(r, DOCS, K, text);
    answer_all(r->net, r->w, DOCS, text, &r->rng);
    for (int i = 0; i < DOCS; i++)
        mean += (reward[i] = reward_of(text + i * TEXT)) / DOCS;
    grpo_advantages(GROUPS, K, reward, 1e-4, adv);
    look(r, r->ref, DOCS, text);
    for (int i = 0; i <= DOCS; i++)
        from[i] = i * ANSWER;
    for (int i = 0; i < DOCS * ANSWER; i++)
        ref[i] = r->lp[i / ANSWER * TEXT + PROMPT - 1 + i % ANSWER];
    for (int again = 0; again < TWICE; again++) {
        float *z = look(r, r->w, DOCS, text);
        for (int i = 0; i < DOCS * ANSWER; i++) {
            lp[i] = r->lp[i / ANSWER * TEXT + PROMPT - 1 + i % ANSWER];
            old[i] = again ? old[i] : lp[i];
            apart += again ? 0 : (lp[i] - ref[i]) / DOCS;
        }
        loss = grpo_loss(DOCS, from, lp, old, ref, adv, .2, r->recipe.beta, d, &kl);
        memset(r->g, 0, sizeof r->g);
        for (int i = 0; i < DOCS * ANSWER; i++)
            r->g[i / ANSWER * TEXT + PROMPT - 1 + i % ANSWER] = (float)d[i];
        learn(r, z, DOCS, r->recipe.lr);
    }
    note(r, s, loss, kl, mean, apart);
}

static float *copy_of(const float *w)
{
    float *p = calloc(COUNT, sizeof *p);
    if (p && w)
        memcpy(p, w, COUNT * sizeof *p);
    return p;
}

/* args: method seed steps | draft | w loss margin reward kl recipe. Of GRPO `margin` is the mean of k3; DPO, which does
 * not sample, is asked for answers every EVERY steps. */
HARNESS(train)
{
    static struct run r;
    memset(&r, 0, sizeof r);
    double *recipe = f->buf[6];
    r.net = net_create(&draft_shape, DOCS * TEXT, TEXT);
    r.ref = copy_of(NULL), r.grad = copy_of(NULL), r.m = copy_of(NULL), r.v = copy_of(NULL);
    r.w = f->buf[1];
    for (int k = 0; k < 4; k++) {
        r.curve[k] = f->buf[2 + k];
        memset(r.curve[k], 0, f->count[2 + k] * sizeof(float));
    }
    choose_recipe((enum method)f->i[0], &r.recipe);
    recipe[0] = r.recipe.beta, recipe[1] = r.recipe.lr;
    for (int k = 0; k < COUNT; k++)
        r.w[k] = r.ref[k] = microlm_float(((const uint16_t *)f->buf[0])[k]);
    synth_lang_init(&r.lang, 1);
    r.rng = (uint64_t)f->i[1] * 7919;
    r.prompts = (uint64_t)f->i[1] << 20;
    if (f->i[0] == DPO)
        train_dpo(&r, (int)f->i[2]);
    else
        for (int s = 0; s < f->i[2]; s++)
            grpo_batch(&r, s);
    net_destroy(r.net);
    free(r.ref), free(r.grad), free(r.m), free(r.v);
}
