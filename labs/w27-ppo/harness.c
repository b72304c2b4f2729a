/*
 * harness.c: the calls' trampolines, and the training run of part E: it samples, computes gradients of the policy and
 * moves its weights; what a token was worth, and what the losses' gradients are, comes from the learner. Nothing is
 * judged here: oracle.c samples from the weights that come out.
 */
#include <ridge/frame.h>

#include "lab.h"
#include "policy.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* args: T score beta | logp ref | r */
HARNESS(shape)
{
    shape_rewards((int)f->i[0], f->buf[0], f->buf[1], f->d[1], f->d[2], f->buf[2]);
}

/* args: T gamma lambda | r v | adv ret */
HARNESS(gae)
{
    gae((int)f->i[0], f->buf[0], f->buf[1], f->d[1], f->d[2], f->buf[2], f->buf[3]);
}

/* args: n | mask was | a */
HARNESS(whiten)
{
    memcpy(f->buf[2], f->buf[1], f->count[2] * sizeof(float));
    whiten((int)f->i[0], f->buf[0], f->buf[2]);
}

/* args: n clip vclip vcoef | mask logp old adv v v_old ret | dlogp dv stats */
HARNESS(loss)
{
    struct ppo p = { f->d[1], f->d[2], f->d[3] };
    struct ppo_stats s = { NAN, NAN, NAN, NAN };
    double *out = f->buf[9];
    out[0] = ppo_loss(&p, (int)f->i[0], f->buf[0], f->buf[1], f->buf[2], f->buf[3], f->buf[4], f->buf[5], f->buf[6],
                      f->buf[7], f->buf[8], &s);
    out[1] = s.policy, out[2] = s.value, out[3] = s.clipped, out[4] = s.kl;
}

/* args: n | mask logp ref | kls */
HARNESS(kl)
{
    double *out = f->buf[3];
    int n = (int)f->i[0];
    out[0] = kl_k1(n, f->buf[0], f->buf[1], f->buf[2]);
    out[1] = kl_k2(n, f->buf[0], f->buf[1], f->buf[2]);
    out[2] = kl_k3(n, f->buf[0], f->buf[1], f->buf[2]);
}

/* args: n | win lose | dwin dlose loss */
HARNESS(bt)
{
    *(double *)f->buf[4] = bt_loss((int)f->i[0], f->buf[0], f->buf[1], f->buf[2], f->buf[3]);
}

/* args: n d lr | xwin xlose w0 | w1 loss */
HARNESS(step)
{
    memcpy(f->buf[3], f->buf[2], f->count[3] * sizeof(float));
    *(double *)f->buf[4] = rm_step((int)f->i[0], (int)f->i[1], f->buf[0], f->buf[1], f->d[2], f->buf[3]);
}

/* args: n d steps lr | xwin xlose | w2 losses: a reward model from nothing */
HARNESS(rank)
{
    double *loss = f->buf[3];
    memset(f->buf[2], 0, f->count[2] * sizeof(float));
    for (int s = 0; s < (int)f->i[2]; s++)
        loss[s] = rm_step((int)f->i[0], (int)f->i[1], f->buf[0], f->buf[1], f->d[3], f->buf[2]);
}

/* args: n cap | len | row at rows */
HARNESS(pack)
{
    *(int32_t *)f->buf[3] = pack((int)f->i[0], f->buf[0], (int)f->i[1], f->buf[1], f->buf[2]);
}

/* args: n cap | len rows_of at_of | starts position learn, of all rows, cap + 3 places each */
HARNESS(layout)
{
    int cap = (int)f->i[1], T = cap + 3;
    const int32_t *row = f->buf[1], *at = f->buf[2];
    memset(f->buf[3], 0x5a, f->count[3] * sizeof(int32_t)); /* an earlier batch was there, and no pad's -1 */
    memset(f->buf[4], 0x5a, f->count[4] * sizeof(int32_t));
    for (int64_t r = 0; r < (int64_t)(f->count[3] / (uint64_t)T); r++)
        row_layout((int)f->i[0], f->buf[0], row, at, (int)r, T, (int32_t *)f->buf[3] + r * T,
                   (int32_t *)f->buf[4] + r * T, (uint8_t *)f->buf[5] + r * T);
}

/* args: T H hd | start q k v | out */
HARNESS(attn)
{
    attn_packed((int)f->i[0], (int)f->i[1], (int)f->i[2], f->buf[0], f->buf[1], f->buf[2], f->buf[3], f->buf[4]);
}

enum { JOB = 6 + 3 * ROLES, PLACE = 3 * ROLES };

