/*
 * bench.cu: the ladder on a GPU at the sizes of the lesson, outside the grader: it refills no inputs, so that a cache of
 * 1 GB is one allocation. First every rung against float64 on ragged shapes, then the rate of K and V beside a plain
 * copy in the same run: the median of 20 launches between events, three for the naive rung.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/w06b-paged-attn -I kernels/w06b-paged-attn -o /tmp/w06b \
 *        kernels/w06b-paged-attn/bench.cu && /tmp/w06b
 */
#include "../bench.cuh"
#include "lab.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define paged_attn naive_attn
#define paged_split naive_split
#define paged_merge naive_merge
namespace naive {
#include "naive.cu"
}
#undef paged_attn
#undef paged_split
#undef paged_merge
#undef LOG2E
#define paged_attn ref_attn
#define paged_split ref_split
#define paged_merge ref_merge
namespace ref {
#include "ref.cu"
}
#undef paged_attn
#undef paged_split
#undef paged_merge
#undef LOG2E
#define paged_attn opt_attn
#define paged_split opt_split
#define paged_merge opt_merge
namespace opt {
#include "opt.cu"
}
#undef paged_attn
#undef paged_split
#undef paged_merge

typedef void attn_fn(half *, const half *, const half *, const half *, const int *, const int *, int, int, int, int,
                     int, float);
typedef void split_fn(float *, float *, const half *, const half *, const half *, const int *, const int *, int, int,
                      int, int, int, float, int);
typedef void merge_fn(half *, const float *, const float *, int, int, int);

struct Kernels {
    const char *name;
    attn_fn *attn;
    split_fn *split;
    merge_fn *merge;
};
static const Kernels ladder[] = {
    {"naive", naive::naive_attn, naive::naive_split, naive::naive_merge},
    {"ref", ref::ref_attn, ref::ref_split, ref::ref_merge},
    {"opt", opt::opt_attn, opt::opt_split, opt::opt_merge},
};

static unsigned long long rng = 88172645463325252ull;
static unsigned rnd() {
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return (unsigned)(rng >> 32);
}

__global__ void fill(unsigned short *p, size_t n, unsigned seed) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull + seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z ^= z >> 27;
        p[i] = (unsigned short)((z & 0x87ff) | 0x3800);
    }
}

__global__ void copy(float4 *o, const float4 *i, size_t n) {
    for (size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += (size_t)gridDim.x * blockDim.x)
        o[k] = i[k];
}

struct Problem {
    int b, H, Hkv, hd, bs, len, chunk, max_blk, splits;
    size_t blocks, tokens;
    float scale;
    half *Q, *K, *V, *O;
    int *bt, *lens;
    float *part, *lse;
    std::vector<int> hbt, hlen;

