/*
 * bench.cu: the ladder on a GPU, outside the grader. First every rung against float64 on ragged shapes. Then the rate at
 * which K and V are read, tree_split and tree_merge together, over that of a device-to-device cudaMemcpy in the same run,
 * which reads as many bytes and writes them; best of three rounds of medians of 20. Beside it the rate of the products,
 * and how much longer one call for each node would take, T times that for T = 1. Last tree_commit beside a copy of as
 * many bytes as it has to move.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I labs/w33b-tree-attn -I kernels/w33b-tree-attn \
 *        -o /tmp/w33b kernels/w33b-tree-attn/bench.cu && /tmp/w33b
 */
#include "../bench.cuh"
#include "lab.h"

#include <cmath>

#define tree_split naive_split
#define tree_merge naive_merge
#define tree_commit naive_commit
namespace naive {
#include "naive.cu"
}
#undef tree_split
#undef tree_merge
#undef tree_commit
#define tree_split ref_split
#define tree_merge ref_merge
#define tree_commit ref_commit
namespace ref {
#include "ref.cu"
}
#undef tree_split
#undef tree_merge
#undef tree_commit
#undef LOG2E
#undef FULL
#undef TILE
#undef STAGES
#undef STEP
#define tree_split opt_split
#define tree_merge opt_merge
#define tree_commit opt_commit
namespace opt {
#include "opt.cu"
}
#undef tree_split
#undef tree_merge
#undef tree_commit

struct Rung {
    const char *name;
    decltype(&naive::naive_split) split;
    decltype(&naive::naive_merge) merge;
    decltype(&naive::naive_commit) commit;
};
static const Rung ladder[] = {{"naive", naive::naive_split, naive::naive_merge, naive::naive_commit},
                              {"ref", ref::ref_split, ref::ref_merge, ref::ref_commit},
                              {"opt", opt::opt_split, opt::opt_merge, opt::opt_commit}};

static unsigned long long rng = 88172645463325252ull;
static unsigned rnd()
{
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return (unsigned)(rng >> 32);
}

__global__ void fill(unsigned short *p, size_t n, unsigned seed)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1) * 0x9e3779b97f4a7c15ull + seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z ^= z >> 27;
        p[i] = (unsigned short)((z & 0x87ff) | 0x3800);
    }
}

template <class T> static T *room(size_t n)
{
    T *p;
    OK(cudaMalloc(&p, n * sizeof *p));
    return p;
}

template <class T> static T *sent(const std::vector<T> &x)
{
    T *p = room<T>(x.size());
    OK(cudaMemcpy(p, x.data(), x.size() * sizeof *p, cudaMemcpyHostToDevice));
    return p;
}

struct Problem {
    int b, T, H, Hkv, hd, bs, len, chunk, max_blk, splits;
    size_t pool;
    float scale;
    half *Q, *K, *V, *O, *copy;
    int *bt, *lens, *path, *n, *after;
    uint64_t *mask;
    float *part, *lse;
    std::vector<int> hbt, hlen;
    std::vector<uint64_t> hmask;

