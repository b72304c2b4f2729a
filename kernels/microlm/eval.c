/*
 * eval.c: how good a microlm is, against the law of the texts it reads.
 *
 *   eval FILE            perplexity and floor at ctx/4 .. ctx, recall by distance, brackets
 *   eval FILE SEED       the same on other documents
 *
 * One figure a line, "name value": a test or a table can read it.
 */
#include <math.h>

#include "net.h"
#include "synthlang.h"

enum { TOKENS = 8192, ROUNDS = 4, PROBES = 256 };

struct eval {
    struct net *n;
    float *w;
    struct microlm_shape s;
    struct synth_lang lang;
    uint64_t seed; /* of the documents: training uses others */
    uint8_t text[TOKENS];
    float nll[TOKENS], floor[TOKENS];
};

static int best_of(const float *z, const char *set, int n)
{
    int best = set ? (uint8_t)set[0] : 0;
    for (int k = 1; k < n; k++) {
        int v = set ? (uint8_t)set[k] : k;
        best = z[v] > z[best] ? v : best;
    }
    return best;
}

static uint64_t document(const struct eval *e, int S, int k)
{
    uint64_t name = (e->seed << 40) + ((uint64_t)S << 20) + (uint64_t)k;
    return synth_next(&name);
}

/* Documents of S bytes: perplexity of the model and of the law itself. */
static void perplexity(struct eval *e, int S)
{
    double loss = 0, floor = 0;
    int B = TOKENS / S;
    for (int r = 0; r < ROUNDS; r++) {
        for (int b = 0; b < B; b++)
            synth_text(&e->lang, document(e, S, r * B + b), e->text + b * S, e->floor + b * S, (size_t)S);
        net_forward(e->n, e->w, e->text, B, S);
        loss += net_loss(e->n, e->w, NULL, NULL, NULL) / ROUNDS;
        for (int k = 0; k < B * S; k++)
            floor += e->floor[k] / (B * (S - 1) * ROUNDS);
    }
    printf("ppl_%d %.4f\nfloor_%d %.4f\nratio_%d %.4f\n", S, exp(loss), S, exp(floor), S, exp(loss - floor));
}

/* Share of questions whose answer is the likeliest byte, the key bound `distance` bytes earlier. */
static void recall(struct eval *e, int distance)
{
    int S = distance + 40, B = TOKENS / S, right = 0, asked = 0;
    while (asked < PROBES) {
        for (int b = 0; b < B; b++)
            synth_probe(&e->lang, document(e, S, asked + b), e->text + b * S, (size_t)S, (size_t)distance);
        const float *z = net_forward(e->n, e->w, e->text, B, S);
        for (int b = 0; b < B; b++, asked++)
            right += best_of(z + ((size_t)(b + 1) * (size_t)S - 2) * (size_t)e->s.V, NULL, e->s.V) ==
                     e->text[(b + 1) * S - 1];
    }
    printf("recall_%d %.4f\n", distance, (double)right / asked);
}

/* Where a bracket closes: is the right one the likeliest of the four? */
static void brackets(struct eval *e, int S)
{
    int B = TOKENS / S, right = 0, closed = 0;
    for (int b = 0; b < B; b++)
        synth_text(&e->lang, document(e, S, 1 << 16 | b), e->text + b * S, NULL, (size_t)S);
    const float *z = net_forward(e->n, e->w, e->text, B, S);
    for (int k = 0; k < B * S; k++)
        if (k % S && strchr(SYNTH_CLOSE, e->text[k])) {
            right += best_of(z + (size_t)(k - 1) * (size_t)e->s.V, SYNTH_CLOSE, 4) == e->text[k];
            closed++;
        }
    printf("brackets %.4f\n", (double)right / closed);
}

int main(int argc, char **argv)
{
    static struct eval e;
    struct microlm m;
    const char *why = "usage: eval FILE [SEED]";
    if (argc < 2 || argc > 3 || microlm_load(argv[1], &m, &why)) {
        fprintf(stderr, "eval: %s%s%s\n", argc < 2 ? "" : argv[1], argc < 2 ? "" : ": ", why);
        return 2;
    }
    e.s = m.shape;
    e.seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000;
    e.w = malloc(m.count * sizeof *e.w);
    e.n = net_create(&m.shape, TOKENS, m.shape.ctx);
    if (!e.w || !e.n || m.shape.ctx > TOKENS || m.shape.ctx < 64) {
        fputs("eval: no memory, or a context that is not 64 to 8192\n", stderr);
        return 1;
    }
    for (size_t k = 0; k < m.count; k++)
        e.w[k] = microlm_float(m.w[k]);
    synth_lang_init(&e.lang, 1);
    for (int S = m.shape.ctx / 4; S <= m.shape.ctx; S *= 2)
        perplexity(&e, S);
    for (int distance = 8; distance + 40 <= m.shape.ctx; distance *= 2)
        recall(&e, distance);
    brackets(&e, m.shape.ctx / 2);
    net_destroy(e.n);
    free(e.w);
    microlm_free(&m);
    return 0;
}
