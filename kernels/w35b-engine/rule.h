/*
 * rule.h: what stays of a cache by w30's rules, by their definitions: one entry after the other goes. Of one request;
 * what its queries gave is heard token by token. Include pass.h before.
 */
#ifndef W35B_RULE_H
#define W35B_RULE_H

#include <stdlib.h>

enum rule_kind { RULE_STREAM, RULE_H2O, RULE_SNAP }; /* as w30's lab.h */

struct rule {
    enum rule_kind kind;
    int budget, prompt, n; /* n entries now */
    int *at;               /* [n]: bytes of the text, rising */
    double *score;         /* [n] */
};

static inline int rule_least(int a, int b)
{
    return a < b ? a : b;
}

/* The entry of byte t is the newest one; `attn` [G][stride] is what its query gave to each. */
static inline void rule_hear(struct rule *r, int t, const float *attn, int G, size_t stride)
{
    int voters = rule_least(RULE_WINDOW, r->budget), votes = t < r->prompt && t >= r->prompt - voters;
    int n = r->kind == RULE_H2O ? r->n : r->kind == RULE_SNAP && votes ? rule_least(r->n, r->prompt - voters) : 0;
    for (int g = 0; g < G; g++)
        for (int j = 0; j < n; j++)
            r->score[j] += (double)attn[(size_t)g * stride + (size_t)j];
}

/* Counts become votes: each is the sum of those around it. */
static inline void rule_pool(struct rule *r, int n)
{
    double *count = malloc((size_t)r->n * sizeof *count);
    if (!count)
        abort();
    memcpy(count, r->score, (size_t)r->n * sizeof *count);
    for (int j = 0; j < n; j++) {
        r->score[j] = 0;
        for (int i = j - RULE_KERNEL / 2; i <= j + RULE_KERNEL / 2; i++)
            r->score[j] += i >= 0 && i < n ? count[i] : 0;
    }
    free(count);
}

static inline void rule_drop(struct rule *r, int k)
{
    r->n--;
    memmove(r->at + k, r->at + k + 1, (size_t)(r->n - k) * sizeof *r->at);
    memmove(r->score + k, r->score + k + 1, (size_t)(r->n - k) * sizeof *r->score);
}

/* Of lo .. hi - 1 stay those `k` with the highest scores, of equals the newer ones. */
static inline void rule_best(struct rule *r, int lo, int hi, int k)
{
    for (; hi - lo > k; hi--) {
        int worst = lo;
        for (int j = lo + 1; j < hi; j++)
            worst = r->score[j] < r->score[worst] ? j : worst;
        rule_drop(r, worst);
    }
}

/* After byte t. */
static inline void rule_select(struct rule *r, int t)
{
    int b = r->budget, sinks = rule_least(RULE_SINKS, b - 1), voters = rule_least(RULE_WINDOW, b);
    int after = t >= r->prompt;
    if (r->n <= b || (r->kind == RULE_SNAP && after))
        return;
    if (r->kind == RULE_STREAM) {
        rule_best(r, sinks, r->n - (b - sinks), 0);
    } else if (r->kind == RULE_H2O) {
        rule_best(r, 0, r->n - (b - b / 2), b / 2);
    } else {
        rule_pool(r, r->n - voters);
        rule_best(r, 0, r->n - voters, b - voters);
    }
}

#endif
