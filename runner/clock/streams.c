/* streams.c: loops that read, copy and combine memory as fast as plain loads and stores go. */
#include "streams.h"

#if defined __x86_64__ && !defined __clang__
#define CLONES __attribute__((target_clones("avx2", "default"), noinline))
#else
#define CLONES __attribute__((noinline))
#endif

typedef float vec __attribute__((vector_size(32), aligned(4)));

CLONES double streams_read(const struct streams *r)
{
    const float *p = r->a;
    vec s0 = { 0 }, s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    for (size_t k = 0; k + 64 <= r->n; k += 64) {
        s0 += *(const vec *)(p + k);
        s1 += *(const vec *)(p + k + 8);
        s2 += *(const vec *)(p + k + 16);
        s3 += *(const vec *)(p + k + 24);
        s4 += *(const vec *)(p + k + 32);
        s5 += *(const vec *)(p + k + 40);
        s6 += *(const vec *)(p + k + 48);
        s7 += *(const vec *)(p + k + 56);
    }
    s0 += s1 + s2 + s3 + s4 + s5 + s6 + s7;
    *(volatile float *)r->c = s0[0];
    return 4.0 * (double)r->n;
}

CLONES double streams_copy(const struct streams *r)
{
    for (size_t k = 0; k + 8 <= r->n; k += 8)
        *(vec *)(r->b + k) = *(const vec *)(r->a + k);
    __asm__ volatile("" ::: "memory");
    return 8.0 * (double)r->n;
}

CLONES double streams_triad(const struct streams *r)
{
    const float q = 3.0f;
    for (size_t k = 0; k + 8 <= r->n; k += 8)
        *(vec *)(r->a + k) = *(const vec *)(r->b + k) + q * *(const vec *)(r->c + k);
    __asm__ volatile("" ::: "memory");
    return 12.0 * (double)r->n;
}
