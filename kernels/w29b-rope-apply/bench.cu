/*
 * bench.cu: the rotation on a GPU, outside the grader. First both rungs, the way back and the way into the cache
 * against float64, in both layouts. Then, for Llama-3-8B's heads, the ratio of each to a device-to-device cudaMemcpy in
 * the same run: bytes a second that a kernel reads and writes, the table left aside, over those of the copy; best of
 * three rounds of medians of 20. Beside them two kernels without a table: one takes whole turns off and computes its
 * own sines for each head, one does so for an angle that is a float. q and k are 168 MB, more than the L2 holds.
 *
 *   nvcc -O3 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -I labs/w29b-rope-apply -I kernels/w29b-rope-apply \
 *        -o /tmp/w29b kernels/w29b-rope-apply/bench.cu && /tmp/w29b
 */
#include "../bench.cuh"
#include "opt.cu" /* and with it ref.cu, whose rotation is ref_apply here */

#include <cmath>
#include <cstring>

typedef void apply_fn(half *, half *, const int *, const float *, int, int, int, int, int);

struct Rung {
    const char *name;
    apply_fn *apply;
};
static const Rung ladder[] = {{"ref", ref_apply}, {"opt", rope_apply}};

/* Between -4 and 4, by a hash of the position. */
__global__ void fill(half *p, size_t n, unsigned long long salt)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long z = (i + 1 + (salt << 40)) * 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z ^= z >> 27;
        p[i] = __float2half(((float)(z >> 40) * 0x1p-23f - 1) * 4);
    }
}

/* No table: a pair a thread, HALVES. whole: turns are taken off in double first; otherwise the angle is a float. */
template <int whole>
__global__ void own_sines(half *q, half *k, const int *at, const double *inv, int T, int H, int Hkv, int hd)
{
    int t = blockIdx.x, pairs = hd / 2;
    for (int n = threadIdx.x; t < T && n < (H + Hkv) * pairs; n += THREADS) {
        int h = n / pairs, i = n % pairs;
        half *x = h < H ? q + ((size_t)t * H + h) * hd + i : k + ((size_t)t * Hkv + h - H) * hd + i;
        float s, c;
        if (whole) {
            double turns = at[t] * (inv[i] * 0.15915494309189533577);
            sincospif((float)(2 * (turns - rint(turns))), &s, &c);
        } else
            sincosf((float)at[t] * (float)inv[i], &s, &c);
        float a = __half2float(x[0]), b = __half2float(x[pairs]);
        x[0] = __float2half_rn(a * c - b * s);
        x[pairs] = __float2half_rn(a * s + b * c);
    }
}

struct Problem {
    int T, H, Hkv, hd, layout;
    size_t nq, nk;
    half *q, *k, *v, *Kc, *Vc, *copy;
    int *pos, *slot;
    float *cs;
    double *inv;
    std::vector<int> at, slots;

