/*
 * lab.h: the interface of w03-txmath. Skeleton, reference and harness all include this one file.
 * The functions are a small library of formulas; later labs ask the same questions again.
 *
 * The model, one decoder for all cases
 *
 *   embedding            V rows of d; npos more rows when positions are learned
 *   L layers, each with  a norm
 *                        Q: d x H*hd    K, V: d x Hkv*hd    O: H*hd x d
 *                        a norm
 *                        an MLP: d x ff up, ff x d down; with gated = 1 a second d x ff, the gate
 *   a last norm
 *   LM head              d x V; the same memory as the embedding when tied = 1, a matrix of its own
 *                        when tied = 0
 *
 *   bias = 0   no bias anywhere; a norm has one vector of d (RMSNorm)
 *   bias = 1   every matrix of a layer has a bias as long as its output; a norm has two vectors of
 *              d (LayerNorm). The LM head never has a bias.
 *   E > 0      each MLP becomes E experts of that shape and a router, d x E without bias; a token
 *              goes through the router and through `topk` experts. E = 0 is a dense MLP.
 *
 * Conventions
 *   - A multiply-add is two FLOP.
 *   - B sequences of S tokens each; b is bytes an element.
 *   - All counts are exact. They pass 2^32 with the first model of seven billion.
 */
#ifndef W03_TXMATH_LAB_H
#define W03_TXMATH_LAB_H

#include <stdint.h>

struct tcfg {
    int L;     /* layers; may be 0 */
    int d;     /* model width */
    int H;     /* query heads */
    int Hkv;   /* key/value heads, H % Hkv == 0 */
    int hd;    /* width of a head; H*hd need not be d */
    int ff;    /* width of the MLP, of one expert when E > 0 */
    int V;     /* vocabulary */
    int tied;  /* 1: the LM head is the embedding, transposed */
    int gated; /* 1: three MLP matrices (SwiGLU), 0: two */
    int bias;  /* 1: biases and LayerNorm */
    int npos;  /* learned position rows; 0 for rotary or none */
    int E;     /* experts; 0 for dense */
    int topk;  /* experts a token goes through; 0 when E is 0 */
};

/* --- parameters ------------------------------------------------------------------------------- */

/* All of them, shared memory counted once. */
int64_t p_total(struct tcfg c);

/* Those that multiply an activation when one token passes through: the matrices of the layers (of
 * the experts only `topk`, and the router) and the LM head, tied or not. Not the embedding, which
 * is a look-up, nor position rows, norms or biases. */
int64_t p_matmul(struct tcfg c);

/* --- work ------------------------------------------------------------------------------------- */

/* FLOP of a forward pass over B sequences of S tokens with logits for every position: 2 for each
 * parameter of p_matmul and token, and the two products of attention, QK^T and PV. causal = 0: each
 * of the S queries meets S keys. causal = 1: query i meets the i keys up to its own, i = 1..S.
 * Softmax, norms and activations are left out. */
double f_fwd(struct tcfg c, int64_t B, int64_t S, int causal);

/* FLOP of training N parameters on D tokens by the rule of thumb. */
double train_flops(double N, double D);

/* Model FLOP utilisation of training: what the model needs for tok_s tokens a second, by the same
 * rule, over what the machine could do. A fraction, not per cent. */
double mfu(double tok_s, double N, double peak);

/* The parameters and tokens that a budget of C FLOP is best spent on: D = 20 N and C = 6 N D. */
void chinchilla(double C, double *N, double *D);

/* Sequence length at which the two products of attention cost as much as all of p_matmul. When
 * causal, take half of S*S pairs (drop the diagonal's half). INFINITY for a model without attention
 * layers. */
double seq_crossover(struct tcfg c, int causal);

/* --- memory ----------------------------------------------------------------------------------- */

/* Bytes of the cache of keys and values, B sequences of S tokens. */
int64_t kv_bytes(struct tcfg c, int64_t B, int64_t S, int b);

/* Bytes of activations that training keeps for the backward pass, on one of tp devices, all layers,
 * for b sequences of s tokens in 16-bit precision with one-byte dropout masks. The layer is the
 * classic one: H*hd = d, Hkv = H, MLP of 4d with GELU, dropout; tcfg gives L, d and H, the rest is
 * not looked at. Kept by one layer, in bytes (tp divides d and H, and s when sp = 1):
 *
 *   s*b*d * ( 10        inputs of the norms 4, of QKV 2, of the MLP's first matrix 2, two masks;
 *                       whole on each device, or 1/tp of it with sequence parallelism (sp = 1)
 *           + 24 / tp   Q, K, V 6; the output projection's input 2; GELU's input 8, output 8 )
 *   + 5*H*s*s*b / tp    softmax output 2, its dropped-out copy 2, the mask 1
 *
 * ckpt = 0  nothing recomputed: all of it.
 * ckpt = 1  selective: attention's core is recomputed, so the last line is not kept.
 * ckpt = 2  full: only the layer's input, 2*s*b*d, or 1/tp of it with sp = 1. */
int64_t act_bytes(struct tcfg c, int64_t s, int64_t b, int tp, int sp, int ckpt);

#endif
