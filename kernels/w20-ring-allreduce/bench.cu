/*
 * bench.cu: an all-reduce over peer memory against NCCL's, on the GPUs of one host, in one process with a thread a GPU.
 * It needs no header of NCCL, and loads libnccl.so.2 when it runs (RIDGE_NCCL=/path/libnccl.so.2 names it).
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90 -o /tmp/w20 kernels/w20-ring-allreduce/bench.cu -ldl -lpthread && /tmp/w20 2
 *
 * The argument is the number of GPUs (2); a second one, tune, tries grids first.
 *
 * Three algorithms of ours, fp32, out of place, all of whose blocks are on the GPU at once:
 *
 *   one shot   each GPU reads everybody's data and adds up. One wait, and P - 1 times the data over its link.
 *   direct     each GPU adds up the part that it owns, reading it from all, and writes the sum to all: a reduce-scatter
 *              by reads and an all-gather by writes in one pass, 2(P-1)/P of the data each way.
 *   ring       P - 1 steps of pushing sums to the right-hand neighbour, then P - 1 of pushing the result.
 *
 * Blocks with the same number on all GPUs talk by flags in each other's memory. A flag holds the number of the call, so
 * none is ever cleared. Times are medians over rounds in which ours and NCCL's take turns; of a round the slowest GPU's
 * time between two events counts. Every algorithm's result is checked at every size, before and after it is timed.
 * NCCL's sums in the switch (NVLS) are off. Ours may use all SMs, and NCCL takes a few tens by the links that it finds; so the ring is timed with 32
 * blocks, too.
 */
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <vector>

#include <cuda_runtime.h>

enum { MOST = 8, FLAGS = 16, MOST_BLOCKS = 1056, ROUNDS = 7, LEAST_LOG = 10, MOST_LOG = 30 };

#define CUDA(call)                                                                                                     \
    do {                                                                                                               \
        cudaError_t e_ = (call);                                                                                       \
        if (e_ != cudaSuccess) {                                                                                       \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_));                     \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

/* ---- on the GPU ------------------------------------------------------------------------------------------------ */

struct peers { /* what each GPU's kernels see of all GPUs */
    const float4 *in[MOST];
    float4 *out[MOST];
    float4 *scratch[MOST];
    unsigned *flag[MOST]; /* [MOST_BLOCKS][FLAGS] */
    int P, me;
};

__device__ static void tell(unsigned *flag, unsigned call)
{
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(flag), "r"(call) : "memory");
}

__device__ static void await(const unsigned *flag, unsigned call)
{
    unsigned seen;
    do
        asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while ((int)(seen - call) < 0);
}

/* This block's number on all GPUs: each tells all others with flags from `base` on, and waits for all. */
__device__ static void meet(const peers &p, int base, unsigned call)
{
    __syncthreads();
    int k = threadIdx.x;
    if (k < p.P && k != p.me) {
        __threadfence_system();
        tell(p.flag[k] + blockIdx.x * FLAGS + base + p.me, call);
        await(p.flag[p.me] + blockIdx.x * FLAGS + base + k, call);
    }
    __syncthreads();
}

__device__ static float4 fetch(const float4 *p)
{
    float4 v;
    asm volatile("ld.volatile.global.v4.f32 {%0,%1,%2,%3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
    return v;
}

__device__ static float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__device__ static size_t part(size_t n, int P, int k)
{
    return n / P * k + min((size_t)k, n % P);
}

/* The sum of [from, to) over all GPUs: rank 0's first, so that all have the same bits. To one GPU's out, or to all. */
template <int U, bool ALL> __device__ static void add_up(const peers &p, size_t from, size_t to)
{
    size_t step = (size_t)gridDim.x * blockDim.x, k = from + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; k + (U - 1) * step < to; k += U * step) {
        float4 v[U];
        for (int r = 0; r < p.P; r++) {
            float4 w[U];
#pragma unroll
            for (int u = 0; u < U; u++)
                w[u] = fetch(p.in[r] + k + u * step);
#pragma unroll
            for (int u = 0; u < U; u++)
                v[u] = r ? v[u] + w[u] : w[u];
        }
        for (int r = 0; r < p.P; r++)
#pragma unroll
            for (int u = 0; u < U; u++)
                if (ALL || r == p.me)
                    p.out[r][k + u * step] = v[u];
    }
    for (; k < to; k += step) {
        float4 v = fetch(p.in[0] + k);
        for (int r = 1; r < p.P; r++)
            v = v + fetch(p.in[r] + k);
        for (int r = 0; r < p.P; r++)
            if (ALL || r == p.me)
                p.out[r][k] = v;
    }
}

