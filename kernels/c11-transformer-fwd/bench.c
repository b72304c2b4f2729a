/*
 * bench.c: what decoding makes of the machine's memory. A decoded byte reads every weight and the whole cache once, 1
 * FLOP a byte, so that its floor is bytes over bandwidth; here both are measured in the same rounds: a whole step,
 * the products alone and attention alone, beside reading and copying as many bytes (tests/bench/rounds.h).
 *
 *     bench_c11 kernels/microlm/weights.bin [rounds]
 *
 * Twice: with one model, whose weights stay in the last cache if it is large enough, as in `ridge bench`; and with as
 * many models, one after the other, as no cache holds. That is where a model that matters is.
 *
 * Another rung: compile with -DLADDER='"ref.c"'. Exits 1 when two copies of one model do not say the same.
 */
#ifndef LADDER
#define LADDER "opt.c"
#endif
#include LADDER

#include <stdio.h>

#include "../../labs/c11-transformer-fwd/harness.c"
#include "../microlm/model.h"
#include "rounds.h"

enum { PAST = 128, LONG = 1000, OTHERS = 3, ALL = ROUNDS_STREAMS + OTHERS };

struct models {
    struct engine *e;
    int count;
    float logits[2][256];
    int asked, wrong;
};

static struct engine *turn_of(struct models *m, int turn)
{
    return m->e + turn % m->count;
}

/* A byte after PAST others: always the same one, so always the same logits. */
static void step(void *of, int turn)
{
    struct models *m = of;
    struct engine *e = turn_of(m, turn);
    float *z = m->logits[m->asked++ > 0];
    e->c.len = PAST;
    tf_forward(&e->m, &e->c, &e->r, (const uint8_t *)"r", 1, z);
    m->wrong |= memcmp(z, m->logits[0], sizeof m->logits[0]) != 0;
}

static void products(void *of, int turn)
{
    struct engine *e = turn_of(of, turn);
    tf_shape s = e->m.s;
    tf_room *r = &e->r;
    int q = s.H * s.hd, kv = s.Hkv * s.hd;
    for (const tf_layer *w = e->m.layer; w < e->m.layer + s.L; w++) {
        linear(r->q, r->h, w->wq, 1, s.d, q, r->row);
        linear(r->g, r->h, w->wk, 1, s.d, kv, r->row);
        linear(r->g, r->h, w->wv, 1, s.d, kv, r->row);
        linear(r->x, r->q, w->wo, 1, q, s.d, r->row);
        linear(r->g, r->x, w->w1, 1, s.d, s.ff, r->row);
        linear(r->u, r->x, w->w3, 1, s.d, s.ff, r->row);
        linear(r->x, r->g, w->w2, 1, s.ff, s.d, r->row);
    }
    linear(r->u, r->h, e->m.embed, 1, s.d, s.V, r->row);
}

static void attention_long(void *of, int turn)
{
    struct engine *e = turn_of(of, turn);
    tf_shape s = e->m.s;
    size_t each = (size_t)s.ctx * (size_t)s.Hkv * (size_t)s.hd;
    for (size_t l = 0; l < (size_t)s.L; l++)
        attend(e->r.att, e->r.q, e->c.k + l * each, e->c.v + l * each, LONG, s.H, s.Hkv, s.hd, e->r.score);
}

static void normal(float *x, size_t n)
{
    uint32_t u = 1;
    for (size_t k = 0; k < n; k++, u = u * 1664525 + 1013904223)
        x[k] = (float)(int32_t)u * 0x1p-31f;
}

/* Copies of lm, each with weights, past and room of its own. The past is in large pages too, as the streams are. */
static struct models open_models(const struct microlm *lm, int count)
{
    struct microlm_shape s = lm->shape;
    struct models m = { .e = malloc((size_t)count * sizeof *m.e), .count = count };
    bf16 *w = rounds_memory((size_t)count * lm->count * sizeof *w);
    struct ridge_frame f = { .i = { s.d, s.L, s.H, s.Hkv, s.hd, s.ff, s.V, s.ctx, (int64_t)s.base } };
    size_t past = (size_t)s.L * (size_t)s.ctx * (size_t)s.Hkv * (size_t)s.hd;
    float *kv = rounds_memory(2 * (size_t)count * past * sizeof *kv);
    if (!m.e)
        abort();
    for (int k = 0; k < count; k++) {
        bf16 *own = memcpy(w + (size_t)k * lm->count, lm->w, lm->count * sizeof *w);
        m.e[k] = engine_open(&f, own);
        free(m.e[k].c.k);
        free(m.e[k].c.v);
        m.e[k].c = (tf_cache){ kv + 2 * (size_t)k * past, kv + (2 * (size_t)k + 1) * past, 0 };
        normal(m.e[k].c.k, past);
        normal(m.e[k].c.v, past);
        normal(m.e[k].r.h, (size_t)s.d);
        normal(m.e[k].r.q, (size_t)(s.H * s.hd));
    }
    return m;
}

static int compare(const struct microlm *lm, int count, int rounds)
{
    struct microlm_shape s = lm->shape;
    static struct rival r[ALL];
    size_t bytes = lm->count * sizeof(bf16);
    struct models m = open_models(lm, count);
    struct windows w = { rounds_memory((size_t)count * bytes), rounds_memory((size_t)count * bytes), bytes, count };
    double token = 2. * s.L * s.Hkv * s.hd * sizeof(float), gains = (2. * s.L + 1) * s.d * sizeof(bf16);
    rounds_streams(r, &w);
    r[3] = (struct rival){ .name = "a decoded byte", .run = step, .of = &m, .bytes = (double)bytes + PAST * token };
    r[4] = (struct rival){ .name = "its products", .run = products, .of = &m, .bytes = (double)bytes - gains };
    r[5] = (struct rival){ .name = "attention to 1,000", .run = attention_long, .of = &m, .bytes = LONG * token };
    rounds_run(r, ALL, rounds, count == 1);
    rounds_print(r, ALL, rounds);
    return m.wrong;
}

int main(int argc, char **argv)
{
    struct microlm lm;
    const char *why;
    int rounds = argc > 2 ? atoi(argv[2]) : 101;
    if (argc < 2 || rounds < 3 || rounds > ROUNDS_MAX) {
        fprintf(stderr, "usage: bench_c11 WEIGHTS [rounds 3..%d]\n", ROUNDS_MAX);
        return 2;
    }
    if (microlm_load(argv[1], &lm, &why)) {
        fprintf(stderr, "%s: %s\n", argv[1], why);
        return 1;
    }
    int many = rounds_copies(lm.count * sizeof(bf16));
    printf("%s, gcc %s, one thread, %d rounds, %s\n", rounds_processor(), __VERSION__, rounds, LADDER);
    printf("one model, warm:\n");
    int wrong = compare(&lm, 1, rounds);
    printf("%d models in turn, from memory:\n", many);
    wrong |= compare(&lm, many, rounds);
    if (wrong)
        printf("WRONG: two copies of one model say different things\n");
    microlm_free(&lm);
    return wrong;
}
