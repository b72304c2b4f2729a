/*
 * cub/simt/device.h: DeviceReduce, DeviceScan, DeviceSelect, DevicePartition, DeviceRadixSort,
 * DeviceHistogram, DeviceRunLengthEncode, DeviceSegmentedReduce, DeviceFor. As in CUB a call without
 * temporary storage only says how much it wants, and work goes to the stream without waiting.
 */
#ifndef SIMT_CUB_DEVICE_H
#define SIMT_CUB_DEVICE_H

#include "../../simt/hd.h"

SIMT_HD_BEGIN

#include "../../thrust/simt/algorithm.h"
#include "util.h"

namespace cub {

namespace simt_detail {
inline bool asks(void *storage, size_t &bytes)
{
    if (!storage)
        bytes = 256;
    return !storage;
}
template <class It> auto plain(const It &i) { return thrust::simt_detail::plain_of(i); }
template <class It> using value_of = typename std::iterator_traits<It>::value_type;
template <class It, class Out>
using result_of = std::conditional_t<std::is_pointer<Out>::value, std::remove_pointer_t<Out>, value_of<It>>;
#define SIMT_CUB_ASKS()                                                                                      \
    if (simt_detail::asks(storage, bytes))                                                                   \
    return cudaSuccess
#define SIMT_CUB_STORAGE void *storage, size_t &bytes
} // namespace simt_detail

/* ---- DeviceReduce -------------------------------------------------------------------------------------- */

struct DeviceReduce {
    template <class In, class Out, class Op, class T> static cudaError_t
    Reduce(SIMT_CUB_STORAGE, In in, Out out, long long n, Op op, T init, cudaStream_t s = 0, SIMT_AT)
    {
        SIMT_CUB_ASKS();
        auto x = simt_detail::plain(in);
        auto y = simt_detail::plain(out);
        return simt::once(
            "cub::DeviceReduce", s, [=]() mutable { *y = simt::reduce_pairs<T>(x, (size_t)n, init, op); },
            simt_pc);
    }
    template <class In, class Out, class Op, class F, class T>
    static cudaError_t TransformReduce(SIMT_CUB_STORAGE, In in, Out out, long long n, Op op, F f, T init,
                                       cudaStream_t s = 0, SIMT_AT)
    {
        auto x = thrust::make_transform_iterator(simt_detail::plain(in), f);
        return Reduce(storage, bytes, x, out, n, op, init, s, simt_pc);
    }
    template <class In, class Out>
    static cudaError_t Sum(SIMT_CUB_STORAGE, In in, Out out, long long n, cudaStream_t s = 0, SIMT_AT)
    {
        return Reduce(storage, bytes, in, out, n, cub::Sum(), simt_detail::result_of<In, Out>(), s, simt_pc);
    }
    template <class In, class Out>
    static cudaError_t Min(SIMT_CUB_STORAGE, In in, Out out, long long n, cudaStream_t s = 0, SIMT_AT)
    {
        return Reduce(storage, bytes, in, out, n, cub::Min(),
                      std::numeric_limits<simt_detail::value_of<In>>::max(), s, simt_pc);
    }
    template <class In, class Out>
    static cudaError_t Max(SIMT_CUB_STORAGE, In in, Out out, long long n, cudaStream_t s = 0, SIMT_AT)
    {
        return Reduce(storage, bytes, in, out, n, cub::Max(),
                      std::numeric_limits<simt_detail::value_of<In>>::lowest(), s, simt_pc);
    }
    template <class In, class Out>
    static cudaError_t ArgMin(SIMT_CUB_STORAGE, In in, Out out, int n, cudaStream_t s = 0, SIMT_AT)
    {
        return arg(storage, bytes, in, out, n, cub::ArgMin(), s, simt_pc);
    }
    template <class In, class Out>
    static cudaError_t ArgMax(SIMT_CUB_STORAGE, In in, Out out, int n, cudaStream_t s = 0, SIMT_AT)
    {
        return arg(storage, bytes, in, out, n, cub::ArgMax(), s, simt_pc);
    }
    template <class K, class UK, class V, class A, class N, class Op>
    static cudaError_t ReduceByKey(SIMT_CUB_STORAGE, K keys, UK unique, V values, A sums, N count, Op op,
                                   int n, cudaStream_t s = 0, SIMT_AT)
    {
        SIMT_CUB_ASKS();
        auto k = simt_detail::plain(keys);
        auto u = simt_detail::plain(unique);
        auto v = simt_detail::plain(values);
        auto a = simt_detail::plain(sums);
        auto c = simt_detail::plain(count);
        return simt::once("cub::DeviceReduce::ReduceByKey", s, [=]() mutable {
            int to = 0;
            for (int i = 0; i < n;) {
                auto key = (simt_detail::value_of<K>)k[i];
                auto sum = (simt_detail::value_of<V>)v[i];
                for (i++; i < n && key == (simt_detail::value_of<K>)k[i]; i++)
                    sum = op(sum, (simt_detail::value_of<V>)v[i]);
                u[to] = key;
                a[to++] = sum;
            }
            *c = to;
        }, simt_pc);
    }