/* A row of a buffer of jobs. */
static struct rlhf job_of(const double *x)
{
    struct rlhf j = { .gpus = (int)x[0], .chunks = (int)x[1], .gpu_B = x[2], .tail_s = x[3], .sync_s = x[4],
                      .swap_Bps = x[5] };
    memcpy(j.state_B, x + 6, sizeof j.state_B);
    memcpy(j.work_s, x + 6 + ROLES, sizeof j.work_s);
    memcpy(j.train_s, x + 6 + 2 * ROLES, sizeof j.train_s);
    return j;
}

/* args: jobs | job place | vt: [2] of each job, the time and the share of sampling */
HARNESS(vtime)
{
    for (int64_t k = 0; k < f->i[0]; k++) {
        struct rlhf j = job_of((const double *)f->buf[0] + k * JOB);
        struct placement p;
        double share = 0, *out = (double *)f->buf[2] + 2 * k;
        memcpy(&p, (const int32_t *)f->buf[1] + k * PLACE, sizeof p);
        out[0] = rlhf_vtime(&j, &p, k % 3 == 2 ? NULL : &share);
        out[1] = share;
    }
}

/* args: jobs | job | placed vt1 */
HARNESS(place)
{
    for (int64_t k = 0; k < f->i[0]; k++) {
        struct rlhf j = job_of((const double *)f->buf[0] + k * JOB);
        struct placement p = { 0 };
        ((double *)f->buf[2])[k] = rlhf_place(&j, &p);
        memcpy((int32_t *)f->buf[1] + k * PLACE, &p, sizeof p);
    }
}

/* args: B N beta gamma lambda | len logp ref v score | mask adv ret */
HARNESS(batch)
{
    struct recipe r = { .beta = f->d[2], .gamma = f->d[3], .lambda = f->d[4] };
    advantages((int)f->i[0], (int)f->i[1], f->buf[0], f->buf[1], f->buf[2], f->buf[3], f->buf[4], &r, f->buf[5],
               f->buf[6], f->buf[7]);
}

/* --- the training run ---------------------------------------------------------------------------------------- */

enum { B = 32, PLACES = B * ANSWER };

struct adam {
    float *m, *v;
    int steps;
};

static void adam_step(struct adam *a, size_t n, float *w, const float *g, double lr)
{
    double norm = 0;
    a->steps++;
    for (size_t i = 0; i < n; i++)
        norm += (double)g[i] * g[i];
    float shrink = norm > 1 ? (float)(1 / sqrt(norm)) : 1;
    float c1 = (float)(lr / (1 - pow(.9, a->steps))), c2 = (float)(1 / (1 - pow(.99, a->steps)));
    for (size_t i = 0; i < n; i++) {
        float x = g[i] * shrink;
        a->m[i] = .9f * a->m[i] + .1f * x;
        a->v[i] = .99f * a->v[i] + .01f * x * x;
        w[i] -= c1 * a->m[i] / (sqrtf(a->v[i] * c2) + 1e-8f);
    }
}

/* The policy, the frozen reference, and the critic. */
struct training {
    struct lm *policy, *frozen;
    float *w, *grad, critic[CRITIC_COUNT], dcritic[CRITIC_COUNT];
    const float *reference;
    struct adam of_policy, of_critic;
    struct answers a;
    uint8_t text[TEXT * B], mask[PLACES];
    int len[B];
    float score[B], old[PLACES], ref[PLACES], value[PLACES], adv[PLACES], ret[PLACES];
    float logp[PLACES], v[PLACES], dlogp[PLACES], dv[PLACES];
};

static int row_of(int b, int t)
{
    return (PROMPT + t - 1) * B + b;
}

static float log_prob(const float *z, int byte)
{
    float p[LM_V];
    return z[byte] - lm_softmax(z, p);
}

/* What the reference and the critic say of the answers; pads get NaN, so that whoever looks at them knows. */
static void score_answers(struct training *t)
{
    lm_forward(t->frozen, t->reference, t->text, 0, TEXT);
    for (int i = 0; i < PLACES; i++) {
        int b = i / ANSWER, at = i % ANSWER, row = row_of(b, at), in = at < t->len[b];
        t->ref[i] = in ? log_prob(t->frozen->logits + row * LM_V, t->text[row + B]) : NAN;
        t->value[i] = in ? (float)critic_says(t->critic, t->frozen->h + row * LM_D, at) : NAN;
        t->old[i] = in ? t->old[i] : NAN;
    }
}

/* From dlogp to gradients of the logits, in their place: dlogp * (one at the byte - p). Rows of prompts have none. */
static void back_to_logits(struct training *t)
{
    float *z = t->policy->logits, p[LM_V];
    memset(z, 0, sizeof *z * (PROMPT - 1) * B * LM_V);
    memset(z + (TEXT - 1) * B * LM_V, 0, sizeof *z * B * LM_V);
    for (int i = 0; i < PLACES; i++) {
        int row = row_of(i / ANSWER, i % ANSWER);
        lm_softmax(z + row * LM_V, p);
        for (int v = 0; v < LM_V; v++)
            z[row * LM_V + v] = t->dlogp[i] * ((v == t->text[row + B]) - p[v]);
    }
}