    Problem(int b, int T, int H, int Hkv, int hd, int bs, int len, int splits_wanted, bool ragged, int kept = 1)
        : b(b), T(T), H(H), Hkv(Hkv), hd(hd), bs(bs), len(len), hlen(b), hmask((size_t)b * T)
    {
        chunk = ((len + T + splits_wanted - 1) / splits_wanted + 63) / 64 * 64;
        splits = (len + T + chunk - 1) / chunk;
        max_blk = (len + T + bs - 1) / bs + 1;
        scale = 1 / sqrtf((float)hd);
        size_t blocks = (size_t)b * (max_blk - 1) + 3, rows = (size_t)b * T * H;
        pool = blocks * Hkv * bs * hd;
        Q = room<half>(rows * hd);
        O = room<half>(rows * hd);
        K = room<half>(pool);
        V = room<half>(pool);
        copy = room<half>(pool);
        part = room<float>(rows * splits * hd);
        lse = room<float>(rows * splits);
        after = room<int>(b);
        fill<<<1024, 256>>>((unsigned short *)Q, rows * hd, 1);
        fill<<<1024, 256>>>((unsigned short *)K, pool, 2);
        fill<<<1024, 256>>>((unsigned short *)V, pool, 3);
        std::vector<int> order(blocks), paths((size_t)b * T, -1), ns(b, kept);
        for (size_t i = 0; i < blocks; i++)
            order[i] = (int)i;
        for (size_t i = blocks - 1; i > 0; i--)
            std::swap(order[i], order[rnd() % (i + 1)]);
        hbt.assign((size_t)b * max_blk, -987654);
        size_t next = 0;
        for (int s = 0; s < b; s++) {
            int mix[] = {len, 0, 1, bs + 1, bs - 1, (int)(rnd() % (len + 1))};
            hlen[s] = ragged ? std::min(len, mix[s % 6]) : len;
            for (int k = 0; k * bs < hlen[s] + T; k++)
                hbt[(size_t)s * max_blk + k] = order[next++];
            for (int i = 0; i < T; i++)
                hmask[s * T + i] = 1ull << i | (i ? hmask[s * T + rnd() % i] : 0);
            for (int i = 0; i < kept; i++)
                paths[s * T + i] = i * ((T - 1) / std::max(kept - 1, 1)); /* spread over the tree */
        }
        bt = sent(hbt);
        lens = sent(hlen);
        mask = sent(hmask);
        path = sent(paths);
        n = sent(ns);
    }
    ~Problem()
    {
        for (void *p : {(void *)Q, (void *)O, (void *)K, (void *)V, (void *)copy, (void *)part, (void *)lse,
                        (void *)after, (void *)bt, (void *)lens, (void *)mask, (void *)path, (void *)n})
            cudaFree(p);
    }
    void split(const Rung &r) const
    {
        OK(cudaFuncSetAttribute(r.split, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED));
        r.split<<<dim3(splits, Hkv, b), THREADS, SHARED>>>(part, lse, Q, K, V, bt, lens, mask, T, H, Hkv, hd, bs,
                                                           max_blk, scale, chunk);
    }
    void merge(const Rung &r) const
    {
        r.merge<<<dim3((T * H + WARPS - 1) / WARPS, b), THREADS>>>(O, part, lse, T, H, hd, splits);
    }
    void commit(const Rung &r) const
    {
        r.commit<<<dim3(Hkv, b), THREADS>>>(K, V, after, bt, lens, path, n, T, Hkv, hd, bs, max_blk);
    }
    void all(const Rung &r) const
    {
        split(r);
        merge(r);
    }
    template <class X> std::vector<X> host(const X *p, size_t count) const
    {
        std::vector<X> x(count);
        OK(cudaDeviceSynchronize());
        OK(cudaMemcpy(x.data(), p, count * sizeof *p, cudaMemcpyDeviceToHost));
        return x;
    }
    /* Largest error of O over 2^-11 of the weighted |v| and of the value: two roundings to half. */
    double off(const std::vector<half> &got, const std::vector<half> &q, const std::vector<half> &k,
               const std::vector<half> &v) const
    {
        double worst = 0;
        for (int s = 0; s < b; s++)
            for (int r = 0; r < T * H; r++) {
                int kv = r % H / (H / Hkv), tokens = hlen[s] + T;
                size_t row = ((size_t)s * T * H + r) * hd;
                std::vector<double> p(tokens, 0), out(hd, 0), all(hd, 0);
                auto at = [&](int j) {
                    return (((size_t)hbt[(size_t)s * max_blk + j / bs] * Hkv + kv) * bs + j % bs) * hd;
                };
                double sum = 0;
                for (int j = 0; j < tokens; j++) {
                    if (j >= hlen[s] && !(hmask[s * T + r / H] >> (j - hlen[s]) & 1))
                        continue;
                    double dot = 0;
                    for (int c = 0; c < hd; c++)
                        dot += (double)__half2float(q[row + c]) * (double)__half2float(k[at(j) + c]);
                    sum += p[j] = exp(dot * scale);
                }
                for (int j = 0; j < tokens; j++)
                    for (int c = 0; c < hd && p[j] > 0; c++) {
                        double x = __half2float(v[at(j) + c]);
                        out[c] += p[j] / sum * x;
                        all[c] += p[j] / sum * fabs(x);
                    }
                for (int c = 0; c < hd; c++) {
                    double e = fabs(__half2float(got[row + c]) - out[c]) / (0x1p-11 * (all[c] + fabs(out[c])));
                    worst = std::max(worst, std::isnan(e) ? 1e30 : e);
                }
            }
        return worst;
    }
    void report() const
    {
        auto q = host(Q, (size_t)b * T * H * hd), k = host(K, pool), v = host(V, pool);
        printf("check b=%d T=%d H=%d Hkv=%d hd=%d bs=%d len=%d, %d splits:", b, T, H, Hkv, hd, bs, len, splits);
        for (const Rung &r : ladder) {
            OK(cudaMemset(O, 0xff, sizeof(half) * b * T * H * hd));
            all(r);
            printf("  %s %.3f", r.name, off(host(O, (size_t)b * T * H * hd), q, k, v));
        }
        printf("\n");
    }
};

