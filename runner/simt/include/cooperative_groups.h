/*
 * cooperative_groups.h: the groups, their collectives and partitions. reduce.h, scan.h and memcpy_async.h in
 * cooperative_groups/ add what CUDA keeps there.
 *
 * Every group of at most a warp comes down to a mask of lanes and the warp's collectives, so that what the
 * runtime checks of __shfl_sync and the like (missing lanes, inactive sources) it checks here too.
 */
#ifndef SIMT_COOPERATIVE_GROUPS_H
#define SIMT_COOPERATIVE_GROUPS_H

#include "simt/hd.h"

SIMT_HD_BEGIN

#include "simt/lib.h"
#include "vector_types.h"

#define _CG_VERSION 1000
#define _CG_HAS_CLUSTER_GROUP
#define _CG_HAS_MULTI_GRID_GROUP 0

namespace cooperative_groups {

namespace details {
/* Storage of groups wider than a warp: one block runs on a host thread at a time. */
struct wide_slot {
    alignas(16) unsigned char b[32];
};
inline thread_local wide_slot wide[1024];

template <class T> SIMT_QUIET void wide_put(unsigned at, const T &v)
{
    __builtin_memcpy(wide[at].b, &v, sizeof v);
}
template <class T> SIMT_QUIET void wide_get(unsigned at, T *v) { __builtin_memcpy(v, wide[at].b, sizeof *v); }

/* Shuffles within a mask, by rank: what coalesced groups and tiles share. */
template <class T>
SIMT_LIB_FN T shfl_rank(simt_mask m, const T &v, int rank, uintptr_t pc)
{
    int lane = rank >= 0 ? simt_mask_nth(m, (unsigned)rank) : -1;
    unsigned src = lane >= 0 ? (unsigned)lane : simt_lib_lane();
    return simt_lib_shuffle(SIMT_SHFL, m, v, src, SIMT_WARP, pc);
}
SIMT_LIB_FN unsigned rank_in(simt_mask m)
{
    return (unsigned)simt_mask_count(m & simt_mask_below(simt_lib_lane()));
}
/* The bits of `x` at the places of `m`, packed. */
SIMT_LIB_FN simt_mask pack(simt_mask x, simt_mask m)
{
    return (simt_mask)__builtin_ia32_pext_di((unsigned long long)x, (unsigned long long)m);
}
#if SIMT_WARP == 64
typedef unsigned long long mask_t;
#else
typedef unsigned mask_t;
#endif
} // namespace details

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

namespace details {
enum group_id { id_thread, id_tile, id_coalesced, id_block, id_cluster, id_grid };
}

/* ---- thread_group: any of the groups up to a block ----------------------------------------------------- */

class thread_group {
  public:
    thread_group() = default;
    SIMT_LIB_METHOD thread_group(details::group_id id, simt_mask m, unsigned rank, unsigned count)
        : id_(id), mask_(m), meta_rank_(rank), meta_size_(count)
    {
    }
    SIMT_LIB_METHOD unsigned long long size() const
    {
        return id_ == details::id_block ? simt_block_threads() : (unsigned)simt_mask_count(mask_);
    }
    SIMT_LIB_METHOD unsigned long long num_threads() const { return size(); }
    SIMT_LIB_METHOD unsigned long long thread_rank() const
    {
        return id_ == details::id_block ? simt_block_rank() : details::rank_in(mask_);
    }
    SIMT_LIB_METHOD bool is_valid() const { return true; }
    SIMT_LIB_METHOD unsigned get_type() const { return (unsigned)id_; }
    SIMT_LIB_METHOD void sync(SIMT_SITE_ARG, SIMT_AT) const
    {
        if (id_ == details::id_block)
            (void)simt_barrier(SIMT_SITE, SIMT_BAR_SYNC, 0, simt_pc);
        else
            simt_lib_syncwarp(mask_, simt_pc);
    }
    SIMT_LIB_METHOD simt_mask simt_lanes() const { return mask_; }

