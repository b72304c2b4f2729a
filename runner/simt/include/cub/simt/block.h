/*
 * cub/simt/block.h: BlockReduce, BlockScan, BlockExchange, BlockLoad, BlockStore, BlockHistogram,
 * BlockDiscontinuity. Warps reduce or scan by shuffles, then meet in shared memory, as in CUB.
 */
#ifndef SIMT_CUB_BLOCK_H
#define SIMT_CUB_BLOCK_H

#include "../../simt/hd.h"

SIMT_HD_BEGIN

#include "warp.h"

namespace cub {

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

namespace simt_detail {
/* Storage that a primitive takes for itself where the program gives none. */
template <class S> SIMT_LIB_FN S &private_storage()
{
    static __thread struct {
        alignas(16) unsigned char b[sizeof(S)];
    } storage;
    return *(S *)storage.b;
}
} // namespace simt_detail

/* ---- BlockReduce --------------------------------------------------------------------------------------- */

template <class T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1,
          int = 0>
class BlockReduce {
    enum { threads = X * Y * Z, warps = (threads + SIMT_WARP - 1) / SIMT_WARP };

  public:
    struct TempStorage {
        Uninitialized<T> simt_partial[warps];
    };
    SIMT_LIB_METHOD BlockReduce() : t_(simt_detail::private_storage<TempStorage>()) {}
    SIMT_LIB_METHOD BlockReduce(TempStorage &t) : t_(t) {}