    Problem(int b, int H, int Hkv, int hd, int bs, int len, int chunk, bool ragged)
        : b(b), H(H), Hkv(Hkv), hd(hd), bs(bs), len(len), chunk(chunk) {
        max_blk = (len + bs - 1) / bs + 1;
        splits = (len + chunk - 1) / chunk;
        blocks = (size_t)b * (max_blk - 1) + 3;
        scale = 1 / sqrtf((float)hd);
        size_t pool = blocks * Hkv * bs * hd;
        OK(cudaMalloc(&Q, sizeof(half) * b * H * hd));
        OK(cudaMalloc(&O, sizeof(half) * b * H * hd));
        OK(cudaMalloc(&K, 2 * pool));
        OK(cudaMalloc(&V, 2 * pool));
        OK(cudaMalloc(&bt, 4ul * b * max_blk));
        OK(cudaMalloc(&lens, 4ul * b));
        OK(cudaMalloc(&part, 4ul * b * H * splits * hd));
        OK(cudaMalloc(&lse, 4ul * b * H * splits));
        fill<<<1024, 256>>>((unsigned short *)Q, (size_t)b * H * hd, 1);
        fill<<<1024, 256>>>((unsigned short *)K, pool, 2);
        fill<<<1024, 256>>>((unsigned short *)V, pool, 3);
        std::vector<int> order(blocks);
        for (size_t i = 0; i < blocks; i++)
            order[i] = (int)i;
        for (size_t i = blocks - 1; i > 0; i--)
            std::swap(order[i], order[rnd() % (i + 1)]);
        hbt.assign((size_t)b * max_blk, -987654);
        hlen.resize(b);
        size_t next = 0;
        tokens = 0;
        for (int s = 0; s < b; s++) {
            int mix[] = {len, 0, 1, bs + 1, bs - 1, (int)(rnd() % (len + 1)), (int)(rnd() % (len + 1))};
            hlen[s] = ragged ? std::min(len, mix[s % 7]) : len;
            tokens += hlen[s];
            for (int k = 0; k * bs < hlen[s]; k++)
                hbt[(size_t)s * max_blk + k] = order[next++];
        }
        OK(cudaMemcpy(bt, hbt.data(), 4ul * hbt.size(), cudaMemcpyHostToDevice));
        OK(cudaMemcpy(lens, hlen.data(), 4ul * b, cudaMemcpyHostToDevice));
    }
    ~Problem() {
        for (void *p :
             {(void *)Q, (void *)K, (void *)V, (void *)O, (void *)bt, (void *)lens, (void *)part, (void *)lse})
            cudaFree(p);
    }
    void attn(const Kernels &k) const {
        k.attn<<<dim3(Hkv, b), 128>>>(O, Q, K, V, bt, lens, H, Hkv, hd, bs, max_blk, scale);
    }
    void split(const Kernels &k) const {
        k.split<<<dim3(splits, Hkv, b), 128>>>(part, lse, Q, K, V, bt, lens, H, Hkv, hd, bs, max_blk, scale, chunk);
    }
    void merge(const Kernels &k) const {
        k.merge<<<dim3(H, b), 128>>>(O, part, lse, H, hd, splits);
    }
    std::vector<float> out() const {
        OK(cudaDeviceSynchronize());
        std::vector<half> h((size_t)b * H * hd);
        std::vector<float> f(h.size());
        OK(cudaMemcpy(h.data(), O, 2 * h.size(), cudaMemcpyDeviceToHost));
        OK(cudaMemset(O, 0xff, 2 * h.size()));
        for (size_t i = 0; i < h.size(); i++)
            f[i] = __half2float(h[i]);
        return f;
    }
    std::vector<float> want() const {
        std::vector<half> q((size_t)b * H * hd), k(blocks * Hkv * bs * hd), v(k.size());
        OK(cudaMemcpy(q.data(), Q, 2 * q.size(), cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(k.data(), K, 2 * k.size(), cudaMemcpyDeviceToHost));
        OK(cudaMemcpy(v.data(), V, 2 * v.size(), cudaMemcpyDeviceToHost));
        std::vector<float> o(q.size(), 0.f);
        std::vector<double> p(len + 1), acc(hd);
        for (int s = 0; s < b; s++)
            for (int h = 0; h < H; h++) {
                int n = hlen[s], kv = h / (H / Hkv);
                double top = -INFINITY, sum = 0;
                auto at = [&](int j) {
                    return (((size_t)hbt[(size_t)s * max_blk + j / bs] * Hkv + kv) * bs + j % bs) * hd;
                };
                for (int j = 0; j < n; j++) {
                    double d = 0;
                    size_t a = at(j);
                    for (int x = 0; x < hd; x++)
                        d += (double)__half2float(q[((size_t)s * H + h) * hd + x]) * __half2float(k[a + x]);
                    p[j] = d * scale;
                    top = std::max(top, p[j]);
                }
                std::fill(acc.begin(), acc.end(), 0.0);
                for (int j = 0; j < n; j++) {
                    double w = exp(p[j] - top);
                    sum += w;
                    size_t a = at(j);
                    for (int x = 0; x < hd; x++)
                        acc[x] += w * __half2float(v[a + x]);
                }
                for (int x = 0; x < hd; x++)
                    o[((size_t)s * H + h) * hd + x] = n ? (float)(acc[x] / sum) : 0.f;
            }
        return o;
    }
};

static double worst(const std::vector<float> &a, const std::vector<float> &b) {
    double e = 0;
    for (size_t i = 0; i < a.size(); i++) {
        double d = fabs((double)a[i] - b[i]);
        if (!(d <= e))
            e = std::isnan(d) ? 1e30 : d;
    }
    return e;
}

static double g_copy;

static void speed(int b, int len, int chunk, bool with_naive) {
    Problem p(b, 32, 8, 128, 16, len, chunk, false);
    double bytes = 2.0 * p.tokens * p.Hkv * p.hd * 2;
    printf("\nb=%d len=%d chunk=%d (%d splits): %.1f MB of K+V\n", b, len, chunk, p.splits, bytes / 1e6);
    for (const Kernels &k : ladder) {
        if (k.attn == ladder[0].attn && !with_naive)
            continue;
        int n = k.attn == ladder[0].attn ? 3 : 20;
        double ta = time_of([&] { p.attn(k); }, n), ts = time_of([&] { p.split(k); }, n),
               tm = time_of([&] { p.merge(k); }, n);
        double both = time_of(
            [&] {
                p.split(k);
                p.merge(k);
            },
            n);
        printf("  %-5s attn %9.1f µs %7.1f GB/s (%.3f of copy) | split %9.1f µs %7.1f GB/s (%.3f) | merge %6.1f µs | "
               "split+merge %9.1f µs %7.1f GB/s (%.3f)\n",
               k.name, ta * 1e6, bytes / ta / 1e9, bytes / ta / g_copy, ts * 1e6, bytes / ts / 1e9,
               bytes / ts / g_copy, tm * 1e6, both * 1e6, bytes / both / 1e9, bytes / both / g_copy);
    }
}

int main() {
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s, %d SMs\n", prop.name, prop.multiProcessorCount);
    struct {
        int b, H, Hkv, hd, bs, len, chunk;
    } checks[] = {
        {7, 32, 8, 128, 16, 777, 128}, {7, 8, 1, 128, 16, 300, 64}, {7, 6, 2, 64, 5, 200, 45},
        {7, 2, 2, 128, 1, 90, 17},     {9, 8, 2, 64, 32, 1000, 96}, {3, 8, 2, 128, 16, 3000, 16},
    };
    for (auto &c : checks) {
        Problem p(c.b, c.H, c.Hkv, c.hd, c.bs, c.len, c.chunk, true);
        std::vector<float> want = p.want(), ref_out;
        printf("check b=%d H=%d Hkv=%d hd=%d bs=%d len=%d chunk=%d:", c.b, c.H, c.Hkv, c.hd, c.bs, c.len, c.chunk);
        for (const Kernels &k : ladder) {
            OK(cudaMemset(p.part, 0xff, 4ul * c.b * c.H * p.splits * c.hd));
            p.attn(k);
            std::vector<float> a = p.out();
            p.split(k);
            p.merge(k);
            std::vector<float> s = p.out();
            if (k.attn == ladder[1].attn)
                ref_out = a;
            printf("  %s attn %.2e split %.2e", k.name, worst(a, want), worst(s, want));
            if (k.attn == ladder[2].attn)
                printf("  opt against ref %.2e", std::max(worst(a, ref_out), worst(s, ref_out)));
        }
        printf("\n");
    }
    size_t n = 1ul << 30;
    float4 *x, *y;
    OK(cudaMalloc(&x, n));
    OK(cudaMalloc(&y, n));
    OK(cudaMemset(x, 1, n));
    double t1 = time_of([&] { copy<<<prop.multiProcessorCount * 8, 256>>>(y, x, n / 16); });
    double t2 = time_of([&] { cudaMemcpyAsync(y, x, n, cudaMemcpyDeviceToDevice); });
    OK(cudaFree(x));
    OK(cudaFree(y));
    g_copy = 2.0 * n / std::min(t1, t2);
    printf("copy of 1 GiB, read + written: kernel %.1f GB/s, cudaMemcpy %.1f GB/s\n", 2.0 * n / t1 / 1e9,
           2.0 * n / t2 / 1e9);
    speed(32, 8192, 512, true);
    for (int chunk : {512, 1024, 2048, 2736, 4096})
        speed(32, 8192, chunk, false);
    for (int chunk : {64, 128, 176, 256, 512, 8192})
        speed(1, 8192, chunk, false);
    speed(8, 8192, 512, true);
    speed(64, 1024, 512, false);
    speed(4, 32768, 512, false);
    return 0;
}