__global__ void one_shot(peers p, size_t n, unsigned call)
{
    meet(p, 0, call);
    add_up<1, false>(p, 0, n);
    meet(p, 8, call); /* nobody's input changes before all have read it */
}

template <int U> __global__ void __launch_bounds__(1024) direct(peers p, size_t n, unsigned call)
{
    meet(p, 0, call);
    add_up<U, true>(p, part(n, p.P, p.me), part(n, p.P, p.me + 1));
    meet(p, 8, call);
}

/* to[k] = a[k] (+ b[k]) for this block's elements of [from, end); with `keep` also there. */
template <int U>
__device__ static void push(float4 *to, float4 *keep, const float4 *a, const float4 *b, size_t from, size_t end)
{
    size_t step = (size_t)gridDim.x * blockDim.x, k = from + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; k < end; k += U * step) {
        float4 v[U];
#pragma unroll
        for (int u = 0; u < U; u++)
            if (k + u * step < end)
                v[u] = b ? a[k + u * step] + fetch(b + k + u * step) : fetch(a + k + u * step);
#pragma unroll
        for (int u = 0; u < U; u++)
            if (k + u * step < end) {
                to[k + u * step] = v[u];
                if (keep)
                    keep[k + u * step] = v[u];
            }
    }
}

/* After step s this block's part is with the right-hand neighbour; go on when the left-hand one's is here. */
__device__ static void next(const peers &p, int s, unsigned call)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence_system();
        tell(p.flag[(p.me + 1) % p.P] + blockIdx.x * FLAGS + s, call);
        await(p.flag[p.me] + blockIdx.x * FLAGS + s, call);
    }
    __syncthreads();
}

template <int U> __global__ void __launch_bounds__(1024) ring(peers p, size_t n, unsigned call)
{
    int right = (p.me + 1) % p.P;
    const float4 *in = p.in[p.me], *got = p.scratch[p.me];
    for (int s = 0; s < p.P - 1; s++, next(p, s - 1, call)) { /* the sum of a part goes on, with this GPU's own added */
        int k = (p.me - s - 1 + p.P) % p.P;
        push<U>(p.scratch[right], nullptr, in, s ? got : nullptr, part(n, p.P, k), part(n, p.P, k + 1));
    }
    for (int s = 0; s < p.P - 1; s++, next(p, p.P - 2 + s, call)) { /* the whole sums go round */
        int k = (p.me - s + p.P) % p.P;
        size_t from = part(n, p.P, k), to = part(n, p.P, k + 1);
        if (s == 0)
            push<U>(p.out[right], p.out[p.me], in, got, from, to);
        else
            push<U>(p.out[right], nullptr, p.out[p.me], nullptr, from, to);
    }
}

/* Whole numbers below 64: their sums are exact in every order. */
__host__ __device__ static float value(size_t k, int rank)
{
    return (float)((k * 2654435761u + rank * 40503u) >> 7 & 63);
}

__global__ void fill(float *x, size_t n, int rank)
{
    for (size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += (size_t)gridDim.x * blockDim.x)
        x[k] = value(k, rank);
}

__global__ void compare(const float *x, size_t n, int P, unsigned long long *bad)
{
    for (size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += (size_t)gridDim.x * blockDim.x) {
        float want = 0;
        for (int r = 0; r < P; r++)
            want += value(k, r);
        if (x[k] != want)
            atomicAdd(bad, 1ull);
    }
}

/* ---- NCCL, by its own names ------------------------------------------------------------------------------------- */

static struct {
    int (*init)(void **, int, const int *);
    int (*all_reduce)(const void *, void *, size_t, int, int, void *, cudaStream_t);
    int (*version)(int *);
    const char *(*text)(int);
} nccl;

static int find_nccl(void)
{
    const char *names[] = { getenv("RIDGE_NCCL"), "libnccl.so.2", "/usr/local/cuda/lib/libnccl.so.2",
                            "/usr/local/cuda/lib64/libnccl.so.2", "/usr/lib/x86_64-linux-gnu/libnccl.so.2" };
    void *so = nullptr;
    for (const char *name : names)
        if (!so && name)
            so = dlopen(name, RTLD_NOW);
    if (!so)
        return 0;
    *(void **)&nccl.init = dlsym(so, "ncclCommInitAll");
    *(void **)&nccl.all_reduce = dlsym(so, "ncclAllReduce");
    *(void **)&nccl.version = dlsym(so, "ncclGetVersion");
    *(void **)&nccl.text = dlsym(so, "ncclGetErrorString");
    return nccl.init && nccl.all_reduce && nccl.version && nccl.text;
}

