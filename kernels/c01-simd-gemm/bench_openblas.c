/*
 * bench_openblas: our sgemm_packed against OpenBLAS, one thread, in pairs.
 *
 *     bench_openblas [n [pairs]]        default 1024 61
 *
 * Two programs timed one after the other on a shared machine differ by whatever the machine did in
 * between. So: one process, one set of matrices, the two in turn and in drawn order, time by the
 * thread's own CPU clock, and the median of the ratios within a pair, with a bootstrap interval.
 *
 * OpenBLAS picks its kernels by CPU model and falls back to an older core for one that it does not
 * know. Debian 12's 0.3.21 takes recent Intel server cores for Haswell and leaves half of their
 * vector width unused. OPENBLAS_CORETYPE names the core; we set it unless the user did.
 *
 * Exits 0 whatever the ratio is, also when there is no OpenBLAS to compare with (it says so), and
 * 1 when a result is wrong.
 *
 * Compile with another ladder file by -DLADDER='"opt.c"'.
 */
#ifndef LADDER
#define LADDER "ref.c"
#endif
#include LADDER

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

enum { ROW_MAJOR = 101, NO_TRANS = 111, MAX_PAIRS = 1001, RESAMPLES = 1000 };

typedef void cblas_sgemm_fn(int order, int ta, int tb, int M, int N, int K, float alpha,
                            const float *A, int lda, const float *B, int ldb, float beta, float *C,
                            int ldc);

struct blas {
    cblas_sgemm_fn *sgemm;
    char *(*corename)(void);
    char *(*config)(void);
    void (*threads)(int);
};

static uint64_t rng = 0x2545f4914f6cdd1du;

static uint32_t draw(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return (uint32_t)(rng >> 32);
}

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The kernels OpenBLAS should use here, by what the CPU can do rather than by its model number. */
static const char *core_type(void)
{
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return "SkylakeX";
    if (!lab_has_avx2())
        return __builtin_cpu_supports("avx") ? "Sandybridge" : "Nehalem";
    return __builtin_cpu_is("amd") ? "Zen" : "Haswell";
}

static int blas_open(struct blas *b)
{
    setenv("OPENBLAS_CORETYPE", core_type(), 0);
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    static const char *const names[] = { "libopenblas.so.0", "libopenblas.so" };
    void *h = NULL;
    for (size_t k = 0; !h && k < sizeof names / sizeof names[0]; k++)
        h = dlopen(names[k], RTLD_NOW | RTLD_LOCAL);
    if (!h)
        return -1;
    *(void **)&b->sgemm = dlsym(h, "cblas_sgemm");
    *(void **)&b->corename = dlsym(h, "openblas_get_corename");
    *(void **)&b->config = dlsym(h, "openblas_get_config");
    *(void **)&b->threads = dlsym(h, "openblas_set_num_threads");
    if (!b->sgemm)
        return -1;
    if (b->threads)
        b->threads(1);
    return 0;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, by_value);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* 95 % interval of the median: medians of samples drawn, with replacement, from the sample. */
static void interval(const double *v, int n, double *lo, double *hi)
{
    static double m[RESAMPLES], s[MAX_PAIRS];
    for (int r = 0; r < RESAMPLES; r++) {
        for (int k = 0; k < n; k++)
            s[k] = v[draw() % (uint32_t)n];
        m[r] = median(s, n);
    }
    qsort(m, RESAMPLES, sizeof *m, by_value);
    *lo = m[RESAMPLES / 40];
    *hi = m[RESAMPLES - 1 - RESAMPLES / 40];
}

static float *matrix(int n, int fill)
{
    float *m = aligned_alloc(PAGE, round_up((size_t)n * (size_t)n * sizeof *m, PAGE));
    for (size_t k = 0; m && k < (size_t)n * (size_t)n; k++) {
        float sum = 0; /* four uniform numbers: near enough to a normal one */
        for (int x = 0; fill && x < 4; x++)
            sum += (float)draw() * 0x1p-32f - 0.5f;
        m[k] = fill ? sum : NAN;
    }
    return m;
}