  protected:
    details::group_id id_ = details::id_thread;
    simt_mask mask_ = 1;
    unsigned meta_rank_ = 0, meta_size_ = 1;
};

/* ---- thread_block -------------------------------------------------------------------------------------- */

template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
    unsigned char simt_unused[MaxBlockSize > 32 ? MaxBlockSize / 32 * 8 : 8];
};

class thread_block : public thread_group {
  public:
    struct arrival_token {};
    SIMT_LIB_METHOD thread_block() : thread_group(details::id_block, SIMT_ALL_LANES, 0, 1) {}
    static SIMT_LIB_METHOD void sync(SIMT_SITE_ARG, SIMT_AT)
    {
        (void)simt_barrier(SIMT_SITE, SIMT_BAR_SYNC, 0, simt_pc);
    }
    /* The wait is the barrier: whoever waits has arrived. */
    SIMT_LIB_METHOD arrival_token barrier_arrive() const { return arrival_token(); }
    SIMT_LIB_METHOD void barrier_wait(arrival_token &&, SIMT_SITE_ARG, SIMT_AT) const
    {
        (void)simt_barrier(SIMT_SITE, SIMT_BAR_SYNC, 0, simt_pc);
    }
    static SIMT_LIB_METHOD unsigned size() { return simt_block_threads(); }
    static SIMT_LIB_METHOD unsigned num_threads() { return simt_block_threads(); }
    static SIMT_LIB_METHOD unsigned thread_rank() { return simt_block_rank(); }
    static SIMT_LIB_METHOD dim3 group_index()
    {
        return dim3(simt_lane_word<16>(), simt_lane_word<20>(), simt_lane_word<24>());
    }
    static SIMT_LIB_METHOD dim3 thread_index()
    {
        return dim3(simt_lane_word<0>(), simt_lane_word<4>(), simt_lane_word<8>());
    }
    static SIMT_LIB_METHOD dim3 group_dim()
    {
        return dim3(simt_lane_word<32>(), simt_lane_word<36>(), simt_lane_word<40>());
    }
    static SIMT_LIB_METHOD dim3 dim_threads() { return group_dim(); }
};

SIMT_LIB_FN thread_block this_thread_block() { return thread_block(); }
template <unsigned int N> SIMT_LIB_FN thread_block this_thread_block(block_tile_memory<N> &)
{
    return thread_block();
}

/* ---- grid_group ---------------------------------------------------------------------------------------- */

class grid_group {
  public:
    struct arrival_token {};
    static SIMT_LIB_METHOD bool is_valid() { return true; }
    static SIMT_LIB_METHOD void sync(SIMT_AT) { simt_grid_sync(simt_pc); }
    SIMT_LIB_METHOD arrival_token barrier_arrive() const { return arrival_token(); }
    SIMT_LIB_METHOD void barrier_wait(arrival_token &&, SIMT_AT) const { simt_grid_sync(simt_pc); }
    static SIMT_LIB_METHOD unsigned long long size()
    {
        return (unsigned long long)simt_grid_blocks() * simt_block_threads();
    }
    static SIMT_LIB_METHOD unsigned long long num_threads() { return size(); }
    static SIMT_LIB_METHOD unsigned long long thread_rank()
    {
        return (unsigned long long)simt_grid_block() * simt_block_threads() + simt_block_rank();
    }
    static SIMT_LIB_METHOD unsigned long long num_blocks() { return simt_grid_blocks(); }
    static SIMT_LIB_METHOD unsigned long long block_rank() { return simt_grid_block(); }
    static SIMT_LIB_METHOD dim3 dim_blocks()
    {
        return dim3(simt_lane_word<48>(), simt_lane_word<52>(), simt_lane_word<56>());
    }
    static SIMT_LIB_METHOD dim3 group_dim() { return dim_blocks(); }
    static SIMT_LIB_METHOD dim3 block_index() { return thread_block::group_index(); }
    static SIMT_LIB_METHOD dim3 dim_clusters() { return clusters().count_; }
    static SIMT_LIB_METHOD unsigned long long num_clusters()
    {
        dim3 n = clusters().count_;
        return (unsigned long long)n.x * n.y * n.z;
    }
    static SIMT_LIB_METHOD dim3 cluster_index() { return clusters().id_; }
    static SIMT_LIB_METHOD unsigned long long cluster_rank()
    {
        dim3 n = clusters().count_, i = clusters().id_;
        return i.x + (unsigned long long)n.x * (i.y + (unsigned long long)n.y * i.z);
    }

