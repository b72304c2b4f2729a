/*
 * t.h: what the programs of this suite share. CUDA C++ that nvcc and the emulator both take.
 *
 * A program prints only what its device must give, so that two runs can be compared byte for byte:
 * t_is() compares device memory with values computed on the host and prints a hash of the bytes; t_near()
 * is for functions that CUDA documents with an error bound, and prints no digits. t_end() is main's last line.
 */
#ifndef T_H
#define T_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

static int t_bad;
static void *t_owned[256];
static int t_nowned;

static void t_check(cudaError_t e, const char *what, int line)
{
    if (e == cudaSuccess)
        return;
    t_bad++;
    printf("line %d: %s: %s\n", line, what, cudaGetErrorName(e));
}
#define CK(call) t_check((call), #call, __LINE__)

static void t_int(long long got, long long want, const char *what, int line)
{
    printf("%s = %lld\n", what, got);
    if (got != want) {
        t_bad++;
        printf("  line %d: wanted %lld\n", line, want);
    }
}
#define EQ(got, want) t_int((long long)(got), (long long)(want), #got, __LINE__)

static void t_text(const char *got, const char *want, const char *what, int line)
{
    printf("%s = %s\n", what, got);
    if (strcmp(got, want) != 0) {
        t_bad++;
        printf("  line %d: wanted %s\n", line, want);
    }
}
#define TEXT(got, want) t_text((got), (want), #got, __LINE__)
/* The name of a cudaError_t that a call must return. */
#define ERR(call, want) t_text(cudaGetErrorName(call), #want, #call, __LINE__)

/* n zeroed elements of device memory; t_end() frees them. */
template <class T> T *t_dev(int n)
{
    T *d = nullptr;
    CK(cudaMalloc(&d, n * sizeof(T)));
    CK(cudaMemset(d, 0, n * sizeof(T)));
    t_owned[t_nowned++] = d;
    return d;
}

/* n elements, the i-th being f(i). */
template <class T, class F> T *t_dev(int n, F f)
{
    T *h = (T *)malloc(n * sizeof(T));
    for (int i = 0; i < n; i++)
        h[i] = f(i);
    T *d = t_dev<T>(n);
    CK(cudaMemcpy(d, h, n * sizeof(T), cudaMemcpyHostToDevice));
    free(h);
    return d;
}

template <class T> T t_get(const T *d, int i = 0)
{
    T h;
    CK(cudaMemcpy(&h, d + i, sizeof h, cudaMemcpyDeviceToHost));
    return h;
}

static void t_hex(const void *p, size_t n)
{
    for (size_t i = n; i-- > 0;)
        printf("%02x", ((const unsigned char *)p)[i]);
}

/* Every element has the bits of want(i). */
template <class T, class F> void t_is(const char *name, const T *d, int n, F want)
{
    T *h = (T *)malloc(n * sizeof(T));
    memset((void *)h, 0xa5, n * sizeof(T));
    CK(cudaMemcpy(h, d, n * sizeof(T), cudaMemcpyDeviceToHost));
    unsigned long long x = 1469598103934665603ull;
    for (size_t i = 0; i < n * sizeof(T); i++)
        x = (x ^ ((unsigned char *)h)[i]) * 1099511628211ull;
    printf("%s [%d] %016llx\n", name, n, x);
    for (int i = 0; i < n; i++) {
        T w = want(i);
        if (memcmp((void *)&w, (void *)&h[i], sizeof(T)) == 0)
            continue;
        t_bad++;
        printf("  [%d] is 0x", i);
        t_hex(&h[i], sizeof(T));
        printf(", wanted 0x");
        t_hex(&w, sizeof(T));
        printf("\n");
        break;
    }
    free(h);
}

/* |got - want| <= rel * |want| + abs, infinities and NaN alike. */
template <class T, class F> void t_near(const char *name, const T *d, int n, double rel, double abs, F want)
{
    int bad = -1;
    for (int i = 0; i < n && bad < 0; i++) {
        double g = (double)t_get(d, i), w = (double)want(i);
        int good = std::isnan(w) ? std::isnan(g) : std::isinf(w) ? g == w : fabs(g - w) <= rel * fabs(w) + abs;
        if (!good) {
            printf("  %s [%d] is %.9g, wanted %.9g\n", name, i, g, w);
            bad = i;
        }
    }
    t_bad += bad >= 0;
    printf("%s [%d] near\n", name, n);
}

static inline unsigned t_bits(float f)
{
    unsigned u;
    memcpy(&u, &f, 4);
    return u;
}

static inline float t_float(unsigned u)
{
    float f;
    memcpy(&f, &u, 4);
    return f;
}

/* Frees, reports, and is what main returns. */
static int t_end(void)
{
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    while (t_nowned > 0)
        CK(cudaFree(t_owned[--t_nowned]));
    if (t_bad)
        printf("FAIL %d\n", t_bad);
    else
        puts("ok");
    return t_bad != 0;
}

#endif
