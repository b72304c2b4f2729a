/*
 * oracle_train.h: part E of the oracle: prompts, and a trained policy, judged by answers that are sampled here from the
 * weights that came out, with the critic that came with them. oracle.c includes it.
 */
#ifndef W27_ORACLE_TRAIN_H
#define W27_ORACLE_TRAIN_H

#include "oracle_say.h"

#include "../../labs/w27-ppo/policy.h"
#include "../microlm/synthlang.c"
#include "../microlm/trained.h"

int weights_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct microlm m;
    (void)seed;
    if (!b || microlm_trained("draft.bin", &m))
        return -1;
    int same = m.count == b->count && m.count == LM_COUNT;
    for (size_t k = 0; same && k < m.count; k++)
        ((float *)b->data)[k] = microlm_float(m.w[k]);
    microlm_free(&m);
    return same ? 0 : -1;
}

/* The beginnings of texts that end at a free place, with a key that is bound. */
static void draw_prompt(const struct synth_lang *lang, uint64_t *state, uint8_t *text)
{
    for (;;) {
        struct synth s;
        synth_text(lang, synth_next(state), text, NULL, PROMPT);
        synth_begin(&s, lang);
        for (int t = 1; t < PROMPT; t++)
            synth_push(&s, text[t]);
        if (!s.place && s.bound > 0)
            return;
    }
}

int prompts_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t state = (uint64_t)ridge_int(c, "seed") * 7919u;
    struct synth_lang lang;
    (void)seed;
    synth_lang_init(&lang, 1);
    for (size_t at = 0; b && at + PROMPT <= b->count; at += PROMPT)
        draw_prompt(&lang, &state, (uint8_t *)b->data + at);
    return b ? 0 : -1;
}

enum { JUDGED = 32, ROUNDS = 8 };

struct trained {
    const float *w, *reference, *critic;
    double beta, gamma;
};

/* Means over answers: score, nats from the reference, share cut short; and over all of their bytes half the square of
 * what was still to come, less what the critic said (`value`) and less its mean (`spread`). */
struct judged {
    double score, kl, forbidden, value, spread;
};

/* The exact divergence of the two distributions behind one byte. */
static double divergence(const float *z, const float *z_ref)
{
    float p[LM_V], q[LM_V];
    double log_p = lm_softmax(z, p), log_q = lm_softmax(z_ref, q), sum = 0;
    for (int v = 0; v < LM_V; v++)
        sum += p[v] * ((z[v] - log_p) - (z_ref[v] - log_q));
    return sum;
}

/* A round of answers: the policy's pass, that of the reference, and what has been added up. */
struct round {
    const struct trained *t;
    struct lm *policy, *frozen;
    struct answers a;
    uint8_t prompts[JUDGED * PROMPT], text[TEXT * JUDGED];
    int len[JUDGED];
    float logp[JUDGED * ANSWER], score[JUDGED];
    double places, sum, squares; /* bytes, and of them what was still to come */
    double missed;               /* squares of what the critic missed of it */
};

static size_t round_row(int b, int at)
{
    return (size_t)(PROMPT + at - 1) * JUDGED + (size_t)b;
}

static double log_of(const float *z, int byte)
{
    float p[LM_V];
    return z[byte] - lm_softmax(z, p);
}

/* What was still to come at each byte of answer b (the score, less the charges), beside what the critic said. */
static void judge_critic(struct round *r, int b)
{
    const struct trained *t = r->t;
    double to_come = 0;
    for (int at = r->len[b] - 1; at >= 0; at--) {
        size_t row = round_row(b, at);
        double value = critic_says(t->critic, r->frozen->h + row * LM_D, at);
        double ref = log_of(r->frozen->logits + row * LM_V, r->text[row + JUDGED]);
        to_come = t->gamma * to_come - t->beta * (r->logp[b * ANSWER + at] - ref) +
                  (at == r->len[b] - 1 ? r->score[b] : 0);
        r->places++, r->sum += to_come, r->squares += to_come * to_come;
        r->missed += (to_come - value) * (to_come - value);
    }
}

static void judge_answer(struct round *r, int b, struct judged *ret)
{
    ret->score += r->score[b] / (JUDGED * ROUNDS);
    ret->forbidden += (double)(r->len[b] < ANSWER) / (JUDGED * ROUNDS);
    for (int at = 0; at < r->len[b]; at++) {
        size_t row = round_row(b, at) * LM_V;
        ret->kl += divergence(r->policy->logits + row, r->frozen->logits + row) / (JUDGED * ROUNDS);
    }
    judge_critic(r, b);
}