  private:
    struct places {
        dim3 count_, id_;
    };
    SIMT_QUIET static places clusters()
    {
        simt_cluster c;
        simt_cluster_here(&c);
        return {dim3(c.count.x, c.count.y, c.count.z), dim3(c.id.x, c.id.y, c.id.z)};
    }
};
SIMT_LIB_FN grid_group this_grid() { return grid_group(); }

/* ---- cluster_group ------------------------------------------------------------------------------------- */

namespace details {
SIMT_QUIET static inline simt_cluster cluster_here()
{
    simt_cluster c;
    simt_cluster_here(&c);
    return c;
}
SIMT_LIB_FN dim3 dim_of(const simt_dim3 &d) { return dim3(d.x, d.y, d.z); }
} // namespace details

class cluster_group {
  public:
    struct arrival_token {};
    static SIMT_LIB_METHOD void sync(SIMT_AT)
    {
        simt_cluster_arrive(0, simt_pc);
        simt_cluster_wait(simt_pc);
    }
    static SIMT_LIB_METHOD arrival_token barrier_arrive(SIMT_AT)
    {
        simt_cluster_arrive(0, simt_pc);
        return arrival_token();
    }
    static SIMT_LIB_METHOD void barrier_wait(SIMT_AT) { simt_cluster_wait(simt_pc); }
    static SIMT_LIB_METHOD void barrier_wait(arrival_token &&, SIMT_AT) { simt_cluster_wait(simt_pc); }
    static SIMT_LIB_METHOD unsigned size() { return num_blocks() * simt_block_threads(); }
    static SIMT_LIB_METHOD unsigned num_threads() { return size(); }
    static SIMT_LIB_METHOD unsigned thread_rank()
    {
        return block_rank() * simt_block_threads() + simt_block_rank();
    }
    static SIMT_LIB_METHOD unsigned num_blocks() { return details::cluster_here().size; }
    static SIMT_LIB_METHOD unsigned block_rank() { return details::cluster_here().rank; }
    static SIMT_LIB_METHOD dim3 block_index() { return details::dim_of(details::cluster_here().at); }
    static SIMT_LIB_METHOD dim3 dim_blocks() { return details::dim_of(details::cluster_here().dim); }
    static SIMT_LIB_METHOD dim3 thread_index()
    {
        dim3 b = block_index(), n = thread_block::group_dim(), t = thread_block::thread_index();
        return dim3(b.x * n.x + t.x, b.y * n.y + t.y, b.z * n.z + t.z);
    }
    static SIMT_LIB_METHOD dim3 dim_threads()
    {
        dim3 b = dim_blocks(), n = thread_block::group_dim();
        return dim3(b.x * n.x, b.y * n.y, b.z * n.z);
    }
    static SIMT_LIB_METHOD unsigned query_shared_rank(const void *p) { return simt_cluster_rank_of(p); }
    template <class T> static SIMT_LIB_METHOD T *map_shared_rank(T *p, int rank, SIMT_AT)
    {
        return (T *)simt_cluster_map((const void *)p, (unsigned)rank, simt_pc);
    }
};
SIMT_LIB_FN cluster_group this_cluster() { return cluster_group(); }

/* ---- coalesced_group ----------------------------------------------------------------------------------- */