    Problem(int T, int H, int Hkv, int hd, int layout, int far)
        : T(T), H(H), Hkv(Hkv), hd(hd), layout(layout), nq((size_t)T * H * hd), nk((size_t)T * Hkv * hd), at(T),
          slots(T)
    {
        std::vector<double> speeds(hd / 2);
        std::vector<int> rows(T);
        for (int i = 0; i < hd / 2; i++)
            speeds[i] = pow(5e5, -2.0 * i / hd);
        for (int t = 0; t < T; t++) {
            at[t] = far ? (int)((unsigned)t * 2654435761u % (unsigned)far) : t;
            slots[t] = T - 1 - t;
            rows[t] = t;
        }
        for (half **p : {&q, &copy})
            OK(cudaMalloc(p, 2 * nq + 2 * nk));
        for (half **p : {&k, &v, &Kc, &Vc})
            OK(cudaMalloc(p, 2 * nk));
        OK(cudaMalloc(&pos, 4ul * T));
        OK(cudaMalloc(&slot, 4ul * T));
        OK(cudaMalloc(&cs, 4ul * T * hd));
        OK(cudaMalloc(&inv, 4ul * hd));
        OK(cudaMemcpy(inv, speeds.data(), 4ul * hd, cudaMemcpyHostToDevice));
        OK(cudaMemcpy(slot, slots.data(), 4ul * T, cudaMemcpyHostToDevice));
        OK(cudaMemcpy(pos, at.data(), 4ul * T, cudaMemcpyHostToDevice));
        table();
        OK(cudaDeviceSynchronize());
        OK(cudaMemcpy(pos, rows.data(), 4ul * T, cudaMemcpyHostToDevice)); /* row t is position at[t] */
        again();
    }
    ~Problem()
    {
        for (void *p : {(void *)q, (void *)k, (void *)v, (void *)Kc, (void *)Vc, (void *)copy, (void *)pos,
                        (void *)slot, (void *)cs, (void *)inv})
            cudaFree(p);
    }
    /* Reads positions where pos is: only while the problem is made. */
    void table() const
    {
        rope_table<<<(unsigned)(((size_t)T * (hd / 2) + THREADS - 1) / THREADS), THREADS>>>(cs, pos, inv, 1, T, hd);
    }
    void again() const
    {
        fill<<<1024, 256>>>(q, nq, 1);
        fill<<<1024, 256>>>(k, nk, 2);
        fill<<<1024, 256>>>(v, nk, 3);
    }
    void apply(const Rung &r) const
    {
        r.apply<<<T, THREADS>>>(q, k, pos, cs, T, H, Hkv, hd, layout);
    }
    void back() const
    {
        rope_bwd<<<T, THREADS>>>(q, k, pos, cs, T, H, Hkv, hd, layout);
    }
    void append() const
    {
        rope_append<<<T, THREADS>>>(q, k, v, Kc, Vc, slot, pos, cs, T, H, Hkv, hd, 1, layout);
    }
    std::vector<half> host(const half *p, size_t n) const
    {
        std::vector<half> x(n);
        OK(cudaDeviceSynchronize());
        OK(cudaMemcpy(x.data(), p, 2 * n, cudaMemcpyDeviceToHost));
        return x;
    }
    /* Largest error over 2^-11 of the value, plus float's; a right rounding gives 1 at most. The rows of got may lie
     * where slots says. */
    double off(const std::vector<half> &was, const std::vector<half> &got, int heads, double sign, bool placed) const
    {
        double worst = 0;
        for (int t = 0; t < T; t++)
            for (int h = 0; h < heads; h++)
                for (int i = 0; i < hd / 2; i++) {
                    size_t from = ((size_t)t * heads + h) * hd;
                    size_t to = ((size_t)(placed ? slots[t] : t) * heads + h) * hd;
                    int one = layout == HALVES ? i : 2 * i, other = layout == HALVES ? i + hd / 2 : 2 * i + 1;
                    double a = __half2float(was[from + one]), b = __half2float(was[from + other]);
                    double angle = sign * at[t] * pow(5e5, -2.0 * i / hd);
                    double x = a * cos(angle) - b * sin(angle), y = a * sin(angle) + b * cos(angle);
                    double slack = 1e-6 * (fabs(a) + fabs(b)) + 3.1e-8;
                    double e = fabs(__half2float(got[to + one]) - x) / (fabs(x) * 0x1p-11 + slack);
                    double f = fabs(__half2float(got[to + other]) - y) / (fabs(y) * 0x1p-11 + slack);
                    worst = std::max({worst, std::isnan(e) ? 1e30 : e, std::isnan(f) ? 1e30 : f});
                }
        return worst;
    }
    /* Of q, and of the keys that are given. */
    double worse(const std::vector<half> &q0, const std::vector<half> &k0, const std::vector<half> &keys, double sign,
                 bool placed) const
    {
        return std::max(off(q0, host(q, nq), H, sign, false), off(k0, keys, Hkv, sign, placed));
    }
    void report() const
    {
        again();
        std::vector<half> q0 = host(q, nq), k0 = host(k, nk), v0 = host(v, nk);
        for (const Rung &r : ladder) {
            again();
            apply(r);
            printf("  %s %.3f", r.name, worse(q0, k0, host(k, nk), 1, false));
        }
        again();
        back();
        printf("  back %.3f", worse(q0, k0, host(k, nk), -1, false));
        again();
        append();
        std::vector<half> values = host(Vc, nk);
        size_t copied = 0, row = (size_t)Hkv * hd;
        for (int t = 0; t < T; t++)
            copied += !memcmp(&values[slots[t] * row], &v0[t * row], 2 * row);
        printf("  append %.3f, values of %zu of %d tokens\n", worse(q0, k0, host(Kc, nk), 1, true), copied, T);
    }
};

