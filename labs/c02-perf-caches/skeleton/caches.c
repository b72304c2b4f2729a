/*
 * caches.c: yours. lab.h says what each function must do.
 *
 * It compiles as it stands, and every answer is wrong. In order: the two models of part A on paper
 * first (three lines, one set of two ways), then part B, which needs them in your head, then part C:
 * there the plain program is quickly written, and `ridge profile` says what is wrong with it.
 */
#include "lab.h"

int64_t cache_run(int line, int sets, int ways, int64_t n, const uint64_t *address, uint8_t *miss)
{
    /* Per set: which lines, and when each was last used. A tag of 0 is a line too: mark empty ways. */
    (void)line, (void)sets, (void)ways, (void)n, (void)address, (void)miss;
    return -1;
}

int64_t branch_run(int history, int64_t n, const uint8_t *taken, uint8_t *miss)
{
    /* Predict, compare, move the counter that predicted, then shift the outcome into the history. */
    (void)history, (void)n, (void)taken, (void)miss;
    return -1;
}

void chain_build(int nodes, uint64_t seed, uint32_t *next)
{
    /* A random permutation usually falls into several rings. Sattolo's shuffle gives one. */
    (void)nodes, (void)seed, (void)next;
}

uint32_t chain_walk(int64_t steps, const uint32_t *next)
{
    (void)steps, (void)next;
    return 0;
}

void probe(machine_t *m, struct found *out)
{
    /* Line: load a, then a + d. Ways: addresses far apart. Sizes: a ring of nodes, walked twice. */
    (void)m;
    memset(out, 0, sizeof *out);
}

void sum_cols(int M, int N, const int32_t *A, int64_t *out)
{
    /* Profile: each line of A is fetched once. */
    (void)M, (void)N, (void)A, (void)out;
}

void table_pack(int n, const struct request *r, void *store)
{
    /* Which fields does table_step touch? Those together, the others elsewhere. */
    (void)n, (void)r, (void)store;
}

int64_t table_step(int n, void *store)
{
    (void)n, (void)store;
    return -1;
}

void table_get(int n, const void *store, int i, struct request *out)
{
    (void)n, (void)store, (void)i;
    memset(out, 0, sizeof *out);
}

int filter_ge(int n, const float *x, float t, float *out)
{
    /* What if you store always, and let the comparison decide whether that counts? */
    (void)n, (void)x, (void)t, (void)out;
    return -1;
}

int64_t *slot_of(void *area, int k)
{
    (void)k;
    return area;
}

int64_t count_ge(int threads, int n, const float *x, float t, void *area)
{
    (void)threads, (void)n, (void)x, (void)t, (void)area;
    return -1;
}