class coalesced_group : public thread_group {
  public:
    typedef details::mask_t mask_t;
    coalesced_group() = default;
    SIMT_LIB_METHOD explicit coalesced_group(simt_mask m, unsigned rank = 0, unsigned count = 1)
        : thread_group(details::id_coalesced, m, rank, count)
    {
    }
    SIMT_LIB_METHOD unsigned size() const { return (unsigned)simt_mask_count(mask_); }
    SIMT_LIB_METHOD unsigned num_threads() const { return size(); }
    SIMT_LIB_METHOD unsigned thread_rank() const { return details::rank_in(mask_); }
    SIMT_LIB_METHOD unsigned meta_group_rank() const { return meta_rank_; }
    SIMT_LIB_METHOD unsigned meta_group_size() const { return meta_size_; }
    SIMT_LIB_METHOD void sync(SIMT_AT) const { simt_lib_syncwarp(mask_, simt_pc); }
    template <class T> SIMT_LIB_METHOD T shfl(T v, int src, SIMT_AT) const
    {
        return details::shfl_rank(mask_, v, src, simt_pc);
    }
    template <class T> SIMT_LIB_METHOD T shfl_up(T v, int delta, SIMT_AT) const
    {
        return details::shfl_rank(mask_, v, (int)thread_rank() - delta, simt_pc);
    }
    template <class T> SIMT_LIB_METHOD T shfl_down(T v, int delta, SIMT_AT) const
    {
        return details::shfl_rank(mask_, v, (int)thread_rank() + delta, simt_pc);
    }
    SIMT_LIB_METHOD int any(int p, SIMT_AT) const
    {
        return (int)simt_warp_op(SIMT_ANY, mask_, !!p, 0, simt_pc);
    }
    SIMT_LIB_METHOD int all(int p, SIMT_AT) const
    {
        return (int)simt_warp_op(SIMT_ALL, mask_, !!p, 0, simt_pc);
    }
    SIMT_LIB_METHOD mask_t ballot(int p, SIMT_AT) const
    {
        return (mask_t)details::pack((simt_mask)simt_warp_op(SIMT_BALLOT, mask_, !!p, 0, simt_pc), mask_);
    }
    template <class T> SIMT_LIB_METHOD mask_t match_any(T v, SIMT_AT) const
    {
        uint64_t x = 0;
        __builtin_memcpy(&x, &v, sizeof v);
        return (mask_t)details::pack((simt_mask)simt_warp_op(SIMT_MATCH_ANY, mask_, x, 0, simt_pc), mask_);
    }
    template <class T> SIMT_LIB_METHOD mask_t match_all(T v, int &pred, SIMT_AT) const
    {
        uint64_t x = 0;
        __builtin_memcpy(&x, &v, sizeof v);
        simt_mask r = (simt_mask)simt_warp_op(SIMT_MATCH_ALL, mask_, x, 0, simt_pc);
        pred = r != 0;
        return (mask_t)details::pack(r, mask_);
    }
};
SIMT_LIB_FN coalesced_group coalesced_threads(SIMT_AT)
{
    return coalesced_group((simt_mask)simt_warp_op(SIMT_ACTIVEMASK, SIMT_ALL_LANES, 0, 0, simt_pc));
}

/* ---- thread_block_tile --------------------------------------------------------------------------------- */

template <unsigned int Size, class ParentT = void> class thread_block_tile;

