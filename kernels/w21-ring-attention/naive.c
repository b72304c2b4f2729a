/*
 * Attention over parts, as simply as it goes: every rank gathers all keys and values, and attends to them at once.
 * Right, with P times the memory; nothing goes on while the gathering does. The rest is the reference's, which says what
 * to do about it.
 */
#define NAIVE
#include "ref.c"

/* The keys or values of all ranks, in the order of ranks. */
static float *gather(comm_t *comm, const float *part, int64_t n)
{
    float *all = room(comm_size(comm) * n);
    comm_all_gather(comm, part, all, n, COMM_F32);
    return all;
}

void ring_attn(comm_t *comm, const struct heads *h, int64_t c, int causal, int zigzag, const float *Q, const float *K,
               const float *V, float *O, float *LSE)
{
    int P = comm_size(comm);
    int64_t n = c * h->Hkv * h->d, *q_at = malloc((size_t)(c + P * c) * sizeof *q_at), *k_at = q_at + c;
    float *k = gather(comm, K, n), *v = gather(comm, V, n);
    places(c, P, zigzag, comm_rank(comm), q_at);
    for (int r = 0; r < P; r++)
        places(c, P, zigzag, r, k_at + r * c);
    attend(h, c, P * c, Q, k, v, causal ? q_at : NULL, k_at, O, LSE);
    comm_free(v);
    comm_free(k);
    free(q_at);
}

int ulysses(comm_t *comm, const struct heads *h, int64_t c, int causal, const float *Q, const float *K, const float *V,
            float *O)
{
    int64_t first;
    if (!dealt(h, comm_size(comm), 0, &first))
        return -1;
    float *lse = room(c * h->H);
    ring_attn(comm, h, c, causal, 0, Q, K, V, O, lse);
    comm_free(lse);
    return 0;
}

void boundary(comm_t *comm, int64_t T, int64_t h, const float *part, const float *gain, float *x, float *y)
{
    int64_t own = T / comm_size(comm);
    float *sum = room(T * h);
    comm_all_reduce(comm, part, sum, T * h, COMM_F32, COMM_SUM);
    for (int64_t k = 0; k < own * h; k++)
        x[k] += sum[comm_rank(comm) * own * h + k];
    comm_all_gather(comm, x, y, own * h, COMM_F32);
    for (int64_t t = 0; t < T; t++) {
        float square = 0;
        for (int64_t k = 0; k < h; k++)
            square += y[t * h + k] * y[t * h + k];
        for (int64_t k = 0; k < h; k++)
            y[t * h + k] *= gain[k] / sqrtf(square / (float)h + 1e-5f);
    }
    comm_free(sum);
}