  private:
    template <class In, class Out, class Op>
    static cudaError_t arg(SIMT_CUB_STORAGE, In in, Out out, int n, Op op, cudaStream_t s, uintptr_t pc)
    {
        SIMT_CUB_ASKS();
        typedef KeyValuePair<int, simt_detail::value_of<In>> pair;
        auto x = simt_detail::plain(in);
        auto y = simt_detail::plain(out);
        return simt::once("cub::DeviceReduce::ArgMin", s, [=]() mutable {
            pair best(0, x[0]);
            for (int i = 1; i < n; i++)
                best = op(best, pair(i, x[i]));
            *y = best;
        }, pc);
    }
};

/* ---- DeviceScan ---------------------------------------------------------------------------------------- */

struct DeviceScan {
    template <class In, class Out, class Op, class T> static cudaError_t
    ExclusiveScan(SIMT_CUB_STORAGE, In in, Out out, Op op, T init, long long n, cudaStream_t s = 0, SIMT_AT)
    {
        SIMT_CUB_ASKS();
        auto x = simt_detail::plain(in);
        auto y = simt_detail::plain(out);
        return simt::once("cub::DeviceScan", s, [=]() mutable {
            T sum = init;
            for (long long i = 0; i < n; i++) {
                T v = (T)x[i]; /* out may be in */
                y[i] = sum;
                sum = op(sum, v);
            }
        }, simt_pc);
    }
    template <class In, class Out, class Op> static cudaError_t
    InclusiveScan(SIMT_CUB_STORAGE, In in, Out out, Op op, long long n, cudaStream_t s = 0, SIMT_AT)
    {
        SIMT_CUB_ASKS();
        typedef simt_detail::value_of<In> T;
        auto x = simt_detail::plain(in);
        auto y = simt_detail::plain(out);
        return simt::once("cub::DeviceScan", s, [=]() mutable {
            if (n <= 0)
                return;
            T sum = x[0];
            y[0] = sum;
            for (long long i = 1; i < n; i++)
                y[i] = sum = op(sum, (T)x[i]);
        }, simt_pc);
    }
    template <class In, class Out> static cudaError_t ExclusiveSum(SIMT_CUB_STORAGE, In in, Out out,
                                                                   long long n, cudaStream_t s = 0, SIMT_AT)
    {
        return ExclusiveScan(storage, bytes, in, out, cub::Sum(), simt_detail::value_of<In>(), n, s, simt_pc);
    }
    template <class In, class Out> static cudaError_t InclusiveSum(SIMT_CUB_STORAGE, In in, Out out,
                                                                   long long n, cudaStream_t s = 0, SIMT_AT)
    {
        return InclusiveScan(storage, bytes, in, out, cub::Sum(), n, s, simt_pc);
    }
    template <class T>
    static cudaError_t ExclusiveSum(SIMT_CUB_STORAGE, T *data, long long n, cudaStream_t s = 0, SIMT_AT)
    {
        return ExclusiveSum(storage, bytes, data, data, n, s, simt_pc);
    }
    template <class T>
    static cudaError_t InclusiveSum(SIMT_CUB_STORAGE, T *data, long long n, cudaStream_t s = 0, SIMT_AT)
    {
        return InclusiveSum(storage, bytes, data, data, n, s, simt_pc);
    }
};

/* ---- DeviceSelect, DevicePartition, DeviceRunLengthEncode ---------------------------------------------- */

namespace simt_detail {
template <class In, class Out, class N, class Keep> cudaError_t
select(const char *name, cudaStream_t s, In in, Out out, N count, long long n, Keep keeps, uintptr_t pc)
{
    auto x = plain(in);
    auto y = plain(out);
    auto c = plain(count);
    return simt::once(name, s, [=]() mutable {
        long long to = 0;
        for (long long i = 0; i < n; i++)
            if (keeps(i))
                y[to++] = (value_of<In>)x[i];
        *c = (std::remove_reference_t<decltype(*c)>)to;
    }, pc);
}
/* What is kept from the front, the rest from the back. */
template <class In, class Out, class N, class Keep>
cudaError_t divide(cudaStream_t s, In in, Out out, N count, long long n, Keep keeps, uintptr_t pc)
{
    auto x = plain(in);
    auto y = plain(out);
    auto c = plain(count);
    return simt::once("cub::DevicePartition", s, [=]() mutable {
        long long to = 0, back = n;
        for (long long i = 0; i < n; i++)
            y[keeps(i) ? to++ : --back] = (value_of<In>)x[i];
        *c = (std::remove_reference_t<decltype(*c)>)to;
    }, pc);
}
} // namespace simt_detail

struct DeviceSelect {
    template <class In, class Flag, class Out, class N> static cudaError_t
    Flagged(SIMT_CUB_STORAGE, In in, Flag flags, Out out, N count, long long n, cudaStream_t s = 0, SIMT_AT)
    {
        SIMT_CUB_ASKS();
        auto f = simt_detail::plain(flags);
        return simt_detail::select(
            "cub::DeviceSelect", s, in, out, count, n, [=](long long i) { return (bool)f[i]; }, simt_pc);
    }
    template <class In, class Out, class N, class Q> static cudaError_t
    If(SIMT_CUB_STORAGE, In in, Out out, N count, long long n, Q pred, cudaStream_t s = 0, SIMT_AT)
    {
        SIMT_CUB_ASKS();
        auto x = simt_detail::plain(in);
        return simt_detail::select("cub::DeviceSelect", s, in, out, count, n,
                                   [=](long long i) mutable { return (bool)pred(x[i]); }, simt_pc);
    }
    template <class In, class Out, class N> static cudaError_t
    Unique(SIMT_CUB_STORAGE, In in, Out out, N count, long long n, cudaStream_t s = 0, SIMT_AT)
    {
        SIMT_CUB_ASKS();
        auto x = simt_detail::plain(in);
        return simt_detail::select("cub::DeviceSelect", s, in, out, count, n,
                                   [=](long long i) { return !i || !(x[i] == x[i - 1]); }, simt_pc);
    }
};
struct DevicePartition {
    template <class In, class Flag, class Out, class N> static cudaError_t
    Flagged(SIMT_CUB_STORAGE, In in, Flag flags, Out out, N count, long long n, cudaStream_t s = 0, SIMT_AT)
    {
        SIMT_CUB_ASKS();
        auto f = simt_detail::plain(flags);
        return simt_detail::divide(s, in, out, count, n, [=](long long i) { return (bool)f[i]; }, simt_pc);
    }
    template <class In, class Out, class N, class Q> static cudaError_t
    If(SIMT_CUB_STORAGE, In in, Out out, N count, long long n, Q pred, cudaStream_t s = 0, SIMT_AT)
    {
        SIMT_CUB_ASKS();
        auto x = simt_detail::plain(in);
        return simt_detail::divide(
            s, in, out, count, n, [=](long long i) mutable { return (bool)pred(x[i]); }, simt_pc);
    }
};
struct DeviceRunLengthEncode {
    template <class In, class U, class C, class N> static cudaError_t
    Encode(SIMT_CUB_STORAGE, In in, U unique, C counts, N runs, int n, cudaStream_t s = 0, SIMT_AT)
    {
        return DeviceReduce::ReduceByKey(storage, bytes, in, unique, thrust::make_constant_iterator(1),
                                         counts, runs, cub::Sum(), n, s, simt_pc);
    }
};

/* ---- DeviceRadixSort ----------------------------------------------------------------------------------- */

struct DeviceRadixSort {
    template <class K, class N> static cudaError_t SortKeys(SIMT_CUB_STORAGE, const K *in, K *out, N n,
                                                            int begin = 0, int end = 8 * sizeof(K),
                                                            cudaStream_t s = 0, SIMT_AT)
    {
        return sort(storage, bytes, in, out, (const char *)nullptr, (char *)nullptr, n, begin, end, 0, s,
                    simt_pc);
    }
    template <class K, class N>
    static cudaError_t SortKeysDescending(SIMT_CUB_STORAGE, const K *in, K *out, N n, int begin = 0,
                                          int end = 8 * sizeof(K), cudaStream_t s = 0, SIMT_AT)
    {
        return sort(storage, bytes, in, out, (const char *)nullptr, (char *)nullptr, n, begin, end, 1, s,
                    simt_pc);
    }
    template <class K, class V, class N>
    static cudaError_t SortPairs(SIMT_CUB_STORAGE, const K *keys_in, K *keys_out, const V *values_in,
                                 V *values_out, N n, int begin = 0, int end = 8 * sizeof(K),
                                 cudaStream_t s = 0, SIMT_AT)
    {
        return sort(storage, bytes, keys_in, keys_out, values_in, values_out, n, begin, end, 0, s, simt_pc);
    }
    template <class K, class V, class N>
    static cudaError_t SortPairsDescending(SIMT_CUB_STORAGE, const K *keys_in, K *keys_out,
                                           const V *values_in, V *values_out, N n, int begin = 0,
                                           int end = 8 * sizeof(K), cudaStream_t s = 0, SIMT_AT)
    {
        return sort(storage, bytes, keys_in, keys_out, values_in, values_out, n, begin, end, 1, s, simt_pc);
    }
    template <class K, class N> static cudaError_t SortKeys(SIMT_CUB_STORAGE, DoubleBuffer<K> &keys, N n,
                                                            int begin = 0, int end = 8 * sizeof(K),
                                                            cudaStream_t s = 0, SIMT_AT)
    {
        cudaError_t e = SortKeys(storage, bytes, keys.Current(), keys.Alternate(), n, begin, end, s, simt_pc);
        keys.selector ^= storage != nullptr;
        return e;
    }
    template <class K, class N>
    static cudaError_t SortKeysDescending(SIMT_CUB_STORAGE, DoubleBuffer<K> &keys, N n, int begin = 0,
                                          int end = 8 * sizeof(K), cudaStream_t s = 0, SIMT_AT)
    {
        cudaError_t e =
            SortKeysDescending(storage, bytes, keys.Current(), keys.Alternate(), n, begin, end, s, simt_pc);
        keys.selector ^= storage != nullptr;
        return e;
    }
    template <class K, class V, class N>
    static cudaError_t SortPairs(SIMT_CUB_STORAGE, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, N n,
                                 int begin = 0, int end = 8 * sizeof(K), cudaStream_t s = 0, SIMT_AT)
    {
        cudaError_t e = SortPairs(storage, bytes, keys.Current(), keys.Alternate(), values.Current(),
                                  values.Alternate(), n, begin, end, s, simt_pc);
        keys.selector ^= storage != nullptr;
        values.selector ^= storage != nullptr;
        return e;
    }