namespace details {
template <class P> struct parent_size { /* the parent of a tile, in threads: 0 is the block's size */
    static constexpr unsigned value = 0;
};
template <unsigned N, class P> struct parent_size<thread_block_tile<N, P>> {
    static constexpr unsigned value = N;
};

/* A tile within a warp. */
template <unsigned Size, class ParentT> class warp_tile : public thread_group {
    static_assert(Size && !(Size & (Size - 1)), "a tile's size is a power of two");

  public:
    typedef details::mask_t mask_t;
    SIMT_LIB_METHOD warp_tile()
        : thread_group(id_tile, simt_mask_width(Size) << (simt_lib_lane() & ~(Size - 1)), 0, 1)
    {
    }
    static SIMT_LIB_METHOD simt_mask lanes()
    {
        return (simt_mask)(simt_mask_width(Size) << (Size >= SIMT_WARP ? 0 : simt_lib_lane() & ~(Size - 1)));
    }
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static SIMT_LIB_METHOD unsigned thread_rank() { return simt_block_rank() & (Size - 1); }
    SIMT_LIB_METHOD unsigned meta_group_rank() const
    {
        constexpr unsigned p = parent_size<ParentT>::value;
        return p ? (simt_block_rank() & (p - 1)) / Size : simt_block_rank() / Size;
    }
    SIMT_LIB_METHOD unsigned meta_group_size() const
    {
        constexpr unsigned p = parent_size<ParentT>::value;
        return p ? p / Size : (simt_block_threads() + Size - 1) / Size;
    }
    static SIMT_LIB_METHOD void sync(SIMT_AT) { simt_lib_syncwarp(lanes(), simt_pc); }
    template <class T> SIMT_LIB_METHOD T shfl(T v, int src, SIMT_AT) const
    {
        return simt_lib_shuffle(SIMT_SHFL, lanes(), v, (unsigned)src, Size, simt_pc);
    }
    template <class T> SIMT_LIB_METHOD T shfl_up(T v, unsigned delta, SIMT_AT) const
    {
        return simt_lib_shuffle(SIMT_SHFL_UP, lanes(), v, delta, Size, simt_pc);
    }
    template <class T> SIMT_LIB_METHOD T shfl_down(T v, unsigned delta, SIMT_AT) const
    {
        return simt_lib_shuffle(SIMT_SHFL_DOWN, lanes(), v, delta, Size, simt_pc);
    }
    template <class T> SIMT_LIB_METHOD T shfl_xor(T v, unsigned lane, SIMT_AT) const
    {
        return simt_lib_shuffle(SIMT_SHFL_XOR, lanes(), v, lane, Size, simt_pc);
    }
    SIMT_LIB_METHOD int any(int p, SIMT_AT) const
    {
        return (int)simt_warp_op(SIMT_ANY, lanes(), !!p, 0, simt_pc);
    }
    SIMT_LIB_METHOD int all(int p, SIMT_AT) const
    {
        return (int)simt_warp_op(SIMT_ALL, lanes(), !!p, 0, simt_pc);
    }
    SIMT_LIB_METHOD mask_t ballot(int p, SIMT_AT) const
    {
        return (mask_t)pack((simt_mask)simt_warp_op(SIMT_BALLOT, lanes(), !!p, 0, simt_pc), lanes());
    }
    template <class T> SIMT_LIB_METHOD mask_t match_any(T v, SIMT_AT) const
    {
        uint64_t x = 0;
        __builtin_memcpy(&x, &v, sizeof v);
        return (mask_t)pack((simt_mask)simt_warp_op(SIMT_MATCH_ANY, lanes(), x, 0, simt_pc), lanes());
    }
    template <class T> SIMT_LIB_METHOD mask_t match_all(T v, int &pred, SIMT_AT) const
    {
        uint64_t x = 0;
        __builtin_memcpy(&x, &v, sizeof v);
        simt_mask r = (simt_mask)simt_warp_op(SIMT_MATCH_ALL, lanes(), x, 0, simt_pc);
        pred = r != 0;
        return (mask_t)pack(r, lanes());
    }
};

/* A tile of several warps: a named barrier each, values through storage that no profiler sees. */
template <unsigned Size, class ParentT> class block_tile : public thread_group {
    static_assert(Size && !(Size & (Size - 1)) && Size <= 1024,
                  "a tile's size is a power of two, at most 1024");

  public:
    SIMT_LIB_METHOD block_tile() : thread_group(id_tile, SIMT_ALL_LANES, 0, 1) {}
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static SIMT_LIB_METHOD unsigned thread_rank() { return simt_block_rank() & (Size - 1); }
    SIMT_LIB_METHOD unsigned meta_group_rank() const { return simt_block_rank() / Size; }
    SIMT_LIB_METHOD unsigned meta_group_size() const { return (simt_block_threads() + Size - 1) / Size; }
    static SIMT_LIB_METHOD void sync(SIMT_AT)
    {
        simt_named_barrier((int)(1 + simt_block_rank() / Size % 15), Size, 0, simt_pc);
    }
    template <class T> SIMT_LIB_METHOD T shfl(T v, int src, SIMT_AT) const
    {
        wide_put(simt_block_rank(), v);
        sync(simt_pc);
        wide_get((simt_block_rank() & ~(Size - 1)) + ((unsigned)src & (Size - 1)), &v);
        sync(simt_pc);
        return v;
    }
    SIMT_LIB_METHOD int any(int p, SIMT_AT) const
    {
        int r = 0;
        wide_put(simt_block_rank(), p);
        sync(simt_pc);
        for (unsigned i = 0; i < Size && !r; i++) {
            wide_get((simt_block_rank() & ~(Size - 1)) + i, &p);
            r |= !!p;
        }
        sync(simt_pc);
        return r;
    }
    SIMT_LIB_METHOD int all(int p, SIMT_AT) const { return !any(!p, simt_pc); }
};
template <unsigned Size, class P>
using tile_base = std::conditional_t<(Size <= SIMT_WARP), warp_tile<Size, P>, block_tile<Size, P>>;
} // namespace details

