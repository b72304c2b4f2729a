/*
 * Transformer systems arithmetic, the reference solution: a library of formulas.
 *
 * Everything follows from two readings of one list of matrices. Read as memory, a matrix of r x c
 * is r*c parameters. Read as work, it is r*c multiply-adds for each token that passes through. The
 * lists differ in three places only, and most mistakes are made there: the embedding is memory but
 * no work (a look-up), a tied LM head is work but no new memory, and of E experts all are memory
 * and topk are work.
 *
 * Attention adds work without parameters, because it multiplies activations by activations: a query
 * and a key of width hd cost 2*hd FLOP for their score and 2*hd for adding the value, in each of H
 * heads, whatever Hkv is. That term is quadratic in S, for one has to count pairs. The cache holds
 * a key and a value for each token and each *kv* head, once: linear in S, and here it is Hkv that
 * counts.
 *
 * Each product begins with an int64_t: two ints multiplied overflow before the result is widened.
 */
#include "lab.h"

#include <math.h>

/* r x c, and the bias of its output */
static int64_t matrix(const struct tcfg *c, int64_t rows, int64_t cols)
{
    return rows * cols + (c->bias ? cols : 0);
}

static int64_t attention(const struct tcfg *c)
{
    int64_t q = (int64_t)c->H * c->hd, kv = (int64_t)c->Hkv * c->hd;
    return matrix(c, c->d, q) + 2 * matrix(c, c->d, kv) + matrix(c, q, c->d);
}

static int64_t expert(const struct tcfg *c)
{
    return (c->gated ? 2 : 1) * matrix(c, c->d, c->ff) + matrix(c, c->ff, c->d);
}

static int64_t norm(const struct tcfg *c)
{
    return c->bias ? 2 * (int64_t)c->d : c->d;
}

int64_t p_total(struct tcfg c)
{
    int64_t mlp = c.E ? c.E * expert(&c) + (int64_t)c.d * c.E : expert(&c);
    int64_t layer = attention(&c) + mlp + 2 * norm(&c);
    int64_t table = (int64_t)c.V * c.d;
    return table + (int64_t)c.npos * c.d + c.L * layer + norm(&c) + (c.tied ? 0 : table);
}

int64_t p_matmul(struct tcfg c)
{
    c.bias = 0; /* a bias is added, not multiplied */
    int64_t mlp = c.E ? c.topk * expert(&c) + (int64_t)c.d * c.E : expert(&c);
    return c.L * (attention(&c) + mlp) + (int64_t)c.V * c.d;
}

double f_fwd(struct tcfg c, int64_t B, int64_t S, int causal)
{
    double pairs = causal ? (double)S * (double)(S + 1) / 2 : (double)S * (double)S;
    double per_pair = 4.0 * c.L * c.H * c.hd; /* 2*hd for the score, 2*hd for the value */
    return 2.0 * (double)p_matmul(c) * (double)B * (double)S + per_pair * (double)B * pairs;
}

double train_flops(double N, double D)
{
    return 6 * N * D; /* 2 forward; backward 2 for the input's gradient and 2 for the weight's */
}

double mfu(double tok_s, double N, double peak)
{
    return train_flops(N, tok_s) / peak;
}

void chinchilla(double C, double *N, double *D)
{
    *N = sqrt(C / (6 * 20));
    *D = 20 * *N;
}

double seq_crossover(struct tcfg c, int causal)
{
    double per_pair = 4.0 * c.L * c.H * c.hd;
    if (per_pair == 0)
        return INFINITY;
    /* 2*P*S = per_pair * S*S (or half of it) */
    return (causal ? 2 : 1) * 2.0 * (double)p_matmul(c) / per_pair;
}

int64_t kv_bytes(struct tcfg c, int64_t B, int64_t S, int b)
{
    return 2 * (int64_t)c.L * c.Hkv * c.hd * B * S * b;
}

int64_t act_bytes(struct tcfg c, int64_t s, int64_t b, int tp, int sp, int ckpt)
{
    int64_t sbd = s * b * c.d, whole = 10 * sbd / (sp ? tp : 1), split = 24 * sbd / tp;
    int64_t core = 5 * (int64_t)c.H * s * s * b / tp;
    if (ckpt == 2)
        return c.L * (2 * sbd / (sp ? tp : 1));
    return c.L * (whole + split + (ckpt == 1 ? 0 : core));
}