  private:
    template <class K, class V, class N> static cudaError_t sort(SIMT_CUB_STORAGE, const K *keys_in,
                                                                 K *keys_out, const V *values_in,
                                                                 V *values_out, N n, int begin, int end,
                                                                 int down, cudaStream_t stream, uintptr_t pc)
    {
        static_assert(simt::radix_key<K>(), "DeviceRadixSort orders integers, float and double");
        SIMT_CUB_ASKS();
        struct simt_sort s = {};
        s.keys_in = (const void *)keys_in, s.keys_out = (void *)keys_out;
        s.values_in = (const void *)values_in, s.values_out = (void *)values_out;
        s.n = (size_t)n, s.kind = simt::key_kind<K>();
        s.key_size = sizeof(K), s.value_size = sizeof(V);
        s.begin_bit = (unsigned)begin, s.end_bit = (unsigned)end, s.descending = down;
        return simt::once("cub::DeviceRadixSort", stream, [=] { ::simt_sort(&s, pc); }, pc);
    }
};

/* ---- DeviceHistogram ----------------------------------------------------------------------------------- */

struct DeviceHistogram {
    /* `levels` edges make levels - 1 bins of one width. */
    template <class In, class C, class L>
    static cudaError_t HistogramEven(SIMT_CUB_STORAGE, In samples, C *bins, int levels, L lower, L upper,
                                     long long n, cudaStream_t s = 0, SIMT_AT)
    {
        SIMT_CUB_ASKS();
        auto x = simt_detail::plain(samples);
        return simt::once("cub::DeviceHistogram", s, [=]() mutable {
            for (int b = 0; b < levels - 1; b++)
                bins[b] = 0;
            for (long long i = 0; i < n; i++) {
                L v = (L)x[i];
                if (v >= lower && v < upper)
                    bins[bin_of(v, lower, upper, levels - 1)]++;
            }
        }, simt_pc);
    }
    template <class In, class C, class L>
    static cudaError_t HistogramRange(SIMT_CUB_STORAGE, In samples, C *bins, int levels, const L *edges,
                                      long long n, cudaStream_t s = 0, SIMT_AT)
    {
        SIMT_CUB_ASKS();
        auto x = simt_detail::plain(samples);
        return simt::once("cub::DeviceHistogram", s, [=]() mutable {
            for (int b = 0; b < levels - 1; b++)
                bins[b] = 0;
            for (long long i = 0; i < n; i++) {
                L v = (L)x[i];
                int b = 0;
                while (b < levels && edges[b] <= v)
                    b++;
                if (b > 0 && b < levels)
                    bins[b - 1]++;
            }
        }, simt_pc);
    }