template <unsigned int Size, class ParentT> class thread_block_tile
    : public details::tile_base<Size, ParentT> {
  public:
    SIMT_LIB_METHOD thread_block_tile() = default;
    SIMT_LIB_METHOD operator thread_block_tile<Size, void>() const { return thread_block_tile<Size, void>(); }
};
template <unsigned int Size> class thread_block_tile<Size, void> : public details::tile_base<Size, void> {
  public:
    SIMT_LIB_METHOD thread_block_tile() = default;
    template <class P> SIMT_LIB_METHOD thread_block_tile(const thread_block_tile<Size, P> &) {}
};

SIMT_LIB_FN thread_block_tile<1, void> this_thread() { return thread_block_tile<1, void>(); }

/* ---- partitions ---------------------------------------------------------------------------------------- */

template <unsigned int Size, class P> SIMT_LIB_FN thread_block_tile<Size, P> tiled_partition(const P &)
{
    static_assert(details::parent_size<P>::value == 0 || Size <= details::parent_size<P>::value,
                  "a tile is no larger than the group that it divides");
    return thread_block_tile<Size, P>();
}

/* Groups of `n` neighbours by rank. */
SIMT_LIB_FN coalesced_group tiled_partition(const coalesced_group &g, unsigned n)
{
    simt_mask m = g.simt_lanes(), own = 0;
    unsigned first = g.thread_rank() / n * n, at = 0;
    for (simt_mask left = m; left; left &= left - 1, at++)
        if (at >= first && at < first + n)
            own |= left & (~left + 1);
    return coalesced_group(own, g.thread_rank() / n, (g.size() + n - 1) / n);
}
SIMT_LIB_FN thread_group tiled_partition(const thread_block &g, unsigned n)
{
    simt_mask m = (simt_mask)(simt_mask_width(n) << (simt_lib_lane() & ~(n - 1)));
    return thread_group(details::id_tile, m, g.thread_rank() / n, (g.size() + n - 1) / n);
}
SIMT_LIB_FN thread_group tiled_partition(const thread_group &g, unsigned n)
{
    if (g.get_type() == details::id_block)
        return tiled_partition(thread_block(), n);
    return tiled_partition(coalesced_group(g.simt_lanes()), n);
}