static void move_critic(struct training *t)
{
    memset(t->dcritic, 0, sizeof t->dcritic);
    for (int i = 0; i < PLACES; i++) {
        const float *h = t->frozen->h + row_of(i / ANSWER, i % ANSWER) * LM_D;
        for (int k = 0; k < LM_D; k++)
            t->dcritic[k] += t->dv[i] * h[k];
        t->dcritic[LM_D + i % ANSWER] += t->dv[i];
    }
    adam_step(&t->of_critic, CRITIC_COUNT, t->critic, t->dcritic, .03);
}

/* One step on the batch, of policy and critic; the value loss before the step. */
static double train_step(struct training *t, const struct recipe *r)
{
    struct ppo_stats s = { 0 };
    lm_take(t->policy, t->w);
    lm_forward(t->policy, t->w, t->text, 0, TEXT);
    for (int i = 0; i < PLACES; i++) {
        int b = i / ANSWER, at = i % ANSWER, row = row_of(b, at), in = at < t->len[b];
        t->logp[i] = in ? log_prob(t->policy->logits + row * LM_V, t->text[row + B]) : NAN;
        t->v[i] = in ? (float)critic_says(t->critic, t->frozen->h + row * LM_D, at) : NAN;
    }
    ppo_loss(&r->loss, PLACES, t->mask, t->logp, t->old, t->adv, t->v, t->value, t->ret, t->dlogp, t->dv, &s);
    back_to_logits(t);
    lm_backward(t->policy, t->w, t->text, t->grad);
    adam_step(&t->of_policy, LM_COUNT, t->w, t->grad, r->lr);
    move_critic(t);
    return s.value;
}

static double mean_of(const float *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] / n;
    return sum;
}

static int training_open(struct training *t, const float *reference, float *w)
{
    t->policy = lm_create(B), t->frozen = lm_create(B);
    t->grad = calloc(3 * LM_COUNT + 2 * CRITIC_COUNT, sizeof *t->grad);
    t->a = (struct answers){ B, t->len, t->old, t->score, t->text };
    t->w = w, t->reference = reference;
    memcpy(w, reference, LM_COUNT * sizeof *w);
    if (!t->policy || !t->frozen || !t->grad)
        return -1;
    t->of_policy = (struct adam){ t->grad + LM_COUNT, t->grad + 2 * LM_COUNT, 0 };
    t->of_critic = (struct adam){ t->grad + 3 * LM_COUNT, t->grad + 3 * LM_COUNT + CRITIC_COUNT, 0 };
    lm_take(t->frozen, reference);
    return 0;
}

static int finite_weights(const float *w)
{
    float sum = 0;
    for (int i = 0; i < LM_COUNT; i++)
        sum += w[i] - w[i];
    return sum == 0;
}

/* args: seed steps | weights prompts | trained critic scores kls values recipe. A curve ends where weights ran away. */
HARNESS(train)
{
    static struct training t; /* zeros: each call is a process of its own, or begins again below */
    memset(&t, 0, sizeof t);
    struct recipe r = { 0 };
    choose_recipe(&r);
    float *score = f->buf[4], *kl = f->buf[5], *value = f->buf[6];
    double *out = f->buf[7];
    memcpy(out, (double[]){ r.loss.clip, r.loss.vclip, r.loss.vcoef, r.beta, r.gamma, r.lambda, r.lr, r.epochs },
           8 * sizeof *out);
    uint64_t state = (uint64_t)f->i[0] * 1000003u;
    int ready = !training_open(&t, f->buf[0], f->buf[2]);
    for (int s = 0; s < (int)f->i[1]; s++) {
        score[s] = kl[s] = value[s] = 0;
        if (!ready || !finite_weights(t.w))
            continue;
        task_answer(t.policy, t.w, (const uint8_t *)f->buf[1] + (size_t)s * B * PROMPT, &state, &t.a);
        score_answers(&t);
        advantages(B, ANSWER, t.len, t.old, t.ref, t.value, t.score, &r, t.mask, t.adv, t.ret);
        score[s] = (float)mean_of(t.score, B);
        kl[s] = (float)kl_k1(PLACES, t.mask, t.old, t.ref);
        for (int e = 0; e < r.epochs && e < 4; e++)
            value[s] = (float)train_step(&t, &r);
    }
    memcpy(f->buf[3], t.critic, sizeof t.critic);
    lm_destroy(t.policy), lm_destroy(t.frozen);
    free(t.grad);
}