/* ---- one GPU's thread ------------------------------------------------------------------------------------------- */

struct way { /* an algorithm and its launch */
    const char *name;
    void (*kernel)(peers, size_t, unsigned); /* NULL: NCCL */
    int blocks, threads;
};

struct gpu {
    int me;
    peers see;
    float *in, *out;
    unsigned long long *bad;
    void *comm;
    cudaStream_t stream;
    cudaEvent_t begin, end;
};

static gpu g[MOST];
static int P;
static pthread_barrier_t everybody;

static struct { /* what all threads do next */
    way w;
    size_t bytes;
    int times, quit;
} job;
static unsigned calls;
static float spent_ms[MOST];
static unsigned long long wrong[MOST];

static void launch(gpu *x, unsigned call)
{
    size_t n = job.bytes / sizeof(float4);
    if (job.w.kernel) {
        size_t most = (n + job.w.threads - 1) / job.w.threads;
        int blocks = (int)std::max<size_t>(1, std::min<size_t>(job.w.blocks, most));
        job.w.kernel<<<blocks, job.w.threads, 0, x->stream>>>(x->see, n, call);
        CUDA(cudaGetLastError());
        return;
    }
    int rc = nccl.all_reduce(x->in, x->out, job.bytes / 4, 7 /* ncclFloat32 */, 0 /* ncclSum */, x->comm, x->stream);
    if (rc) {
        fprintf(stderr, "ncclAllReduce: %s\n", nccl.text(rc));
        exit(1);
    }
}

static void *work(void *arg)
{
    gpu *x = (gpu *)arg;
    CUDA(cudaSetDevice(x->me));
    for (;;) {
        pthread_barrier_wait(&everybody);
        if (job.quit)
            return nullptr;
        unsigned call = calls;
        CUDA(cudaMemsetAsync(x->out, 0xff, job.bytes, x->stream));
        CUDA(cudaStreamSynchronize(x->stream));
        pthread_barrier_wait(&everybody);
        launch(x, ++call); /* everybody is there when the first timed call begins */
        CUDA(cudaEventRecord(x->begin, x->stream));
        for (int k = 0; k < job.times; k++)
            launch(x, ++call);
        CUDA(cudaEventRecord(x->end, x->stream));
        CUDA(cudaStreamSynchronize(x->stream));
        CUDA(cudaEventElapsedTime(&spent_ms[x->me], x->begin, x->end));
        CUDA(cudaMemsetAsync(x->bad, 0, sizeof *x->bad, x->stream));
        compare<<<264, 512, 0, x->stream>>>(x->out, job.bytes / 4, P, x->bad);
        CUDA(cudaMemcpyAsync(&wrong[x->me], x->bad, sizeof *x->bad, cudaMemcpyDeviceToHost, x->stream));
        CUDA(cudaStreamSynchronize(x->stream));
        pthread_barrier_wait(&everybody);
    }
}

/* Microseconds of one all-reduce, of the slowest GPU; a wrong sum ends the program. */
static double one_round(const way &w, size_t bytes, int times)
{
    job = { w, bytes, times, 0 };
    pthread_barrier_wait(&everybody);
    pthread_barrier_wait(&everybody);
    pthread_barrier_wait(&everybody);
    calls += times + 1;
    float most = 0;
    for (int r = 0; r < P; r++) {
        most = std::max(most, spent_ms[r]);
        if (wrong[r]) {
            printf("%s, %zu B: %llu elements of GPU %d are wrong\n", w.name, bytes, wrong[r], r);
            exit(1);
        }
    }
    return most * 1e3 / times;
}

static int times_of(size_t bytes)
{
    return bytes <= 1 << 20 ? 50 : bytes <= 64 << 20 ? 20 : 8;
}

static double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

/* All ways in turns. */
static std::vector<double> race(const std::vector<way> &ways, size_t bytes, int rounds)
{
    std::vector<std::vector<double>> us(ways.size());
    for (int k = -1; k < rounds; k++)
        for (size_t w = 0; w < ways.size(); w++) {
            double t = one_round(ways[w], bytes, k < 0 ? 2 : times_of(bytes));
            if (k >= 0)
                us[w].push_back(t);
        }
    std::vector<double> m;
    for (auto &v : us)
        m.push_back(median(v));
    return m;
}

static double bus(size_t bytes, double us)
{
    return 2.0 * (P - 1) / P * (double)bytes / us / 1e3;
}

/* ---- the fit ------------------------------------------------------------------------------------------------------ */