static double alone = 1; /* of opt, one node */

static void speed(int b, int T, int H, int Hkv, int tokens, int splits)
{
    Problem p(b, T, H, Hkv, 128, 16, tokens - T, splits, false);
    double bytes = 4.0 * b * tokens * Hkv * 128, flop = bytes * T * (H / Hkv), copy = 1, split[3] = {1, 1, 1};
    double merge = 1, both[3] = {1, 1, 1};
    for (int round = 0; round < 3; round++) {
        copy = std::min(copy, time_of([&] {
                            cudaMemcpyAsync(p.copy, p.K, 2 * p.pool, cudaMemcpyDeviceToDevice);
                            cudaMemcpyAsync(p.copy, p.V, 2 * p.pool, cudaMemcpyDeviceToDevice);
                        }));
        for (int k = T <= 4 && round == 0 ? 0 : 1; k < 3; k++) {
            split[k] = std::min(split[k], time_of([&] { p.split(ladder[k]); }, k ? 20 : 3));
            both[k] = std::min(both[k], time_of([&] { p.all(ladder[k]); }, k ? 20 : 3));
        }
        merge = std::min(merge, time_of([&] { p.merge(ladder[2]); }));
    }
    double rate = 8.0 * p.pool / copy;
    if (T == 1)
        alone = both[2];
    printf("b=%d T=%d H=%d Hkv=%d, %d tokens, %d splits (%d blocks), %d FLOP/B; copy %.1f GB/s, merge %.1f µs\n", b, T, H,
           Hkv, tokens, p.splits, p.splits * Hkv * b, T * (H / Hkv), rate / 1e9, merge * 1e6);
    for (int k = T <= 4 ? 0 : 1; k < 3; k++)
        printf("  %-5s split %8.1f µs %7.1f GB/s %6.3f of the copy's rate, with merge %8.1f µs %6.3f; %6.1f TFLOP/s; a call "
               "a node %5.2f times\n", ladder[k].name, split[k] * 1e6, bytes / split[k] / 1e9, bytes / split[k] / rate,
               both[k] * 1e6, bytes / both[k] / rate, flop / split[k] / 1e12, T * alone / both[k]);
}

static void commits(int b, int T, int kept)
{
    Problem p(b, T, 32, 8, 128, 16, 100, 1, false, kept);
    double rows = (double)b * 8 * (kept - 1), bytes = rows * 4 * 256, copy = 1, t[3] = {1, 1, 1};
    for (int round = 0; round < 3; round++) {
        copy = std::min(copy, time_of([&] {
                            cudaMemcpyAsync(p.copy, p.K, (size_t)bytes / 2, cudaMemcpyDeviceToDevice);
                        }));
        for (int k = 0; k < 3; k++)
            t[k] = std::min(t[k], time_of([&] { p.commit(ladder[k]); }));
    }
    printf("commit b=%d T=%d, %d kept: %.2f MB read and written, copy %.1f µs", b, T, kept, bytes / 1e6, copy * 1e6);
    for (int k = 0; k < 3; k++)
        printf("  %s %.1f µs", ladder[k].name, t[k] * 1e6);
    printf("\n");
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s, %d SMs; errors over two roundings to half\n", prop.name, prop.multiProcessorCount);
    const int checks[][8] = {{1, 1, 4, 1, 128, 16, 0, 1},  {6, 7, 8, 2, 128, 16, 300, 3}, {2, 64, 8, 2, 128, 16, 500, 2},
                             {2, 64, 8, 1, 64, 5, 200, 4}, {1, 33, 6, 2, 64, 1, 100, 1},  {2, 16, 8, 2, 128, 32, 700, 5}};
    for (auto &c : checks)
        Problem(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], true).report();
    for (int T : {1, 4, 8, 16, 32, 64})
        speed(16, T, 32, 8, 8192, 1);
    for (int splits : {4, 8})
        speed(4, 16, 32, 8, 8192, splits);
    speed(1, 16, 32, 8, 65536, 16);
    for (int T : {1, 8, 16, 32, 64})
        speed(16, T, 64, 8, 8192, 1);
    for (int b : {16, 512})
        for (int kept : {5, 9})
            commits(b, 64, kept);
    return 0;
}
