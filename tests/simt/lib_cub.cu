// lib_cub.cu: CUB: primitives of a warp and of a block, algorithms of the whole device.
#include <cub/cub.cuh>
#include "t.h"

static int val(int i) { return (i * 37 + i / 7) % 101 - 50; }

__global__ void reduces(const int *in, int *out)
{
    typedef cub::BlockReduce<int, 128> Reduce;
    __shared__ typename Reduce::TempStorage t;
    int v = in[blockIdx.x * 128 + threadIdx.x];
    int sum = Reduce(t).Sum(v);
    __syncthreads();
    int top = Reduce(t).Reduce(v, cuda::maximum<>());
    __syncthreads();
    int part = Reduce(t).Sum(v, 50);
    if (threadIdx.x == 0) {
        out[blockIdx.x * 3] = sum;
        out[blockIdx.x * 3 + 1] = top;
        out[blockIdx.x * 3 + 2] = part;
    }
}

__global__ void warps(const int *in, int *out)
{
    typedef cub::WarpReduce<int> Reduce;
    typedef cub::WarpScan<int> Scan;
    typedef cub::WarpReduce<int, 8> Small;
    __shared__ typename Reduce::TempStorage r[4];
    __shared__ typename Scan::TempStorage s[4];
    __shared__ typename Small::TempStorage m[16];
    int t = threadIdx.x, w = t / 32, v = in[t], scan, total;
    int sum = Reduce(r[w]).Sum(v);
    Scan(s[w]).ExclusiveSum(v, scan, total);
    int small = Small(m[t / 8]).Sum(v);
    out[t] = t % 32 == 0 ? sum : 0;
    out[128 + t] = scan;
    out[256 + t] = total;
    out[384 + t] = t % 8 == 0 ? small : 0;
}

template <cub::BlockLoadAlgorithm L, cub::BlockStoreAlgorithm S>
__global__ void scans(const int *in, int *out, int n)
{
    typedef cub::BlockLoad<int, 64, 4, L> Load;
    typedef cub::BlockStore<int, 64, 4, S> Store;
    typedef cub::BlockScan<int, 64> Scan;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
    } t;
    int items[4], total;
    Load(t.load).Load(in, items, n, 0);
    __syncthreads();
    Scan(t.scan).InclusiveSum(items, items, total);
    __syncthreads();
    Store(t.store).Store(out, items, n);
    if (threadIdx.x == 0)
        out[256] = total;
}

template <class K> __global__ void sorts(const K *in, K *out, int *from, bool down)
{
    typedef cub::BlockRadixSort<K, 64, 3, int> Sort;
    typedef cub::BlockRadixSort<K, 64, 3> Keys;
    __shared__ union {
        typename Sort::TempStorage sort;
        typename Keys::TempStorage keys;
    } t;
    K items[3];
    int place[3];
    for (int i = 0; i < 3; i++) {
        place[i] = threadIdx.x * 3 + i;
        items[i] = in[place[i]];
    }
    if (down) {
        Keys(t.keys).SortDescending(items);
    } else {
        Sort(t.sort).Sort(items, place);
    }
    for (int i = 0; i < 3; i++) {
        out[threadIdx.x * 3 + i] = items[i];
        from[threadIdx.x * 3 + i] = place[i];
    }
}

/* Carries the sum of the tiles before. */
struct Running {
    int sum;
    __device__ int operator()(int total)
    {
        int old = sum;
        sum += total;
        return old;
    }
};
__global__ void tiles(const int *in, int *out, int n)
{
    typedef cub::BlockScan<int, 32> Scan;
    __shared__ typename Scan::TempStorage t;
    Running running = {1000};
    for (int at = 0; at < n; at += 32) {
        int v = in[at + threadIdx.x];
        Scan(t).ExclusiveSum(v, v, running);
        __syncthreads();
        out[at + threadIdx.x] = v;
    }
}

struct Even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
#define TWICE(call)                                                                                          \
    do {                                                                                                     \
        void *storage = nullptr;                                                                             \
        size_t bytes = 0;                                                                                    \
        CK(call);                                                                                            \
        CK(cudaMalloc(&storage, bytes));                                                                     \
        CK(call);                                                                                            \
        CK(cudaFree(storage));                                                                               \
    } while (0)

__global__ void twiddles(unsigned *out)
{
    const float numbers[] = {-2, -0.0f, 0, 2};
    int t = threadIdx.x;
    if (t < 4) {
        out[t] = cub::Traits<float>::TwiddleIn(__float_as_uint(numbers[t]));
        out[6 + t] = cub::Traits<float>::TwiddleOut(out[t]);
    } else {
        out[t] = cub::Traits<int>::TwiddleIn(t == 4 ? -3 : 2);
        out[6 + t] = cub::Traits<int>::TwiddleOut(out[t]);
    }
}