/* t = 2(P-1)(alpha + S/(P beta)), least squares of predicted/measured - 1. */
static void fit(const char *name, const std::vector<double> &bytes, const std::vector<double> &us)
{
    double uu = 0, uv = 0, vv = 0, u1 = 0, v1 = 0, worst = 0, sum = 0;
    for (size_t k = 0; k < us.size(); k++) {
        double u = 2.0 * (P - 1) / us[k], v = u * bytes[k] / P;
        uu += u * u, uv += u * v, vv += v * v, u1 += u, v1 += v;
    }
    double det = uu * vv - uv * uv, alpha = (u1 * vv - v1 * uv) / det, per = (v1 * uu - u1 * uv) / det;
    for (size_t k = 0; k < us.size(); k++) {
        double off = 2.0 * (P - 1) * (alpha + bytes[k] / P * per) / us[k] - 1;
        worst = std::max(worst, std::fabs(off)), sum += off * off;
    }
    printf("  %-14s alpha %6.2f µs, beta %6.1f GB/s; root mean square off by %4.1f %%, at most %4.1f %%; half at %.2f MB\n",
           name, alpha, 1e-3 / per, 100 * std::sqrt(sum / us.size()), 100 * worst, alpha * P / per / 1e6);
}

/* ---- all together -------------------------------------------------------------------------------------------------- */

static void set_up(bool with_nccl)
{
    size_t most = (size_t)1 << MOST_LOG;
    for (int r = 0; r < P; r++) {
        CUDA(cudaSetDevice(r));
        for (int k = 0; k < P; k++) {
            int can = k == r;
            if (k != r)
                CUDA(cudaDeviceCanAccessPeer(&can, r, k));
            if (!can) {
                printf("GPU %d cannot reach GPU %d's memory: nothing to measure\n", r, k);
                exit(77);
            }
            if (k != r)
                CUDA(cudaDeviceEnablePeerAccess(k, 0));
        }
        float4 *scratch;
        unsigned *flag;
        g[r].me = r;
        CUDA(cudaMalloc(&g[r].in, most));
        CUDA(cudaMalloc(&g[r].out, most));
        CUDA(cudaMalloc(&scratch, most));
        CUDA(cudaMalloc(&flag, sizeof(unsigned) * MOST_BLOCKS * FLAGS));
        CUDA(cudaMalloc(&g[r].bad, sizeof *g[r].bad));
        CUDA(cudaMemset(flag, 0, sizeof(unsigned) * MOST_BLOCKS * FLAGS));
        CUDA(cudaStreamCreateWithFlags(&g[r].stream, cudaStreamNonBlocking));
        CUDA(cudaEventCreate(&g[r].begin));
        CUDA(cudaEventCreate(&g[r].end));
        fill<<<264, 512>>>(g[r].in, most / 4, r);
        CUDA(cudaDeviceSynchronize());
        for (int k = 0; k < P; k++) {
            g[k].see.in[r] = (const float4 *)g[r].in;
            g[k].see.out[r] = (float4 *)g[r].out;
            g[k].see.scratch[r] = scratch;
            g[k].see.flag[r] = flag;
        }
        g[r].see.P = P;
        g[r].see.me = r;
    }
    void *comm[MOST];
    int device[MOST], version = 0;
    for (int r = 0; r < P; r++)
        device[r] = r;
    if (with_nccl) {
        int rc = nccl.init(comm, P, device);
        if (rc) {
            printf("ncclCommInitAll: %s\n", nccl.text(rc));
            exit(1);
        }
        nccl.version(&version);
        for (int r = 0; r < P; r++)
            g[r].comm = comm[r];
    }
    cudaDeviceProp prop;
    CUDA(cudaGetDeviceProperties(&prop, 0));
    printf("%d x %s, %d SMs; ", P, prop.name, prop.multiProcessorCount);
    printf(with_nccl ? "NCCL %d.%d.%d, sums in the switch off\n" : "no libnccl.so.2 here: ours alone\n", version / 10000,
           version / 100 % 100, version % 100);
}

/* Blocks, threads and how many vectors a thread has under way, at two sizes. */
static void tune(void)
{
    printf("\n  bus bandwidth, GB/s      256 MiB                    1 GiB\n  blocks threads vectors    direct      ring     direct"
           "      ring\n");
    for (int threads = 256; threads <= 1024; threads *= 2)
        for (int blocks : { 16, 32, 64, 132, 264 })
            for (int u : { 2, 4, 8 }) {
                if ((size_t)blocks * threads > 132 * 1024)
                    continue;
                way d = { "direct", u == 2 ? direct<2> : u == 4 ? direct<4> : direct<8>, blocks, threads };
                way r = { "ring", u == 2 ? ring<2> : u == 4 ? ring<4> : ring<8>, blocks, threads };
                auto a = race({ d, r }, (size_t)1 << 28, 3), b = race({ d, r }, (size_t)1 << 30, 1);
                printf("  %6d %7d %7d  %8.1f  %8.1f   %8.1f  %8.1f\n", blocks, threads, u, bus((size_t)1 << 28, a[0]),
                       bus((size_t)1 << 28, a[1]), bus((size_t)1 << 30, b[0]), bus((size_t)1 << 30, b[1]));
            }
}

