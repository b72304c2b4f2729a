/* cub/simt/util.h: operators, pairs, iterators and small functions of CUB. */
#ifndef SIMT_CUB_UTIL_H
#define SIMT_CUB_UTIL_H

#include "../../simt/hd.h"

SIMT_HD_BEGIN

#include <limits>

#include "../../cuda_runtime.h"
#include "../../simt/lib_device.h"
#include "../../thrust/simt/iterator.h"

#define CUB_VERSION 300000
#define CUB_MAJOR_VERSION 3
#define CUB_MINOR_VERSION 0
#define CUB_PTX_WARP_THREADS SIMT_WARP
#define CUB_RUNTIME_FUNCTION
#define CUB_MIN(a, b) (((a) > (b)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define CubDebug(e) (e)
#define CubDebugExit(e)                                                                                      \
    do {                                                                                                     \
        cudaError_t simt_e = (e);                                                                            \
        if (simt_e != cudaSuccess) {                                                                         \
            fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", (int)simt_e, __FILE__, __LINE__,                 \
                    cudaGetErrorString(simt_e));                                                             \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

namespace cub {

struct NullType {};

/* The bits of a number, and the bits that order as the numbers do (CUB's util_type.cuh). */
template <class T> struct Traits {
    typedef std::conditional_t<
        sizeof(T) == 1, unsigned char,
        std::conditional_t<sizeof(T) == 2, unsigned short,
                           std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>>>
        UnsignedBits;
    static constexpr bool PRIMITIVE = std::is_arithmetic<T>::value;
    static constexpr UnsignedBits simt_top = (UnsignedBits)((UnsignedBits)1 << (8 * sizeof(T) - 1));
    static SIMT_LIB_METHOD UnsignedBits TwiddleIn(UnsignedBits b)
    {
        if (std::is_floating_point<T>::value)
            return (UnsignedBits)(b & simt_top ? ~b : b | simt_top);
        return std::is_signed<T>::value ? (UnsignedBits)(b ^ simt_top) : b;
    }
    static SIMT_LIB_METHOD UnsignedBits TwiddleOut(UnsignedBits b)
    {
        if (std::is_floating_point<T>::value)
            return (UnsignedBits)(b & simt_top ? b ^ simt_top : ~b);
        return std::is_signed<T>::value ? (UnsignedBits)(b ^ simt_top) : b;
    }
};
template <class T> struct NumericTraits : Traits<T> {};

struct Sum {
    template <class A, class B> SIMT_LIB_METHOD auto operator()(const A &a, const B &b) const
    {
        return a + b;
    }
};
struct Difference {
    template <class A, class B> SIMT_LIB_METHOD auto operator()(const A &a, const B &b) const
    {
        return a - b;
    }
};
struct Max {
    template <class T> SIMT_LIB_METHOD T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};
struct Min {
    template <class T> SIMT_LIB_METHOD T operator()(const T &a, const T &b) const { return b < a ? b : a; }
};
struct Equality {
    template <class A, class B> SIMT_LIB_METHOD bool operator()(const A &a, const B &b) const
    {
        return a == b;
    }
};
struct Inequality {
    template <class A, class B> SIMT_LIB_METHOD bool operator()(const A &a, const B &b) const
    {
        return !(a == b);
    }
};

template <class K, class V> struct KeyValuePair {
    typedef K Key;
    typedef V Value;
    K key;
    V value;
    KeyValuePair() = default;
    SIMT_LIB_METHOD KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
    SIMT_LIB_METHOD bool operator!=(const KeyValuePair &o) const { return key != o.key || value != o.value; }
};
struct ArgMax {
    template <class K, class V> SIMT_LIB_METHOD KeyValuePair<K, V>
    operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const
    {
        return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class K, class V> SIMT_LIB_METHOD KeyValuePair<K, V>
    operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const
    {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
template <class Op> struct ReduceByKeyOp {
    Op op;
    template <class P> SIMT_LIB_METHOD P operator()(const P &a, const P &b) const
    {
        P r = b;
        if (a.key == b.key)
            r.value = op(a.value, b.value);
        return r;
    }
};

template <class T> using CountingInputIterator = thrust::counting_iterator<T>;
template <class T, class = ptrdiff_t> using ConstantInputIterator = thrust::constant_iterator<T>;
template <class T, class F, class It> struct TransformInputIterator : thrust::transform_iterator<F, It, T> {
    SIMT_LIB_METHOD TransformInputIterator(It it, F f) : thrust::transform_iterator<F, It, T>(it, f) {}
};
typedef thrust::discard_iterator DiscardOutputIterator;
template <class It> class ArgIndexInputIterator
    : public thrust::simt_detail::random_access<
          ArgIndexInputIterator<It>, KeyValuePair<ptrdiff_t, typename std::iterator_traits<It>::value_type>,
          KeyValuePair<ptrdiff_t, typename std::iterator_traits<It>::value_type>, thrust::any_system_tag> {
    typedef KeyValuePair<ptrdiff_t, typename std::iterator_traits<It>::value_type> pair;

  public:
    SIMT_LIB_METHOD ArgIndexInputIterator(It it, ptrdiff_t at = 0) : it_(it), at_(at) {}
    SIMT_LIB_METHOD pair at(ptrdiff_t i) const { return pair(at_ + i, it_[at_ + i]); }
    SIMT_LIB_METHOD void advance(ptrdiff_t n) { at_ += n; }
    SIMT_LIB_METHOD ptrdiff_t distance(const ArgIndexInputIterator &o) const { return at_ - o.at_; }

  private:
    It it_;
    ptrdiff_t at_;
};

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier M, class It> SIMT_LIB_FN auto ThreadLoad(It it) { return *it; }
template <CacheStoreModifier M, class It, class T> SIMT_LIB_FN void ThreadStore(It it, T v) { *it = v; }
template <CacheLoadModifier M, class T, class = ptrdiff_t> struct CacheModifiedInputIterator {
    typedef T value_type;
    typedef T reference;
    typedef const T *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    const T *p;
    SIMT_LIB_METHOD CacheModifiedInputIterator(const T *q) : p(q) {}
    SIMT_LIB_METHOD T operator*() const { return *p; }
    SIMT_LIB_METHOD T operator[](ptrdiff_t i) const { return p[i]; }
    SIMT_LIB_METHOD CacheModifiedInputIterator operator+(ptrdiff_t n) const { return p + n; }
};

template <class T> struct DoubleBuffer {
    T *d_buffers[2];
    int selector;
    DoubleBuffer() : d_buffers{}, selector(0) {}
    DoubleBuffer(T *current, T *alternate) : d_buffers{current, alternate}, selector(0) {}
    T *Current() { return d_buffers[selector]; }
    T *Alternate() { return d_buffers[selector ^ 1]; }
};

template <class T> struct Uninitialized {
    alignas(T) unsigned char storage[sizeof(T)];
    SIMT_LIB_METHOD T &Alias() { return *(T *)storage; }
};

SIMT_LIB_FN unsigned LaneId() { return simt_lib_lane(); }
SIMT_LIB_FN unsigned WarpId() { return simt_block_rank() / SIMT_WARP; }
SIMT_LIB_FN int RowMajorTid(int x, int y, int)
{
    return (int)(simt_lane_word<0>() +
                 (unsigned)x * (simt_lane_word<4>() + (unsigned)y * simt_lane_word<8>()));
}
template <class T> constexpr T DivideAndRoundUp(T n, T d) { return n / d + (n % d != 0 ? 1 : 0); }

template <int Threads, class T>
SIMT_LIB_FN T ShuffleUp(T v, int offset, int first, unsigned mask, SIMT_AT)
{
    T r = simt_lib_shuffle(SIMT_SHFL_UP, (simt_mask)mask, v, (unsigned)offset, Threads, simt_pc);
    return (int)(simt_lib_lane() % Threads) - offset < first ? v : r;
}
template <int Threads, class T>
SIMT_LIB_FN T ShuffleDown(T v, int offset, int last, unsigned mask, SIMT_AT)
{
    T r = simt_lib_shuffle(SIMT_SHFL_DOWN, (simt_mask)mask, v, (unsigned)offset, Threads, simt_pc);
    return (int)(simt_lib_lane() % Threads) + offset > last ? v : r;
}
template <int Threads, class T> SIMT_LIB_FN T ShuffleIndex(T v, int lane, unsigned mask, SIMT_AT)
{
    return simt_lib_shuffle(SIMT_SHFL, (simt_mask)mask, v, (unsigned)lane, Threads, simt_pc);
}

namespace simt_detail {
SIMT_LIB_FN void block_sync(unsigned line, unsigned which, uintptr_t pc)
{
    (void)simt_barrier(0x20000000u | which << 24 | (line & 0xffffffu), SIMT_BAR_SYNC, 0, pc);
}
} // namespace simt_detail

/* ---- a thread's own items ------------------------------------------------------------------------------ */

template <int N, class T, class Op> SIMT_LIB_FN T ThreadReduce(T (&items)[N], Op op)
{
    T r = items[0];
    for (int i = 1; i < N; i++)
        r = op(r, items[i]);
    return r;
}

} // namespace cub

SIMT_HD_END

#endif
