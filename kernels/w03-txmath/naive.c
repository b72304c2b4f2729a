/*
 * Transformer systems arithmetic, spelled out: each count is made by walking the model, layer by
 * layer, head by head, query by query. Slow for a long sequence, and the thing to trust when a
 * closed form and you disagree. What has no walk (three formulas without a model, and bytes of
 * activations, which are defined by their table) is the reference's.
 */
#define p_total ref_p_total
#define p_matmul ref_p_matmul
#define f_fwd ref_f_fwd
#define kv_bytes ref_kv_bytes
#include "ref.c"
#undef p_total
#undef p_matmul
#undef f_fwd
#undef kv_bytes

struct walk {
    int64_t memory; /* parameters that exist */
    int64_t work;   /* parameters that one token is multiplied by */
};

static void add_matrix(struct walk *w, int64_t rows, int64_t cols, int bias, int used)
{
    w->memory += rows * cols + (bias ? cols : 0);
    w->work += used ? rows * cols : 0;
}

static void add_layer(struct walk *w, const struct tcfg *c)
{
    for (int h = 0; h < c->H; h++)
        add_matrix(w, c->d, c->hd, c->bias, 1); /* Q of one head */
    for (int h = 0; h < 2 * c->Hkv; h++)
        add_matrix(w, c->d, c->hd, c->bias, 1); /* K or V of one head */
    add_matrix(w, (int64_t)c->H * c->hd, c->d, c->bias, 1);
    for (int e = 0; e < (c->E ? c->E : 1); e++) {
        int used = !c->E || e < c->topk;
        add_matrix(w, c->d, c->ff, c->bias, used);
        if (c->gated)
            add_matrix(w, c->d, c->ff, c->bias, used);
        add_matrix(w, c->ff, c->d, c->bias, used);
    }
    if (c->E)
        add_matrix(w, c->d, c->E, 0, 1);
    w->memory += 2 * (c->bias ? 2 : 1) * (int64_t)c->d;
}

static struct walk walk(const struct tcfg *c)
{
    struct walk w = { 0, 0 };
    for (int l = 0; l < c->L; l++)
        add_layer(&w, c);
    w.memory += ((int64_t)c->V + c->npos + (c->bias ? 2 : 1)) * c->d; /* embedding, last norm */
    w.work += (int64_t)c->V * c->d;                                   /* LM head */
    w.memory += c->tied ? 0 : (int64_t)c->V * c->d;
    return w;
}

int64_t p_total(struct tcfg c)
{
    return walk(&c).memory;
}

int64_t p_matmul(struct tcfg c)
{
    return walk(&c).work;
}

double f_fwd(struct tcfg c, int64_t B, int64_t S, int causal)
{
    double flop = 2.0 * (double)walk(&c).work * (double)(B * S);
    double per_pair = 4.0 * c.L * c.H * c.hd, pairs = 0;
    for (int64_t query = 1; query <= S; query++)
        pairs += (double)(causal ? query : S);
    return flop + per_pair * pairs * (double)B;
}

int64_t kv_bytes(struct tcfg c, int64_t B, int64_t S, int b)
{
    int64_t bytes = 0;
    for (int l = 0; l < c.L; l++)
        for (int h = 0; h < c.Hkv; h++)
            bytes += 2 * B * S * c.hd * b;
    return bytes;
}