enum { ONE_SHOT_B = 256 << 10, DIRECT_B = 1 << 20, LARGE_B = 16 << 20 }; /* as far as each algorithm is ours */
enum { ONE_SHOT, DIRECT, RING, FEW_BLOCKS, NCCL, WAYS };

static void sweep(bool with_nccl)
{
    const way ways[WAYS] = { { "one shot", one_shot, 32, 512 }, { "direct", direct<4>, 132, 512 },
                             { "ring", ring<4>, 132, 512 }, { "ring of 32 blocks", ring<4>, 32, 1024 },
                             { "NCCL", nullptr, 0, 0 } };
    std::vector<double> bytes, ours, theirs, few;
    printf("\n  medians of %d rounds; ours: one shot up to %d KiB, direct up to %d, then the ring on all SMs\n"
           "             time, µs                                              bus bandwidth, GB/s\n"
           "  %10s  %9s %9s %9s %9s %9s   %8s %8s %8s   %s\n", ROUNDS, ONE_SHOT_B >> 10, DIRECT_B >> 10, "KiB",
           "one shot", "direct", "ring", "ring, 32", "NCCL", "ours", "ring, 32", "NCCL", "ours/NCCL");
    for (int k = LEAST_LOG; k <= MOST_LOG; k += 2) {
        size_t S = (size_t)1 << k;
        std::vector<way> now;
        std::vector<int> which;
        for (int w = 0; w < WAYS; w++)
            if ((w != ONE_SHOT || S <= LARGE_B) && (w != NCCL || with_nccl)) { /* one shot sends P - 1 times the data */
                now.push_back(ways[w]);
                which.push_back(w);
            }
        auto took = race(now, S, ROUNDS);
        double us[WAYS] = { NAN, NAN, NAN, NAN, NAN };
        for (size_t w = 0; w < which.size(); w++)
            us[which[w]] = took[w];
        double mine = us[S <= ONE_SHOT_B ? ONE_SHOT : S <= DIRECT_B ? DIRECT : RING];
        printf("  %10zu  %9.2f %9.2f %9.2f %9.2f %9.2f   %8.2f %8.2f %8.2f   %.3f\n", S >> 10, us[ONE_SHOT], us[DIRECT],
               us[RING], us[FEW_BLOCKS], us[NCCL], bus(S, mine), bus(S, us[FEW_BLOCKS]), bus(S, us[NCCL]),
               us[NCCL] / mine);
        bytes.push_back((double)S), ours.push_back(mine), few.push_back(us[FEW_BLOCKS]), theirs.push_back(us[NCCL]);
    }
    printf("\n  t = 2(P-1)(alpha + S/(P beta)), fitted to all sizes by least squares of predicted/measured - 1\n");
    fit("ours", bytes, ours);
    fit("ring, 32", bytes, few);
    if (with_nccl)
        fit("NCCL", bytes, theirs);
}

int main(int argc, char **argv)
{
    int have = 0;
    setvbuf(stdout, nullptr, _IOLBF, 0);
    setenv("NCCL_NVLS_ENABLE", "0", 1);
    if (cudaGetDeviceCount(&have) != cudaSuccess || have < 2) {
        printf("skipped: this host has %d GPUs, and two are the least\n", have);
        return 77;
    }
    P = argc > 1 ? atoi(argv[1]) : 2;
    if (P < 2 || P > have || P > MOST) {
        printf("skipped: %d GPUs were asked for, this host has %d\n", P, have);
        return 77;
    }
    bool with_nccl = find_nccl();
    set_up(with_nccl);
    pthread_t thread[MOST];
    pthread_barrier_init(&everybody, nullptr, (unsigned)P + 1);
    for (int r = 0; r < P; r++)
        pthread_create(&thread[r], nullptr, work, &g[r]);
    if (argc > 2 && !strcmp(argv[2], "tune"))
        tune();
    sweep(with_nccl);
    job.quit = 1;
    pthread_barrier_wait(&everybody);
    for (int r = 0; r < P; r++)
        pthread_join(thread[r], nullptr);
    return 0;
}