static int sample(uint64_t seed, const struct trained *t, struct judged *ret)
{
    static struct round r;
    uint64_t state = seed ^ 0x5bd1e995u, draws = state + 1;
    struct synth_lang lang;
    r = (struct round){ .t = t, .policy = lm_create(JUDGED), .frozen = lm_create(JUDGED) };
    r.a = (struct answers){ JUDGED, r.len, r.logp, r.score, r.text };
    synth_lang_init(&lang, 1);
    *ret = (struct judged){ 0 };
    for (int k = 0; r.policy && r.frozen && k < ROUNDS; k++) {
        for (int b = 0; b < JUDGED; b++)
            draw_prompt(&lang, &state, r.prompts + b * PROMPT);
        task_answer(r.policy, t->w, r.prompts, &draws, &r.a);
        lm_take(r.frozen, t->reference);
        lm_forward(r.frozen, t->reference, r.text, 0, TEXT);
        for (int b = 0; b < JUDGED; b++)
            judge_answer(&r, b, ret);
    }
    if (r.places > 0) {
        ret->value = r.missed / r.places / 2;
        ret->spread = (r.squares - r.sum * r.sum / r.places) / r.places / 2;
    }
    int failed = !r.policy || !r.frozen;
    lm_destroy(r.policy);
    lm_destroy(r.frozen);
    return failed ? -1 : 0;
}

/* Why a recipe is outside what lab.h allows, or NULL. */
static const char *bad_recipe(const double *r)
{
    return !(r[0] > 0 && r[0] <= 1) ? "clip is above 0 and at most 1" : !(r[1] > 0) ? "vclip is above 0" :
           !(r[2] >= 0 && r[2] <= 10) ? "vcoef is from 0 to 10" : !(r[3] >= 0 && r[3] <= 10) ? "beta is from 0 to 10" :
           !(r[4] >= 0 && r[4] <= 1 && r[5] >= 0 && r[5] <= 1) ? "gamma and lambda are from 0 to 1" :
           !(r[6] > 0 && r[6] <= .1) ? "lr is above 0 and at most 0.1" :
           !(r[7] >= 1 && r[7] <= 4) ? "epochs is from 1 to 4" : NULL;
}

static int ran_away(int n, const float *w)
{
    for (int i = 0; i < n; i++)
        if (!(fabsf(w[i]) < 1e6f))
            return 1;
    return 0;
}

static void count_all(struct ridge_verdict *v, const struct judged *before, const struct judged *after)
{
    ridge_count(v, "score", after->score);
    ridge_count(v, "score_before", before->score);
    ridge_count(v, "answer_kl", after->kl);
    ridge_count(v, "forbidden_pct", 100 * after->forbidden);
    ridge_count(v, "value_loss", after->value);
    ridge_count(v, "value_spread", after->spread);
}

int train_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *reference = ridge_data(c, "weights");
    const double *recipe = ridge_data(c, "recipe");
    struct trained t = { ridge_data(c, "trained"), reference, ridge_data(c, "critic"), 0, 0 }, was = t;
    struct judged before, after;
    uint64_t seed = (uint64_t)ridge_int(c, "seed");
    if (!t.w || !reference || !t.critic || !recipe)
        return -1;
    if (bad_recipe(recipe))
        return SAY(v, "the recipe is none: %s", bad_recipe(recipe));
    if (ran_away(LM_COUNT, t.w) || ran_away(CRITIC_COUNT, t.critic))
        return SAY(v, "the weights of the %s ran away", ran_away(LM_COUNT, t.w) ? "policy" : "critic");
    t.beta = recipe[3], t.gamma = recipe[4], was.w = reference;
    if (sample(seed, &was, &before) || sample(seed, &t, &after))
        return -1;
    count_all(v, &before, &after);
    if (!(after.score >= ridge_num(c, "score_least")))
        return SAY(v, "an answer scores %.2f on average (before: %.2f); at least %.2f is within reach. It is %.1f nats "
                   "from the reference, %.0f %% of the answers are cut short", after.score, before.score,
                   ridge_num(c, "score_least"), after.kl, 100 * after.forbidden);
    if (!(after.kl <= ridge_num(c, "kl_most")))
        return SAY(v, "an answer is %.1f nats from the reference on average, at most %.1f are allowed; it scores %.2f",
                   after.kl, ridge_num(c, "kl_most"), after.score);
    if (!(after.value <= ridge_num(c, "value_most")))
        return SAY(v, "the critic's loss is %.2f on average, at most %.2f is within reach; a critic that always says "
                   "the mean has %.2f", after.value, ridge_num(c, "value_most"), after.spread);
    return right(v);
}

#endif