    /* The result is thread 0's. */
    template <class Op> SIMT_LIB_METHOD T Reduce(T v, Op op, SIMT_SITE_ARG, SIMT_AT)
    {
        return whole(v, op, threads, simt_line, simt_pc);
    }
    template <class Op> SIMT_LIB_METHOD T Reduce(T v, Op op, int valid, SIMT_SITE_ARG, SIMT_AT)
    {
        return whole(v, op, valid, simt_line, simt_pc);
    }
    template <int N, class Op> SIMT_LIB_METHOD T Reduce(T (&items)[N], Op op, SIMT_SITE_ARG, SIMT_AT)
    {
        return whole(ThreadReduce<N>(items, op), op, threads, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD T Sum(T v, SIMT_SITE_ARG, SIMT_AT)
    {
        return whole(v, cub::Sum(), threads, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD T Sum(T v, int valid, SIMT_SITE_ARG, SIMT_AT)
    {
        return whole(v, cub::Sum(), valid, simt_line, simt_pc);
    }
    template <int N> SIMT_LIB_METHOD T Sum(T (&items)[N], SIMT_SITE_ARG, SIMT_AT)
    {
        return whole(ThreadReduce<N>(items, cub::Sum()), cub::Sum(), threads, simt_line, simt_pc);
    }

  private:
    template <class Op> SIMT_LIB_METHOD T whole(T v, Op op, int valid, unsigned line, uintptr_t pc)
    {
        int rank = (int)simt_block_rank(), warp = rank / SIMT_WARP, left = valid - warp * SIMT_WARP;
        v = simt_detail::warp_reduce<SIMT_WARP>(v, op, left < SIMT_WARP ? left : SIMT_WARP, pc);
        if (warps == 1)
            return v;
        if (rank % SIMT_WARP == 0)
            t_.simt_partial[warp].Alias() = v;
        simt_detail::block_sync(line, 1, pc);
        if (rank == 0)
            for (int w = 1; w < warps && w * SIMT_WARP < valid; w++)
                v = op(v, t_.simt_partial[w].Alias());
        return v;
    }
    TempStorage &t_;
};

/* ---- BlockScan ----------------------------------------------------------------------------------------- */

/* By default one warp rakes: each of its threads sums a segment of the block's values in shared memory, the
 * warp scans the sums, and each goes through its segment again. BLOCK_SCAN_WARP_SCANS scans in every warp. */
template <class T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int = 0>
class BlockScan
{
    enum {
        threads = X * Y * Z,
        warps = (threads + SIMT_WARP - 1) / SIMT_WARP,
        rakes = A != BLOCK_SCAN_WARP_SCANS || threads % SIMT_WARP,
        rakers = threads < SIMT_WARP ? threads : SIMT_WARP,
        segment = (threads + rakers - 1) / rakers,
        padded = segment % 2 == 0 && segment > 2 /* against bank conflicts */
    };

  public:
    struct TempStorage {
        Uninitialized<T> simt_partial[rakes ? rakers * (segment + padded) : warps], simt_total, simt_prefix;
    };
    SIMT_LIB_METHOD BlockScan() : t_(simt_detail::private_storage<TempStorage>()) {}
    SIMT_LIB_METHOD BlockScan(TempStorage &t) : t_(t) {}

    SIMT_LIB_METHOD void InclusiveSum(T v, T &out, SIMT_SITE_ARG, SIMT_AT)
    {
        T total;
        out = inclusive(v, cub::Sum(), total, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD void InclusiveSum(T v, T &out, T &total, SIMT_SITE_ARG, SIMT_AT)
    {
        out = inclusive(v, cub::Sum(), total, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD void ExclusiveSum(T v, T &out, SIMT_SITE_ARG, SIMT_AT)
    {
        T total;
        ExclusiveScan(v, out, T(), cub::Sum(), total, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD void ExclusiveSum(T v, T &out, T &total, SIMT_SITE_ARG, SIMT_AT)
    {
        ExclusiveScan(v, out, T(), cub::Sum(), total, simt_line, simt_pc);
    }
    template <class Op> SIMT_LIB_METHOD void InclusiveScan(T v, T &out, Op op, SIMT_SITE_ARG, SIMT_AT)
    {
        T total;
        out = inclusive(v, op, total, simt_line, simt_pc);
    }
    template <class Op>
    SIMT_LIB_METHOD void InclusiveScan(T v, T &out, Op op, T &total, SIMT_SITE_ARG, SIMT_AT)
    {
        out = inclusive(v, op, total, simt_line, simt_pc);
    }
    template <class Op> SIMT_LIB_METHOD void ExclusiveScan(T v, T &out, T init, Op op, SIMT_SITE_ARG, SIMT_AT)
    {
        T total;
        ExclusiveScan(v, out, init, op, total, simt_line, simt_pc);
    }
    template <class Op>
    SIMT_LIB_METHOD void ExclusiveScan(T v, T &out, T init, Op op, T &total, SIMT_SITE_ARG, SIMT_AT)
    {
        T below;
        bool first = exclusive(v, op, below, total, simt_line, simt_pc);
        out = first ? init : op(init, below);
    }

    /* Several items a thread. */
    template <int N> SIMT_LIB_METHOD void InclusiveSum(T (&in)[N], T (&out)[N], SIMT_SITE_ARG, SIMT_AT)
    {
        T total;
        InclusiveScan(in, out, cub::Sum(), total, simt_line, simt_pc);
    }
    template <int N>
    SIMT_LIB_METHOD void InclusiveSum(T (&in)[N], T (&out)[N], T &total, SIMT_SITE_ARG, SIMT_AT)
    {
        InclusiveScan(in, out, cub::Sum(), total, simt_line, simt_pc);
    }
    template <int N> SIMT_LIB_METHOD void ExclusiveSum(T (&in)[N], T (&out)[N], SIMT_SITE_ARG, SIMT_AT)
    {
        T total;
        ExclusiveScan(in, out, T(), cub::Sum(), total, simt_line, simt_pc);
    }
    template <int N>
    SIMT_LIB_METHOD void ExclusiveSum(T (&in)[N], T (&out)[N], T &total, SIMT_SITE_ARG, SIMT_AT)
    {
        ExclusiveScan(in, out, T(), cub::Sum(), total, simt_line, simt_pc);
    }
    template <int N, class Op>
    SIMT_LIB_METHOD void InclusiveScan(T (&in)[N], T (&out)[N], Op op, SIMT_SITE_ARG, SIMT_AT)
    {
        T total;
        InclusiveScan(in, out, op, total, simt_line, simt_pc);
    }
    template <int N, class Op>
    SIMT_LIB_METHOD void InclusiveScan(T (&in)[N], T (&out)[N], Op op, T &total, SIMT_SITE_ARG, SIMT_AT)
    {
        T below;
        bool first = exclusive(ThreadReduce<N>(in, op), op, below, total, simt_line, simt_pc);
        for (int i = 0; i < N; i++) {
            below = first && i == 0 ? in[0] : op(below, in[i]);
            out[i] = below;
        }
    }
    template <int N, class Op>
    SIMT_LIB_METHOD void ExclusiveScan(T (&in)[N], T (&out)[N], T init, Op op, SIMT_SITE_ARG, SIMT_AT)
    {
        T total;
        ExclusiveScan(in, out, init, op, total, simt_line, simt_pc);
    }
    template <int N, class Op> SIMT_LIB_METHOD void ExclusiveScan(T (&in)[N], T (&out)[N], T init, Op op,
                                                                  T &total, SIMT_SITE_ARG, SIMT_AT)
    {
        T below;
        bool first = exclusive(ThreadReduce<N>(in, op), op, below, total, simt_line, simt_pc);
        T sum = first ? init : op(init, below);
        for (int i = 0; i < N; i++) {
            T v = in[i]; /* out may be in */
            out[i] = sum;
            sum = op(sum, v);
        }
    }

    /* With the prefix of what earlier tiles were: the first warp calls it with the block's total. */
    template <class Prefix, class = decltype(std::declval<Prefix &>()(std::declval<T>()))>
    SIMT_LIB_METHOD void ExclusiveSum(T v, T &out, Prefix &prefix, SIMT_SITE_ARG, SIMT_AT)
    {
        T total, below;
        bool first = exclusive(v, cub::Sum(), below, total, simt_line, simt_pc);
        T before = prefix_of(prefix, total, simt_line, simt_pc);
        out = first ? before : before + below;
    }
    template <class Prefix, class = decltype(std::declval<Prefix &>()(std::declval<T>()))>
    SIMT_LIB_METHOD void InclusiveSum(T v, T &out, Prefix &prefix, SIMT_SITE_ARG, SIMT_AT)
    {
        T total, r = inclusive(v, cub::Sum(), total, simt_line, simt_pc);
        out = prefix_of(prefix, total, simt_line, simt_pc) + r;
    }
    template <int N, class Prefix, class = decltype(std::declval<Prefix &>()(std::declval<T>()))>
    SIMT_LIB_METHOD void ExclusiveSum(T (&in)[N], T (&out)[N], Prefix &prefix, SIMT_SITE_ARG, SIMT_AT)
    {
        T total, below;
        bool first = exclusive(ThreadReduce<N>(in, cub::Sum()), cub::Sum(), below, total, simt_line, simt_pc);
        T before = prefix_of(prefix, total, simt_line, simt_pc), sum = first ? before : before + below;
        for (int i = 0; i < N; i++) {
            T v = in[i];
            out[i] = sum;
            sum = sum + v;
        }
    }
    template <int N, class Prefix, class = decltype(std::declval<Prefix &>()(std::declval<T>()))>
    SIMT_LIB_METHOD void InclusiveSum(T (&in)[N], T (&out)[N], Prefix &prefix, SIMT_SITE_ARG, SIMT_AT)
    {
        T total, below;
        bool first = exclusive(ThreadReduce<N>(in, cub::Sum()), cub::Sum(), below, total, simt_line, simt_pc);
        T before = prefix_of(prefix, total, simt_line, simt_pc), sum = first ? before : before + below;
        for (int i = 0; i < N; i++) {
            sum = sum + in[i];
            out[i] = sum;
        }
    }

  private:
    /* The sum of the warps before this one; whether there is one. */
    template <class Op>
    SIMT_LIB_METHOD bool before(T warp_total, Op op, T &sum, T &total, unsigned line, uintptr_t pc)
    {
        int rank = (int)simt_block_rank(), warp = rank / SIMT_WARP;
        if (warps == 1) {
            total = simt_detail::warp_from<SIMT_WARP>(warp_total, threads - 1, pc);
            return false;
        }
        if (rank % SIMT_WARP == SIMT_WARP - 1 || rank == threads - 1)
            t_.simt_partial[warp].Alias() = warp_total;
        simt_detail::block_sync(line, 2, pc);
        T running = t_.simt_partial[0].Alias();
        sum = running;
        for (int w = 1; w < warps; w++) {
            if (w == warp)
                sum = running;
            running = op(running, t_.simt_partial[w].Alias());
        }
        total = running;
        return warp > 0;
    }
    SIMT_LIB_METHOD T &item(int i) { return t_.simt_partial[i + (padded ? i / segment : 0)].Alias(); }
    /* One raking thread's segment: becomes what lies below each value, or with `up_to` up to it. */
    template <class Op> SIMT_LIB_METHOD void rake(int rank, bool up_to, Op op, uintptr_t pc)
    {
        int first = rank * segment, end = first + segment < threads ? first + segment : (int)threads;
        T sum = first < end ? item(first) : T();
        for (int i = first + 1; i < end; i++)
            sum = op(sum, item(i));
        T all = simt_detail::warp_scan<SIMT_WARP>(sum, op, pc),
          running = simt_detail::warp_up<SIMT_WARP>(all, pc);
        if (end == threads && first < end)
            t_.simt_total.Alias() = all;
        for (int i = first; i < end; i++) {
            T v = item(i), with = i ? op(running, v) : v;
            if (up_to || i)
                item(i) = up_to ? with : running;
            running = with;
        }
    }
    template <class Op>
    SIMT_LIB_METHOD T by_raking(T v, bool up_to, Op op, T &total, unsigned line, uintptr_t pc)
    {
        int rank = (int)simt_block_rank();
        item(rank) = v;
        simt_detail::block_sync(line, 2, pc);
        if (rank < rakers)
            rake(rank, up_to, op, pc);
        simt_detail::block_sync(line, 3, pc);
        total = t_.simt_total.Alias();
        return item(rank);
    }
    template <class Op> SIMT_LIB_METHOD T inclusive(T v, Op op, T &total, unsigned line, uintptr_t pc)
    {
        if constexpr (rakes) {
            return by_raking(v, true, op, total, line, pc);
        } else {
            T r = simt_detail::warp_scan<SIMT_WARP>(v, op, pc), sum;
            return before(r, op, sum, total, line, pc) ? op(sum, r) : r;
        }
    }
    /* 1: the block's first thread, with nothing below it. */
    template <class Op>
    SIMT_LIB_METHOD bool exclusive(T v, Op op, T &below, T &total, unsigned line, uintptr_t pc)
    {
        if constexpr (rakes) {
            below = by_raking(v, false, op, total, line, pc);
            return simt_block_rank() == 0;
        } else {
            T all = simt_detail::warp_scan<SIMT_WARP>(v, op, pc), sum;
            T up = simt_detail::warp_up<SIMT_WARP>(all, pc);
            bool some = before(all, op, sum, total, line, pc), in_warp = simt_block_rank() % SIMT_WARP != 0;
            below = some ? (in_warp ? op(sum, up) : sum) : up;
            return !some && !in_warp;
        }
    }
    template <class Prefix>
    SIMT_LIB_METHOD T prefix_of(Prefix &prefix, const T &total, unsigned line, uintptr_t pc)
    {
        if (simt_block_rank() < SIMT_WARP) {
            T p = prefix(total);
            if (simt_block_rank() == 0)
                t_.simt_prefix.Alias() = p;
        }
        simt_detail::block_sync(line, 11, pc);
        return t_.simt_prefix.Alias();
    }
    TempStorage &t_;
};

/* ---- BlockExchange ------------------------------------------------------------------------------------- */

template <class T, int X, int N, bool = false, int Y = 1, int Z = 1, int = 0> class BlockExchange {
    enum { threads = X * Y * Z };

  public:
    struct TempStorage {
        Uninitialized<T> simt_item[threads * N];
    };
    SIMT_LIB_METHOD BlockExchange() : t_(simt_detail::private_storage<TempStorage>()) {}
    SIMT_LIB_METHOD BlockExchange(TempStorage &t) : t_(t) {}
    SIMT_LIB_METHOD void StripedToBlocked(T (&in)[N], T (&out)[N], SIMT_SITE_ARG, SIMT_AT)
    {
        move(in, out, false, true, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD void BlockedToStriped(T (&in)[N], T (&out)[N], SIMT_SITE_ARG, SIMT_AT)
    {
        move(in, out, true, false, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD void StripedToBlocked(T (&items)[N], SIMT_SITE_ARG, SIMT_AT)
    {
        move(items, items, false, true, simt_line, simt_pc);
    }
    SIMT_LIB_METHOD void BlockedToStriped(T (&items)[N], SIMT_SITE_ARG, SIMT_AT)
    {
        move(items, items, true, false, simt_line, simt_pc);
    }
    template <class Rank>
    SIMT_LIB_METHOD void ScatterToBlocked(T (&in)[N], T (&out)[N], Rank (&rank)[N], SIMT_SITE_ARG, SIMT_AT)
    {
        for (int i = 0; i < N; i++)
            t_.simt_item[rank[i]].Alias() = in[i];
        simt_detail::block_sync(simt_line, 4, simt_pc);
        for (int i = 0; i < N; i++)
            out[i] = t_.simt_item[place(i, true)].Alias();
    }
    template <class Rank>
    SIMT_LIB_METHOD void ScatterToStriped(T (&in)[N], T (&out)[N], Rank (&rank)[N], SIMT_SITE_ARG, SIMT_AT)
    {
        for (int i = 0; i < N; i++)
            t_.simt_item[rank[i]].Alias() = in[i];
        simt_detail::block_sync(simt_line, 4, simt_pc);
        for (int i = 0; i < N; i++)
            out[i] = t_.simt_item[place(i, false)].Alias();
    }

  private:
    static SIMT_LIB_METHOD int place(int i, bool blocked)
    {
        int rank = (int)simt_block_rank();
        return blocked ? rank * N + i : i * threads + rank;
    }
    SIMT_LIB_METHOD void move(T (&in)[N], T (&out)[N], bool from_blocked, bool to_blocked, unsigned line,
                              uintptr_t pc)
    {
        for (int i = 0; i < N; i++)
            t_.simt_item[place(i, from_blocked)].Alias() = in[i];
        simt_detail::block_sync(line, 4, pc);
        for (int i = 0; i < N; i++)
            out[i] = t_.simt_item[place(i, to_blocked)].Alias();
    }
    TempStorage &t_;
};

/* ---- BlockLoad, BlockStore ----------------------------------------------------------------------------- */

template <class T, int N, class It> SIMT_LIB_FN void LoadDirectBlocked(int rank, It p, T (&items)[N])
{
    for (int i = 0; i < N; i++)
        items[i] = p[rank * N + i];
}
template <class T, int N, class It>
SIMT_LIB_FN void LoadDirectBlocked(int rank, It p, T (&items)[N], int valid)
{
    for (int i = 0; i < N; i++)
        if (rank * N + i < valid)
            items[i] = p[rank * N + i];
}
template <int Threads, class T, int N, class It>
SIMT_LIB_FN void LoadDirectStriped(int rank, It p, T (&items)[N])
{
    for (int i = 0; i < N; i++)
        items[i] = p[i * Threads + rank];
}
template <int Threads, class T, int N, class It>
SIMT_LIB_FN void LoadDirectStriped(int rank, It p, T (&items)[N], int valid)
{
    for (int i = 0; i < N; i++)
        if (i * Threads + rank < valid)
            items[i] = p[i * Threads + rank];
}
template <class T, int N, class It> SIMT_LIB_FN void StoreDirectBlocked(int rank, It p, T (&items)[N])
{
    for (int i = 0; i < N; i++)
        p[rank * N + i] = items[i];
}
template <class T, int N, class It>
SIMT_LIB_FN void StoreDirectBlocked(int rank, It p, T (&items)[N], int valid)
{
    for (int i = 0; i < N; i++)
        if (rank * N + i < valid)
            p[rank * N + i] = items[i];
}
template <int Threads, class T, int N, class It>
SIMT_LIB_FN void StoreDirectStriped(int rank, It p, T (&items)[N])
{
    for (int i = 0; i < N; i++)
        p[i * Threads + rank] = items[i];
}
template <int Threads, class T, int N, class It>
SIMT_LIB_FN void StoreDirectStriped(int rank, It p, T (&items)[N], int valid)
{
    for (int i = 0; i < N; i++)
        if (i * Threads + rank < valid)
            p[i * Threads + rank] = items[i];
}
namespace simt_detail {
/* The widest vector of at most 16 bytes that divides a thread's items, where the address allows it. */
template <class T, int N> constexpr int vector_bytes()
{
    int bytes = (int)sizeof(T) * N;
    return bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : (int)sizeof(T);
}
template <class V, class T, int N> SIMT_LIB_FN void copy_wide(void *to, const void *from)
{
    for (size_t i = 0; i < sizeof(T) * N / sizeof(V); i++)
        ((V *)to)[i] = ((const V *)from)[i];
}
template <class T, int N> SIMT_LIB_FN void copy_vector(void *to, const void *from, const void *global)
{
    constexpr int bytes = vector_bytes<T, N>();
    if (bytes == 16 && (uintptr_t)global % 16 == 0)
        copy_wide<uint4, T, N>(to, from);
    else if (bytes >= 8 && (uintptr_t)global % 8 == 0)
        copy_wide<uint2, T, N>(to, from);
    else
        copy_wide<T, T, N>(to, from);
}
} // namespace simt_detail

template <class T, int X, int N, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockLoad {
    enum { threads = X * Y * Z, transposes = A >= BLOCK_LOAD_TRANSPOSE };
    typedef BlockExchange<T, X, N, false, Y, Z> Exchange;
    struct Nothing {
        char simt_unused;
    };

  public:
    typedef std::conditional_t<transposes, typename Exchange::TempStorage, Nothing> TempStorage;
    SIMT_LIB_METHOD BlockLoad() : t_(simt_detail::private_storage<TempStorage>()) {}
    SIMT_LIB_METHOD BlockLoad(TempStorage &t) : t_(t) {}
    template <class It> SIMT_LIB_METHOD void Load(It p, T (&items)[N], SIMT_SITE_ARG, SIMT_AT)
    {
        int rank = (int)simt_block_rank();
        if constexpr (A == BLOCK_LOAD_VECTORIZE && std::is_pointer<It>::value) {
            alignas(16) unsigned char raw[sizeof(T) * N];
            simt_detail::copy_vector<T, N>(raw, (const void *)(p + rank * N), (const void *)(p + rank * N));
            __builtin_memcpy((void *)items, raw, sizeof raw);
        } else if constexpr (transposes || A == BLOCK_LOAD_STRIPED) {
            LoadDirectStriped<threads>(rank, p, items);
        } else {
            LoadDirectBlocked(rank, p, items);
        }
        if constexpr (transposes)
            Exchange(t_).StripedToBlocked(items, simt_line, simt_pc);
    }
    template <class It> SIMT_LIB_METHOD void Load(It p, T (&items)[N], int valid, SIMT_SITE_ARG, SIMT_AT)
    {
        int rank = (int)simt_block_rank();
        if constexpr (transposes || A == BLOCK_LOAD_STRIPED)
            LoadDirectStriped<threads>(rank, p, items, valid);
        else
            LoadDirectBlocked(rank, p, items, valid);
        if constexpr (transposes)
            Exchange(t_).StripedToBlocked(items, simt_line, simt_pc);
    }
    template <class It, class D>
    SIMT_LIB_METHOD void Load(It p, T (&items)[N], int valid, D other, SIMT_SITE_ARG, SIMT_AT)
    {
        for (int i = 0; i < N; i++)
            items[i] = (T)other;
        Load(p, items, valid, simt_line, simt_pc);
    }

  private:
    TempStorage &t_;
};

template <class T, int X, int N, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockStore {
    enum { threads = X * Y * Z, transposes = A >= BLOCK_STORE_TRANSPOSE };
    typedef BlockExchange<T, X, N, false, Y, Z> Exchange;
    struct Nothing {
        char simt_unused;
    };

  public:
    typedef std::conditional_t<transposes, typename Exchange::TempStorage, Nothing> TempStorage;
    SIMT_LIB_METHOD BlockStore() : t_(simt_detail::private_storage<TempStorage>()) {}
    SIMT_LIB_METHOD BlockStore(TempStorage &t) : t_(t) {}
    template <class It> SIMT_LIB_METHOD void Store(It p, T (&items)[N], SIMT_SITE_ARG, SIMT_AT)
    {
        int rank = (int)simt_block_rank();
        if constexpr (transposes)
            Exchange(t_).BlockedToStriped(items, simt_line, simt_pc);
        if constexpr (A == BLOCK_STORE_VECTORIZE && std::is_pointer<It>::value) {
            alignas(16) unsigned char raw[sizeof(T) * N];
            __builtin_memcpy(raw, (const void *)items, sizeof raw);
            simt_detail::copy_vector<T, N>((void *)(p + rank * N), raw, (const void *)(p + rank * N));
        } else if constexpr (transposes || A == BLOCK_STORE_STRIPED) {
            StoreDirectStriped<threads>(rank, p, items);
        } else {
            StoreDirectBlocked(rank, p, items);
        }
    }
    template <class It> SIMT_LIB_METHOD void Store(It p, T (&items)[N], int valid, SIMT_SITE_ARG, SIMT_AT)
    {
        int rank = (int)simt_block_rank();
        if constexpr (transposes)
            Exchange(t_).BlockedToStriped(items, simt_line, simt_pc);
        if constexpr (transposes || A == BLOCK_STORE_STRIPED)
            StoreDirectStriped<threads>(rank, p, items, valid);
        else
            StoreDirectBlocked(rank, p, items, valid);
    }

  private:
    TempStorage &t_;
};

/* ---- BlockHistogram, BlockDiscontinuity ---------------------------------------------------------------- */

template <class T, int X, int N, int Bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT, int Y = 1, int Z = 1,
          int = 0>
class BlockHistogram {
    enum { threads = X * Y * Z };

  public:
    struct TempStorage {
        char simt_unused;
    };
    SIMT_LIB_METHOD BlockHistogram() {}
    SIMT_LIB_METHOD BlockHistogram(TempStorage &) {}
    template <class C> SIMT_LIB_METHOD void InitHistogram(C *bins)
    {
        for (int b = (int)simt_block_rank(); b < Bins; b += threads)
            bins[b] = 0;
    }
    template <class C> SIMT_LIB_METHOD void Composite(T (&items)[N], C *bins)
    {
        for (int i = 0; i < N; i++)
            atomicAdd(&bins[items[i]], (C)1);
    }
    template <class C> SIMT_LIB_METHOD void Histogram(T (&items)[N], C *bins, SIMT_SITE_ARG, SIMT_AT)
    {
        InitHistogram(bins);
        simt_detail::block_sync(simt_line, 5, simt_pc);
        Composite(items, bins);
    }
};

template <class T, int X, int Y = 1, int Z = 1, int = 0> class BlockDiscontinuity {
    enum { threads = X * Y * Z };

  public:
    struct TempStorage {
        Uninitialized<T> simt_edge[threads];
    };
    SIMT_LIB_METHOD BlockDiscontinuity(TempStorage &t) : t_(t) {}
    template <int N, class F, class Op>
    SIMT_LIB_METHOD void FlagHeads(F (&heads)[N], T (&items)[N], Op op, SIMT_SITE_ARG, SIMT_AT)
    {
        int rank = (int)simt_block_rank();
        t_.simt_edge[rank].Alias() = items[N - 1];
        simt_detail::block_sync(simt_line, 6, simt_pc);
        heads[0] = rank ? (F)op(t_.simt_edge[rank - 1].Alias(), items[0]) : (F)1;
        for (int i = 1; i < N; i++)
            heads[i] = (F)op(items[i - 1], items[i]);
    }
    template <int N, class F, class Op>
    SIMT_LIB_METHOD void FlagTails(F (&tails)[N], T (&items)[N], Op op, SIMT_SITE_ARG, SIMT_AT)
    {
        int rank = (int)simt_block_rank();
        t_.simt_edge[rank].Alias() = items[0];
        simt_detail::block_sync(simt_line, 6, simt_pc);
        tails[N - 1] = rank < threads - 1 ? (F)op(items[N - 1], t_.simt_edge[rank + 1].Alias()) : (F)1;
        for (int i = 0; i + 1 < N; i++)
            tails[i] = (F)op(items[i], items[i + 1]);
    }

  private:
    TempStorage &t_;
};

} // namespace cub

SIMT_HD_END

#endif