  private:
    template <class L> static SIMT_LIB_METHOD int bin_of(L v, L lower, L upper, int bins)
    {
        if constexpr (std::is_floating_point<L>::value)
            return (int)((v - lower) * ((L)bins / (upper - lower)));
        else
            return (int)((unsigned long long)(v - lower) * (unsigned long long)bins /
                         (unsigned long long)(upper - lower));
    }
};

/* ---- DeviceSegmentedReduce, DeviceFor ------------------------------------------------------------------ */

struct DeviceSegmentedReduce {
    template <class In, class Out, class B, class E, class Op, class T>
    static cudaError_t Reduce(SIMT_CUB_STORAGE, In in, Out out, int segments, B begins, E ends, Op op, T init,
                              cudaStream_t s = 0, SIMT_AT)
    {
        SIMT_CUB_ASKS();
        auto x = simt_detail::plain(in);
        auto y = simt_detail::plain(out);
        auto b = simt_detail::plain(begins);
        auto e = simt_detail::plain(ends);
        return simt::each("cub::DeviceSegmentedReduce", s, (size_t)segments, [=](size_t i) mutable {
            y[i] = simt::reduce_pairs<T>(x + (ptrdiff_t)b[i], (size_t)(e[i] - b[i]), init, op);
        }, simt_pc);
    }
    template <class In, class Out, class B, class E> static cudaError_t
    Sum(SIMT_CUB_STORAGE, In in, Out out, int segments, B begins, E ends, cudaStream_t s = 0, SIMT_AT)
    {
        return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Sum(),
                      simt_detail::value_of<In>(), s, simt_pc);
    }
    template <class In, class Out, class B, class E> static cudaError_t
    Max(SIMT_CUB_STORAGE, In in, Out out, int segments, B begins, E ends, cudaStream_t s = 0, SIMT_AT)
    {
        return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Max(),
                      std::numeric_limits<simt_detail::value_of<In>>::lowest(), s, simt_pc);
    }
    template <class In, class Out, class B, class E> static cudaError_t
    Min(SIMT_CUB_STORAGE, In in, Out out, int segments, B begins, E ends, cudaStream_t s = 0, SIMT_AT)
    {
        return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Min(),
                      std::numeric_limits<simt_detail::value_of<In>>::max(), s, simt_pc);
    }
};
struct DeviceFor {
    template <class N, class F> static cudaError_t Bulk(N n, F f, cudaStream_t s = 0, SIMT_AT)
    {
        return simt::each("cub::DeviceFor", s, (size_t)n, [=](size_t i) mutable { f((N)i); }, simt_pc);
    }
    template <class It, class F>
    static cudaError_t ForEachN(It first, size_t n, F f, cudaStream_t s = 0, SIMT_AT)
    {
        auto x = simt_detail::plain(first);
        return simt::each("cub::DeviceFor", s, n, [=](size_t i) mutable { f(x[(ptrdiff_t)i]); }, simt_pc);
    }
};

/* Its caching is the heap's own. */
struct CachingDeviceAllocator {
    CachingDeviceAllocator(bool = false, bool = false) {}
    CachingDeviceAllocator(unsigned, unsigned = 1, unsigned = 0, size_t = 0, bool = false, bool = false) {}
    cudaError_t DeviceAllocate(void **p, size_t n, cudaStream_t = 0) { return cudaMalloc(p, n); }
    cudaError_t DeviceFree(void *p) { return cudaFree(p); }
    cudaError_t FreeAllCached() { return cudaSuccess; }
};

} // namespace cub

SIMT_HD_END

#endif
