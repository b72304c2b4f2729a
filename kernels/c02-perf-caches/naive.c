/*
 * naive.c: the four programs of part C as one writes them first; the rest is the reference's.
 *
 * sum_cols goes down the columns: M·N lines for M·N numbers, once the rows do not all fit. table_pack
 * copies, so that a step fetches 64 bytes of each request to use 16. filter_ge asks, and half of the
 * answers surprise the core. The slots of count_ge lie side by side in one line, and each element that
 * counts is a store to it.
 */
#define sum_cols ref_sum_cols
#define table_pack ref_table_pack
#define table_step ref_table_step
#define table_get ref_table_get
#define filter_ge ref_filter_ge
#define slot_of ref_slot_of
#define count_ge ref_count_ge
#include "ref.c"
#undef sum_cols
#undef table_pack
#undef table_step
#undef table_get
#undef filter_ge
#undef slot_of
#undef count_ge

void sum_cols(int M, int N, const int32_t *A, int64_t *out);
void table_pack(int n, const struct request *r, void *store);
int64_t table_step(int n, void *store);
void table_get(int n, const void *store, int i, struct request *out);
int filter_ge(int n, const float *x, float t, float *out);
int64_t *slot_of(void *area, int k);
int64_t count_ge(int threads, int n, const float *x, float t, void *area);

void sum_cols(int M, int N, const int32_t *A, int64_t *out)
{
    for (int j = 0; j < N; j++) {
        int64_t sum = 0;
        for (int i = 0; i < M; i++)
            sum += A[(size_t)i * (size_t)N + (size_t)j];
        out[j] = sum;
    }
}

void table_pack(int n, const struct request *r, void *store)
{
    memcpy(store, r, (size_t)n * sizeof *r);
}

int64_t table_step(int n, void *store)
{
    struct request *r = store;
    int64_t tokens = 0;
    for (int i = 0; i < n; i++) {
        if (r[i].state != RUNNING)
            continue;
        r[i].done++;
        if (r[i].done == r[i].limit)
            r[i].state = DONE;
        else
            tokens += (int64_t)r[i].prompt + r[i].done;
    }
    return tokens;
}

void table_get(int n, const void *store, int i, struct request *out)
{
    (void)n;
    *out = ((const struct request *)store)[i];
}

int filter_ge(int n, const float *x, float t, float *out)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (x[i] >= t)
            out[kept++] = x[i];
    return kept;
}

int64_t *slot_of(void *area, int k)
{
    return (int64_t *)area + k;
}

static void *count_shared(void *arg)
{
    const struct part *p = arg;
    volatile int64_t *slot = p->slot;
    *slot = 0;
    for (int i = 0; i < p->n; i++)
        if (p->x[i] >= p->t)
            ++*slot;
    return NULL;
}

int64_t count_ge(int threads, int n, const float *x, float t, void *area)
{
    pthread_t id[THREADS_MOST];
    struct part p[THREADS_MOST];
    int started[THREADS_MOST] = { 0 };
    int64_t sum = 0;
    for (int k = 0; k < threads; k++) {
        int from = (int)((int64_t)n * k / threads), to = (int)((int64_t)n * (k + 1) / threads);
        p[k] = (struct part){ x + from, to - from, t, slot_of(area, k) };
        started[k] = k && !pthread_create(&id[k], NULL, count_shared, &p[k]);
    }
    for (int k = 0; k < threads; k++)
        if (!started[k])
            count_shared(&p[k]);
    for (int k = 0; k < threads; k++) {
        if (started[k])
            pthread_join(id[k], NULL);
        sum += *p[k].slot;
    }
    return sum;
}
