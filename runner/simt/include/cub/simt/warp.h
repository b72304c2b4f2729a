/* cub/simt/warp.h: WarpReduce, WarpScan, WarpExchange by shuffles, as CUB has them; no temporary storage is
 * used. */
#ifndef SIMT_CUB_WARP_H
#define SIMT_CUB_WARP_H

#include "../../simt/hd.h"

SIMT_HD_BEGIN

#include <functional>

#include "util.h"

namespace cub {

namespace simt_detail {
template <int Threads> SIMT_LIB_FN simt_mask warp_lanes()
{
    return (simt_mask)(simt_mask_width(Threads) << (simt_lib_lane() & ~(unsigned)(Threads - 1)));
}
/* The operations that the device reduces 32-bit integers by in one instruction: its simt_warp_kind, or -1. */
template <class T, class Op> constexpr int redux_kind()
{
    constexpr bool s = std::is_signed<T>::value;
    if (!std::is_integral<T>::value || sizeof(T) != 4)
        return -1;
    if (std::is_same<Op, cub::Sum>::value || std::is_same<Op, std::plus<>>::value ||
        std::is_same<Op, std::plus<T>>::value)
        return SIMT_RED_ADD;
    if (std::is_same<Op, cub::Min>::value)
        return s ? SIMT_RED_MIN_S : SIMT_RED_MIN_U;
    if (std::is_same<Op, cub::Max>::value)
        return s ? SIMT_RED_MAX_S : SIMT_RED_MAX_U;
    return -1;
}
/* The first rank gets the sum of ranks 0 .. valid - 1. */
template <int Threads, class T, class Op> SIMT_LIB_FN T warp_reduce(T v, Op op, int valid, uintptr_t pc)
{
    constexpr int kind = redux_kind<T, Op>();
    int rank = (int)(simt_lib_lane() % Threads);
    if constexpr (kind >= 0)
        if (valid >= Threads)
            return (T)(uint32_t)simt_warp_op(kind, warp_lanes<Threads>(), (uint32_t)v, 0, pc);
    for (int o = 1; o < Threads; o *= 2) {
        T other = simt_lib_shuffle(SIMT_SHFL_DOWN, warp_lanes<Threads>(), v, (unsigned)o, Threads, pc);
        if (rank + o < valid)
            v = op(v, other);
    }
    return v;
}
template <int Threads, class T, class Op> SIMT_LIB_FN T warp_scan(T v, Op op, uintptr_t pc)
{
    int rank = (int)(simt_lib_lane() % Threads);
    for (int o = 1; o < Threads; o *= 2) {
        T other = simt_lib_shuffle(SIMT_SHFL_UP, warp_lanes<Threads>(), v, (unsigned)o, Threads, pc);
        if (rank >= o)
            v = op(other, v);
    }
    return v;
}
template <int Threads, class T> SIMT_LIB_FN T warp_up(T v, uintptr_t pc)
{
    return simt_lib_shuffle(SIMT_SHFL_UP, warp_lanes<Threads>(), v, 1, Threads, pc);
}
template <int Threads, class T> SIMT_LIB_FN T warp_from(T v, int rank, uintptr_t pc)
{
    return simt_lib_shuffle(SIMT_SHFL, warp_lanes<Threads>(), v, (unsigned)rank, Threads, pc);
}
} // namespace simt_detail

template <class T, int Threads = CUB_PTX_WARP_THREADS, int = 0> class WarpReduce {
    static_assert(Threads > 0 && Threads <= SIMT_WARP && !(Threads & (Threads - 1)),
                  "a logical warp has a power of two of threads, at most a warp");

  public:
    struct TempStorage {
        char simt_unused;
    };
    SIMT_LIB_METHOD WarpReduce(TempStorage &) {}
    SIMT_LIB_METHOD T Sum(T v, SIMT_AT) { return Reduce(v, cub::Sum(), simt_pc); }
    SIMT_LIB_METHOD T Max(T v, SIMT_AT) { return Reduce(v, cub::Max(), simt_pc); }
    SIMT_LIB_METHOD T Min(T v, SIMT_AT) { return Reduce(v, cub::Min(), simt_pc); }
    SIMT_LIB_METHOD T Sum(T v, int valid, SIMT_AT)
    {
        return simt_detail::warp_reduce<Threads>(v, cub::Sum(), valid, simt_pc);
    }
    template <class Op> SIMT_LIB_METHOD T Reduce(T v, Op op, SIMT_AT)
    {
        return simt_detail::warp_reduce<Threads>(v, op, Threads, simt_pc);
    }
    template <class Op> SIMT_LIB_METHOD T Reduce(T v, Op op, int valid, SIMT_AT)
    {
        return simt_detail::warp_reduce<Threads>(v, op, valid, simt_pc);
    }
    template <class Flag> SIMT_LIB_METHOD T HeadSegmentedSum(T v, Flag head, SIMT_AT)
    {
        return HeadSegmentedReduce(v, head, cub::Sum(), simt_pc);
    }
    template <class Flag, class Op> SIMT_LIB_METHOD T HeadSegmentedReduce(T v, Flag head, Op op, SIMT_AT)
    {
        simt_mask own = simt_detail::warp_lanes<Threads>();
        simt_mask heads = (simt_mask)simt_warp_op(SIMT_BALLOT, own, head != 0, 0, simt_pc) & own;
        simt_mask after = heads & ~simt_mask_below(simt_lib_lane()) & ~((simt_mask)1 << simt_lib_lane());
        int end =
            after ? simt_mask_first(after) : (int)(simt_lib_lane() & ~(unsigned)(Threads - 1)) + Threads;
        return simt_detail::warp_reduce<Threads>(
            v, op, end - (int)(simt_lib_lane() & ~(unsigned)(Threads - 1)), simt_pc);
    }
};

template <class T, int Threads = CUB_PTX_WARP_THREADS, int = 0> class WarpScan {
  public:
    struct TempStorage {
        char simt_unused;
    };
    SIMT_LIB_METHOD WarpScan(TempStorage &) {}
    SIMT_LIB_METHOD void InclusiveSum(T v, T &out, SIMT_AT) { InclusiveScan(v, out, cub::Sum(), simt_pc); }
    SIMT_LIB_METHOD void InclusiveSum(T v, T &out, T &total, SIMT_AT)
    {
        InclusiveScan(v, out, cub::Sum(), total, simt_pc);
    }
    SIMT_LIB_METHOD void ExclusiveSum(T v, T &out, SIMT_AT)
    {
        ExclusiveScan(v, out, T(), cub::Sum(), simt_pc);
    }
    SIMT_LIB_METHOD void ExclusiveSum(T v, T &out, T &total, SIMT_AT)
    {
        ExclusiveScan(v, out, T(), cub::Sum(), total, simt_pc);
    }
    template <class Op> SIMT_LIB_METHOD void InclusiveScan(T v, T &out, Op op, SIMT_AT)
    {
        out = simt_detail::warp_scan<Threads>(v, op, simt_pc);
    }
    template <class Op> SIMT_LIB_METHOD void InclusiveScan(T v, T &out, Op op, T &total, SIMT_AT)
    {
        out = simt_detail::warp_scan<Threads>(v, op, simt_pc);
        total = simt_detail::warp_from<Threads>(out, Threads - 1, simt_pc);
    }
    template <class Op> SIMT_LIB_METHOD void ExclusiveScan(T v, T &out, T init, Op op, SIMT_AT)
    {
        T below = simt_detail::warp_up<Threads>(simt_detail::warp_scan<Threads>(v, op, simt_pc), simt_pc);
        out = simt_lib_lane() % Threads ? op(init, below) : init;
    }
    template <class Op> SIMT_LIB_METHOD void ExclusiveScan(T v, T &out, T init, Op op, T &total, SIMT_AT)
    {
        T all = simt_detail::warp_scan<Threads>(v, op, simt_pc),
          below = simt_detail::warp_up<Threads>(all, simt_pc);
        total = simt_detail::warp_from<Threads>(all, Threads - 1, simt_pc);
        out = simt_lib_lane() % Threads ? op(init, below) : init;
    }
    template <class Op> SIMT_LIB_METHOD void ExclusiveScan(T v, T &out, Op op, SIMT_AT)
    {
        out = simt_detail::warp_up<Threads>(simt_detail::warp_scan<Threads>(v, op, simt_pc), simt_pc);
    }
    SIMT_LIB_METHOD T Broadcast(T v, unsigned rank, SIMT_AT)
    {
        return simt_detail::warp_from<Threads>(v, (int)rank, simt_pc);
    }
};

} // namespace cub

SIMT_HD_END

#endif