/* Largest difference, in units of the bound for a dot product of length n. */
static double worst(int n, const float *A, const float *B, const float *C)
{
    double most = 0;
    for (int x = 0; x < 4096; x++) {
        const size_t i = draw() % (uint32_t)n, j = draw() % (uint32_t)n;
        double sum = 0, size = 0;
        for (size_t k = 0; k < (size_t)n; k++) {
            const double term = (double)A[i * (size_t)n + k] * B[k * (size_t)n + j];
            sum += term;
            size += fabs(term);
        }
        const double d = fabs(C[i * (size_t)n + j] - sum) / (8 * 0x1p-24 * sqrt(n) * size);
        if (!(d <= most))
            most = d;
    }
    return most;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1024, pairs = argc > 2 ? atoi(argv[2]) : 61;
    if (n < 1 || n > 16384 || pairs < 3 || pairs > MAX_PAIRS) {
        fprintf(stderr, "usage: bench_openblas [n 1..16384 [pairs 3..%d]]\n", MAX_PAIRS);
        return 2;
    }
    float *A = matrix(n, 1), *B = matrix(n, 1), *C = matrix(n, 0), *D = matrix(n, 0);
    if (!A || !B || !C || !D) {
        fprintf(stderr, "bench_openblas: out of memory for n=%d\n", n);
        return 1;
    }
    const double gflop = 2e-9 * n * n * n;
    const struct kernel tile = best_kernel();
    printf("n=%d, one thread, thread CPU clock; our tile is %d x %d (%s)\n", n, tile.mr, tile.nr,
           LADDER);

    sgemm_packed(n, n, n, A, B, C);
    double bad = worst(n, A, B, C);

    struct blas blas = { 0 };
    static double ours[MAX_PAIRS], theirs[MAX_PAIRS], ratio[MAX_PAIRS];
    if (blas_open(&blas)) {
        printf("no OpenBLAS here (Debian: apt install libopenblas0): nothing to compare with\n");
    } else {
        printf("OpenBLAS: %s; core name %s (OPENBLAS_CORETYPE=%s)\n",
               blas.config ? blas.config() : "version unknown",
               blas.corename ? blas.corename() : "unknown", getenv("OPENBLAS_CORETYPE"));
        for (int k = -2; k < pairs; k++) { /* two pairs to warm up */
            const int first = (int)(draw() & 1);
            double t[2];
            for (int x = 0; x < 2; x++) {
                const int us = x ^ first;
                const double start = cpu_now();
                if (us)
                    sgemm_packed(n, n, n, A, B, C);
                else
                    blas.sgemm(ROW_MAJOR, NO_TRANS, NO_TRANS, n, n, n, 1, A, n, B, n, 0, D, n);
                t[us] = cpu_now() - start;
            }
            if (k >= 0) {
                ours[k] = t[1];
                theirs[k] = t[0];
                ratio[k] = t[0] / t[1];
            }
        }
        bad = fmax(bad, fmax(worst(n, A, B, C), worst(n, A, B, D)));
        double lo, hi;
        interval(ratio, pairs, &lo, &hi);
        printf("ours      %7.2f GFLOP/s median\n", gflop / median(ours, pairs));
        printf("openblas  %7.2f GFLOP/s median\n", gflop / median(theirs, pairs));
        printf("pairs %d  ratio ours/openblas %.3f  95%% interval [%.3f, %.3f]\n", pairs,
               median(ratio, pairs), lo, hi);
    }

    /* And against the textbook, the same way: so slow that a few pairs take long enough. */
    enum { FEW = 5 };
    int few = 0;
    for (double spent = 0; few < FEW && spent < 12; few++) {
        double t0 = cpu_now();
        sgemm_ijk(n, n, n, A, B, D);
        theirs[few] = cpu_now() - t0;
        t0 = cpu_now();
        sgemm_packed(n, n, n, A, B, C);
        ours[few] = cpu_now() - t0;
        ratio[few] = theirs[few] / ours[few];
        spent += theirs[few];
    }
    bad = fmax(bad, worst(n, A, B, D));
    const double times = median(ratio, few); /* sorts: the ends are the extremes */
    printf("naive ijk %7.2f GFLOP/s median; packed is %.1f times as fast "
           "(%d pairs, %.1f to %.1f)\n",
           gflop / median(theirs, few), times, few, ratio[0], ratio[few - 1]);
    if (!(bad <= 1)) {
        printf("WRONG: an element is off by %.3g times what rounding explains\n", bad);
        return 1;
    }
    return 0;
}