static void device_wide(void)
{
    const int n = 1000;
    int *x = t_dev<int>(n, val), *y = t_dev<int>(n), *count = t_dev<int>(1);
    int sum = 0, low = val(0), high = val(0);
    for (int i = 0; i < n; i++) {
        sum += val(i);
        low = val(i) < low ? val(i) : low;
        high = val(i) > high ? val(i) : high;
    }
    TWICE(cub::DeviceReduce::Sum(storage, bytes, x, y, n));
    EQ(t_get(y), sum);
    TWICE(cub::DeviceReduce::Min(storage, bytes, x, y, n));
    EQ(t_get(y), low);
    TWICE(cub::DeviceReduce::Max(storage, bytes, x, y, n));
    EQ(t_get(y), high);
    TWICE(cub::DeviceScan::ExclusiveSum(storage, bytes, x, y, n));
    t_is("exclusive sum", y, n, [](int i) {
        int s = 0;
        while (i-- > 0)
            s += val(i);
        return s;
    });
    TWICE(cub::DeviceScan::InclusiveSum(storage, bytes, x, y, n));
    EQ(t_get(y, n - 1), sum);
    TWICE(cub::DeviceSelect::If(storage, bytes, x, y, count, n, Even()));
    int evens = 0;
    for (int i = 0; i < n; i++)
        evens += val(i) % 2 == 0;
    EQ(t_get(count), evens);
    EQ(t_get(y, 0), -50);
    TWICE(cub::DeviceRadixSort::SortKeys(storage, bytes, x, y, n));
    EQ(t_get(y, 0), low);
    EQ(t_get(y, n - 1), high);
    TWICE(cub::DeviceSelect::Unique(storage, bytes, y, x, count, n));
    EQ(t_get(count), 101);
    t_is("unique", x, 101, [](int i) { return i - 50; });
    int *from = t_dev<int>(n, [](int i) { return i; }), *to = t_dev<int>(n);
    x = t_dev<int>(n, val);
    TWICE(cub::DeviceRadixSort::SortPairsDescending(storage, bytes, x, y, from, to, n));
    EQ(t_get(y, 0), high);
    EQ(val(t_get(to, 500)), t_get(y, 500));
    EQ(t_get(to, 0) < t_get(to, 1), 1);
    float *f = t_dev<float>(8, [](int i) { return (float)(i * 3 % 8) - 3.5f; }), *g = t_dev<float>(8);
    TWICE(cub::DeviceRadixSort::SortKeys(storage, bytes, f, g, 8));
    t_is("floats", g, 8, [](int i) { return (float)i - 3.5f; });
    int *bins = t_dev<int>(10);
    TWICE(cub::DeviceHistogram::HistogramEven(storage, bytes, x, bins, 11, -50, 50, n));
    t_is("histogram", bins, 10, [](int b) {
        int c = 0;
        for (int i = 0; i < 1000; i++)
            c += val(i) < 50 && (val(i) + 50) / 10 == b;
        return c;
    });
    int *runs = t_dev<int>(6, [](int i) { return i < 2   ? 4
                                                 : i < 5 ? 9
                                                         : 1; }), *which = t_dev<int>(6),
        *len = t_dev<int>(6);
    TWICE(cub::DeviceRunLengthEncode::Encode(storage, bytes, runs, which, len, count, 6));
    EQ(t_get(count), 3);
    EQ(t_get(which, 1), 9);
    EQ(t_get(len, 1), 3);
}

int main()
{
    int *in = t_dev<int>(512, val), *out = t_dev<int>(1024);
    reduces<<<4, 128>>>(in, out);
    t_is("block reductions", out, 12, [](int p) {
        int first = p / 3 * 128, sum = 0, top = -99, part = 0;
        for (int i = 0; i < 128; i++) {
            int v = val(first + i);
            sum += v, top = v > top ? v : top, part += i < 50 ? v : 0;
        }
        return p % 3 == 0 ? sum : p % 3 == 1 ? top : part;
    });
    warps<<<1, 128>>>(in, out);
    t_is("warps", out, 512, [](int p) {
        int t = p % 128, w = t / 32 * 32, sum = 0, scan = 0, small = 0;
        for (int i = w; i < w + 32; i++)
            sum += val(i), scan += i < t ? val(i) : 0, small += i / 8 == t / 8 ? val(i) : 0;
        return p < 128 ? (t % 32 ? 0 : sum) : p < 256 ? scan : p < 384 ? sum : t % 8 ? 0 : small;
    });
    auto inclusive = [](int p) {
        int sum = 0;
        for (int i = 0; i <= p && i < 250; i++)
            sum += val(i);
        return p < 250 || p == 256 ? sum : 0;
    };
    int *r = t_dev<int>(257);
    scans<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT><<<1, 64>>>(in, r, 250);
    t_is("direct", r, 257, inclusive);
    r = t_dev<int>(257);
    scans<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE><<<1, 64>>>(in, r, 250);
    t_is("transposed", r, 257, inclusive);
    r = t_dev<int>(257);
    scans<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE><<<1, 64>>>(in, r, 250);
    t_is("by warps", r, 257, inclusive);
    tiles<<<1, 32>>>(in, out, 128);
    t_is("tiles", out, 128, [](int p) {
        int sum = 1000;
        while (p-- > 0)
            sum += val(p);
        return sum;
    });
    int *from = t_dev<int>(192), *sorted = t_dev<int>(192);
    sorts<<<1, 64>>>(in, sorted, from, false);
    t_is("sorted", sorted, 192, [](int p) {
        for (int v = -50, below = 0; v <= 50; v++) {
            int c = 0;
            for (int i = 0; i < 192; i++)
                c += val(i) == v;
            if (p < below + c)
                return v;
            below += c;
        }
        return 99;
    });
    EQ(val(t_get(from, 100)), t_get(sorted, 100));
    float *keys = t_dev<float>(192, [](int i) { return (float)((i * 5) % 192) / 4 - 20; }),
          *down = t_dev<float>(192);
    sorts<<<1, 64>>>(keys, down, from, true);
    t_is("down", down, 192, [](int p) { return (float)(191 - p) / 4 - 20; });
    unsigned *bits = t_dev<unsigned>(12);
    twiddles<<<1, 6>>>(bits);
    t_is("bits in the numbers' order", bits, 12, [](int p) {
        static const unsigned in[] = {0x3fffffff, 0x7fffffff, 0x80000000, 0xc0000000, 0x7ffffffd, 0x80000002};
        static const unsigned out[] = {0xc0000000, 0x80000000, 0, 0x40000000, 0xfffffffd, 2};
        return p < 6 ? in[p] : out[p - 6];
    });
    device_wide();
    return t_end();
}
