/*
 * policy.h: what part C trains. The policy is microlm's draft; a prompt is the beginning of a document of its language,
 * an answer the ANSWER bytes that the policy then says. The reward is a rule: 1 for an answer that opens no bracket,
 * binds no key and asks for none, else 0. Include it behind microlm's net.h and synthlang.h.
 */
#ifndef W28_POLICY_H
#define W28_POLICY_H

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { PROMPT = 4, ANSWER = 5, TEXT = PROMPT + ANSWER, BYTES = 256, DOCS = 32 };

static const struct microlm_shape draft_shape = { 64, 2, 2, 1, 32, 192, BYTES, 1024, 10000, 1e-5f };

static inline void prompt_of(const struct synth_lang *lang, uint64_t seed, uint8_t *text)
{
    synth_text(lang, seed, text, NULL, PROMPT);
}

static inline double reward_of(const uint8_t *text)
{
    for (int k = PROMPT; k < TEXT; k++)
        if (text[k] && strchr("([{<@?", text[k]))
            return 0;
    return 1;
}

/* A byte from the softmax of these logits. */
static inline int draw_byte(const float *z, uint64_t *rng)
{
    double sum = 0, at = 0, top = z[0];
    for (int v = 1; v < BYTES; v++)
        top = z[v] > top ? z[v] : top;
    for (int v = 0; v < BYTES; v++)
        sum += exp(z[v] - top);
    double u = synth_uniform(rng) * sum;
    for (int v = 0; v < BYTES; v++)
        if ((at += exp(z[v] - top)) > u)
            return v;
    return BYTES - 1;
}

/* The answers of n <= DOCS prompts, text [n][TEXT], of which the first PROMPT bytes are there. */
static inline void answer_all(struct net *net, const float *w, int n, uint8_t *text, uint64_t *rng)
{
    uint8_t so_far[DOCS * TEXT];
    for (int len = PROMPT; len < TEXT; len++) {
        for (int i = 0; i < n; i++)
            memcpy(so_far + i * len, text + i * TEXT, (size_t)len);
        const float *z = net_forward(net, w, so_far, n, len);
        for (int i = 0; i < n; i++)
            text[i * TEXT + len] = (uint8_t)draw_byte(z + ((size_t)i * (size_t)len + (size_t)len - 1) * BYTES, rng);
    }
}

#endif
