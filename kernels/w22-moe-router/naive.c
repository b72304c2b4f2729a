/*
 * naive.c: the router as one writes it first. Each token walks through the whole of Wg, all experts are sorted to
 * find k of them, capacity is dealt out expert by expert, and expert choice sorts all tokens. The rest is the
 * reference's.
 */
#define gate_topk ref_gate_topk
#define assign_capacity ref_assign_capacity
#define expert_choice ref_expert_choice
#include "ref.c"
#undef gate_topk
#undef assign_capacity
#undef expert_choice

int gate_topk(int T, int d, int E, int k, const float *x, const float *Wg, int32_t *idx, float *w);
int assign_capacity(int T, int E, int k, int cap, const int32_t *idx, int32_t *slot, int32_t *wanted);
int expert_choice(int T, int E, int cap, const float *score, int32_t *tok);

struct scored {
    float z;
    int at;
};

static int better_first(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;
    return x->z != y->z ? (x->z < y->z ? 1 : -1) : x->at - y->at;
}

int gate_topk(int T, int d, int E, int k, const float *x, const float *Wg, int32_t *idx, float *w)
{
    int rejected = 0;
    for (int t = 0; t < T; t++) {
        struct scored s[EXPERTS_MOST];
        float z[EXPERTS_MOST], sum = 0;
        int bad = 0;
        for (int e = 0; e < E; e++) {
            z[e] = 0;
            for (int i = 0; i < d; i++)
                z[e] += x[t * d + i] * Wg[i * E + e];
            s[e] = (struct scored){ z[e], e };
            bad |= !isfinite(z[e]);
        }
        rejected += bad;
        if (!bad)
            qsort(s, (size_t)E, sizeof *s, better_first);
        for (int j = 0; j < k; j++) {
            idx[t * k + j] = bad ? -1 : s[j].at;
            sum += w[t * k + j] = bad ? 0 : expf(s[j].z - s[0].z);
        }
        for (int j = 0; j < k && !bad; j++)
            w[t * k + j] /= sum;
    }
    return rejected;
}

int assign_capacity(int T, int E, int k, int cap, const int32_t *idx, int32_t *slot, int32_t *wanted)
{
    int dropped = 0;
    for (int i = 0; i < T * k; i++)
        slot[i] = -1;
    for (int e = 0; e < E; e++) {
        wanted[e] = 0;
        for (int j = 0; j < k; j++)
            for (int t = 0; t < T; t++)
                if (idx[t * k + j] == e && wanted[e]++ < cap)
                    slot[t * k + j] = e * cap + wanted[e] - 1;
        dropped += wanted[e] > cap ? wanted[e] - cap : 0;
    }
    return dropped;
}

int expert_choice(int T, int E, int cap, const float *score, int32_t *tok)
{
    struct scored *s = calloc((size_t)T + 1, sizeof *s);
    int nobody = T, *taken = calloc((size_t)T + 1, sizeof *taken);
    for (int e = 0; e < E; e++) {
        for (int t = 0; t < T; t++)
            s[t] = (struct scored){ score[t * E + e], t };
        qsort(s, (size_t)T, sizeof *s, better_first);
        for (int j = 0; j < cap; j++)
            tok[e * cap + j] = j < T ? s[j].at : -1;
        for (int j = 0; j < cap && j < T; j++)
            nobody -= !taken[s[j].at], taken[s[j].at] = 1;
    }
    free(s);
    free(taken);
    return nobody;
}