namespace details {
template <class T> SIMT_LIB_FN coalesced_group by_label(simt_mask m, T label, uintptr_t pc)
{
    uint64_t x = 0;
    __builtin_memcpy(&x, &label, sizeof label);
    simt_mask own = (simt_mask)simt_warp_op(SIMT_MATCH_ANY, m, x, 0, pc);
    /* A group's rank among the groups: how many begin at a lower lane. */
    simt_mask first = (simt_mask)1 << simt_mask_first(own);
    simt_mask heads =
        (simt_mask)simt_warp_op(SIMT_BALLOT, m, first == (simt_mask)1 << simt_lib_lane(), 0, pc);
    return coalesced_group(own, (unsigned)simt_mask_count(heads & (first - 1)),
                           (unsigned)simt_mask_count(heads));
}
template <class G> SIMT_LIB_FN coalesced_group by_predicate(const G &g, bool p, uintptr_t pc)
{
    simt_mask m = g.simt_lanes(), yes = (simt_mask)simt_warp_op(SIMT_BALLOT, m, p, 0, pc);
    return coalesced_group(p ? yes : m & ~yes, p ? 1 : 0, 2);
}
} // namespace details

SIMT_LIB_FN coalesced_group binary_partition(const coalesced_group &g, bool p, SIMT_AT)
{
    return details::by_predicate(g, p, simt_pc);
}
template <unsigned int N, class P>
SIMT_LIB_FN coalesced_group binary_partition(const thread_block_tile<N, P> &g, bool p, SIMT_AT)
{
    return details::by_predicate(g, p, simt_pc);
}
template <class T> SIMT_LIB_FN coalesced_group labeled_partition(const coalesced_group &g, T label, SIMT_AT)
{
    return details::by_label(g.simt_lanes(), label, simt_pc);
}
template <unsigned int N, class P, class T>
SIMT_LIB_FN coalesced_group labeled_partition(const thread_block_tile<N, P> &g, T label, SIMT_AT)
{
    return details::by_label(g.simt_lanes(), label, simt_pc);
}

/* ---- on any group -------------------------------------------------------------------------------------- */

SIMT_LIB_FN void sync(const thread_block &, SIMT_SITE_ARG, SIMT_AT)
{
    (void)simt_barrier(SIMT_SITE, SIMT_BAR_SYNC, 0, simt_pc);
}
SIMT_LIB_FN void sync(const grid_group &, SIMT_AT) { simt_grid_sync(simt_pc); }
SIMT_LIB_FN void sync(const coalesced_group &g, SIMT_AT) { simt_lib_syncwarp(g.simt_lanes(), simt_pc); }
template <unsigned N, class P> SIMT_LIB_FN void sync(const thread_block_tile<N, P> &g, SIMT_AT)
{
    g.sync(simt_pc);
}
SIMT_LIB_FN void sync(const cluster_group &, SIMT_AT) { cluster_group::sync(simt_pc); }
template <class G>
SIMT_LIB_FN std::enable_if_t<std::is_same<G, thread_group>::value> sync(const G &g, SIMT_SITE_ARG, SIMT_AT)
{
    g.sync(simt_line, simt_pc);
}
template <class G> SIMT_LIB_FN auto thread_rank(const G &g) { return g.thread_rank(); }
template <class G> SIMT_LIB_FN auto group_size(const G &g) { return g.size(); }

namespace details {
/* Any one lane may be the one; the device elects the lowest. */
SIMT_LIB_FN bool elected(simt_mask m) { return simt_lib_lane() == (unsigned)simt_mask_first(m); }
} // namespace details

template <class G, class F, class... A> SIMT_LIB_FN void invoke_one(const G &g, F &&f, A &&...a)
{
    if (g.thread_rank() == 0)
        std::forward<F>(f)(std::forward<A>(a)...);
}
template <class G, class F, class... A> SIMT_LIB_FN auto invoke_one_broadcast(const G &g, F &&f, A &&...a)
{
    typedef std::decay_t<decltype(f(std::forward<A>(a)...))> R;
    R r{};
    if (g.thread_rank() == 0)
        r = std::forward<F>(f)(std::forward<A>(a)...);
    return g.shfl(r, 0);
}

} // namespace cooperative_groups

SIMT_HD_END

#endif
