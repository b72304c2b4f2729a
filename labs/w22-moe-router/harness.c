/*
 * harness.c: the calls' trampolines, and the training run of part C. Nothing is judged here: the matrices that come
 * out of the training are judged by oracle.c, on tokens that were never trained on.
 */
#include <ridge/frame.h>

#include "lab.h"
#include "toy.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* A copy of Wg at whose place zeros were when a token was routed before: nothing of Wg may be kept between calls. */
static float *was_other(const struct ridge_frame *f)
{
    int32_t idx[CHOICES_MOST];
    float w[CHOICES_MOST], *Wg = calloc(f->count[1], sizeof *Wg);
    gate_topk(f->i[0] > 0, (int)f->i[1], (int)f->i[2], (int)f->i[3], f->buf[0], Wg, idx, w);
    memcpy(Wg, f->buf[1], f->count[1] * sizeof *Wg);
    return Wg;
}

/* args: T d E k | x Wg | idx w rejected; what is counted and timed is a large Wg, and that is routed once */
HARNESS(gate)
{
    float *small = f->count[1] <= 4096 ? was_other(f) : NULL;
    *(int32_t *)f->buf[4] = gate_topk((int)f->i[0], (int)f->i[1], (int)f->i[2], (int)f->i[3], f->buf[0],
                                      small ? small : f->buf[1], f->buf[2], f->buf[3]);
    free(small);
}

/* args: T E k | idx w dw was | dl */
HARNESS(back)
{
    memcpy(f->buf[4], f->buf[3], f->count[4] * sizeof(float));
    gate_bwd((int)f->i[0], (int)f->i[1], (int)f->i[2], f->buf[0], f->buf[1], f->buf[2], f->buf[4]);
}

/* args: T E k alpha beta | logits idx | dl loss */
HARNESS(balance)
{
    *(double *)f->buf[3] = router_loss((int)f->i[0], (int)f->i[1], (int)f->i[2], f->buf[0], f->buf[1], f->d[3], f->d[4],
                                       f->buf[2]);
}

/* args: T E k cap | idx | slot wanted dropped */
HARNESS(capacity)
{
    int32_t *dropped = f->buf[3];
    *dropped = assign_capacity((int)f->i[0], (int)f->i[1], (int)f->i[2], (int)f->i[3], f->buf[0], f->buf[1], f->buf[2]);
}

/* args: T E cap | score | tok nobody; one token and one expert go first, of which nothing may be left */
HARNESS(choice)
{
    int32_t first;
    expert_choice(1, 1, 1, &(float){ 0 }, &first);
    *(int32_t *)f->buf[2] = expert_choice((int)f->i[0], (int)f->i[1], (int)f->i[2], f->buf[0], f->buf[1]);
}

/* A step of another layer, of one token and one number: what a step keeps for the next one is of no use to it. */
static void small_step(int k, const struct ridge_frame *f)
{
    float Wg[EXPERTS_MOST], We[EXPERTS_MOST];
    int32_t wanted[EXPERTS_MOST];
    struct moe m = { 1, k, k, 1, Wg, We };
    struct recipe r = { .alpha = .5, .beta = .1, .lr = .1 };
    memcpy(Wg, f->buf[2], sizeof *Wg * (size_t)k);
    memcpy(We, f->buf[3], sizeof *We * (size_t)k);
    moe_step(&m, 1, f->buf[0], f->buf[1], &r, wanted);
}

/* args: T d E k o alpha beta lr | x target Wg0 We0 | Wg We wanted loss */
HARNESS(step)
{
    small_step((int)f->i[3], f);
    struct moe m = { (int)f->i[1], (int)f->i[2], (int)f->i[3], (int)f->i[4], f->buf[4], f->buf[5] };
    struct recipe r = { f->d[5], f->d[6], f->d[7] };
    memcpy(m.Wg, f->buf[2], f->count[4] * sizeof(float));
    memcpy(m.We, f->buf[3], f->count[5] * sizeof(float));
    *(double *)f->buf[7] = moe_step(&m, (int)f->i[0], f->buf[0], f->buf[1], &r, f->buf[6]);
}

/* A step size that is too large ends in infinities: the run stops before it gets there. */
static int ran_away(size_t n, const float *W)
{
    for (size_t i = 0; i < n; i++)
        if (!(fabsf(W[i]) < 1e6f))
            return 1;
    return 0;
}

/* Trains by `r` from the toy's first weights. */
static void train(uint64_t seed, int E, int steps, const struct recipe *r, float *Wg, float *We, float *loss)
{
    static struct toy toy;
    static float x[TOY_T * TOY_D], target[TOY_T * TOY_O];
    int32_t wanted[EXPERTS_MOST];
    struct moe m = { TOY_D, E, 2, TOY_O, Wg, We };
    toy_begin(&toy, seed, E, Wg, We);
    memset(loss, 0, sizeof *loss * (size_t)steps);
    for (int s = 0; s < steps && !ran_away((size_t)(TOY_D * E), Wg); s++) {
        toy_batch(&toy, TOY_T, x, target);
        loss[s] = (float)moe_step(&m, TOY_T, x, target, r, wanted);
    }
}

/* args: seed E steps | Wg We loss, of the chosen recipe; Wg0 We0 loss0, of the same without balance; recipe [3] */
HARNESS(train)
{
    struct recipe r = { 0 };
    double *out = f->buf[6];
    choose_recipe((int)f->i[1], &r);
    out[0] = r.alpha, out[1] = r.beta, out[2] = r.lr;
    train((uint64_t)f->i[0], (int)f->i[1], (int)f->i[2], &r, f->buf[0], f->buf[1], f->buf[2]);
    r.alpha = 0;
    train((uint64_t)f->i[0], (int)f->i[1], (int)f->i[2], &r, f->buf[3], f->buf[4], f->buf[5]);
}