static void line(const char *name, double s, double bytes, double rate)
{
    printf("  %-28s %8.1f µs %7.1f GB/s %.3f of the copy's rate\n", name, s * 1e6, bytes / s / 1e9, bytes / s / rate);
}

static void speed(int T, int layout)
{
    Problem p(T, 32, 8, 128, layout, 0);
    double bytes = 4.0 * (double)(p.nq + p.nk), more = 4.0 * (double)(p.nq + 2 * p.nk);
    double copy = 1, apply[2] = {1, 1}, back = 1, append = 1, whole = 1, single = 1, apart = 1;
    for (int round = 0; round < 3; round++) {
        copy = std::min(copy, time_of([&] { /* q has room for k as well */
                            cudaMemcpyAsync(p.copy, p.q, 2 * (p.nq + p.nk), cudaMemcpyDeviceToDevice);
                        }));
        for (int k = 0; k < 2; k++)
            apply[k] = std::min(apply[k], time_of([&] { p.apply(ladder[k]); }));
        back = std::min(back, time_of([&] { p.back(); }));
        append = std::min(append, time_of([&] { p.append(); }));
        apart = std::min(apart, time_of([&] {
                             p.apply(ladder[0]);
                             cudaMemcpyAsync(p.Kc, p.k, 2 * p.nk, cudaMemcpyDeviceToDevice);
                             cudaMemcpyAsync(p.Vc, p.v, 2 * p.nk, cudaMemcpyDeviceToDevice);
                         }));
        whole = std::min(whole, time_of([&] {
                             own_sines<1><<<T, THREADS>>>(p.q, p.k, p.pos, p.inv, T, 32, 8, 128);
                         }));
        single = std::min(single, time_of([&] {
                              own_sines<0><<<T, THREADS>>>(p.q, p.k, p.pos, p.inv, T, 32, 8, 128);
                          }));
    }
    double rate = bytes / copy;
    printf("\n%d tokens, %s: cudaMemcpy of q and k %.1f µs, %.1f GB/s\n", T,
           layout == HALVES ? "halves" : "neighbours", copy * 1e6, rate / 1e9);
    line("ref", apply[0], bytes, rate);
    line("opt", apply[1], bytes, rate);
    line("back", back, bytes, rate);
    line("append", append, more, rate);
    printf("  %-28s %8.1f µs, %.2f times append's\n", "ref, then copies of k and v", apart * 1e6, apart / append);
    line("own sines, turns taken off", whole, bytes, rate);
    line("own sines of a float angle", single, bytes, rate);
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s, %d SMs; errors over the bound of a right rounding\n", prop.name, prop.multiProcessorCount);
    const int checks[][4] = {{3, 1, 1, 2}, {5, 5, 2, 22}, {9, 32, 8, 128}, {7, 24, 3, 96}, {6, 6, 2, 40},
                             {33, 8, 8, 64}};
    for (auto &c : checks)
        for (int layout : {HALVES, NEIGHBOURS}) {
            Problem p(c[0], c[1], c[2], c[3], layout, 1 << 20);
            printf("check T=%d H=%d Hkv=%d hd=%d %s:", c[0], c[1], c[2], c[3], layout ? "neighbours" : "halves");
            p.report();
        }
    for (int layout : {HALVES, NEIGHBOURS})
        speed(16384, layout);
    speed(64, HALVES);
    return 0;
}
