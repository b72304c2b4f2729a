/*
 * cooperative_groups/memcpy_async.h: a copy by all threads of a group. From global into shared memory it is
 * cp.async, one group of copies a call, and lands at the wait; any other direction copies at once.
 */
#ifndef SIMT_CG_MEMCPY_ASYNC_H
#define SIMT_CG_MEMCPY_ASYNC_H

#include "../simt/hd.h"

SIMT_HD_BEGIN

#include "../cooperative_groups.h"
#include "../simt/aligned_size.h"
#include "../simt/lib_async.h"

namespace cooperative_groups {

namespace details {
template <class G>
SIMT_LIB_FN void copy_async(const G &g, void *dst, const void *src, size_t n, uintptr_t pc)
{
    simt_lib_copy_shared_async(dst, src, n, (unsigned)g.thread_rank(), (unsigned)g.size(), pc);
    simt_cp_async_commit(pc);
}
} // namespace details

template <class G>
SIMT_LIB_FN void memcpy_async(const G &g, void *dst, const void *src, size_t n, SIMT_AT)
{
    details::copy_async(g, dst, src, n, simt_pc);
}
template <class G, size_t Align> SIMT_LIB_FN void memcpy_async(const G &g, void *dst, const void *src,
                                                               const cuda::aligned_size_t<Align> &n, SIMT_AT)
{
    details::copy_async(g, dst, src, n.value, simt_pc);
}
/* Element counts of either side: the smaller of the two in bytes is copied. */
template <class G, class D, class S>
SIMT_LIB_FN void memcpy_async(const G &g, D *dst, size_t dst_count, const S *src, size_t src_count, SIMT_AT)
{
    size_t a = dst_count * sizeof(D), b = src_count * sizeof(S);
    details::copy_async(g, (void *)dst, (const void *)src, a < b ? a : b, simt_pc);
}
template <class G, class D, size_t DA, class S, size_t SA>
SIMT_LIB_FN void memcpy_async(const G &g, D *dst, const cuda::aligned_size_t<DA> &dst_count, const S *src,
                              const cuda::aligned_size_t<SA> &src_count, SIMT_AT)
{
    size_t a = dst_count.value * sizeof(D), b = src_count.value * sizeof(S);
    details::copy_async(g, (void *)dst, (const void *)src, a < b ? a : b, simt_pc);
}

template <unsigned Stages, class G> SIMT_LIB_FN void wait_prior(const G &g, SIMT_SITE_ARG, SIMT_AT)
{
    simt_cp_async_wait(Stages, simt_pc);
    if constexpr (std::is_same<G, thread_block>::value)
        g.sync(simt_line, simt_pc);
    else
        g.sync(simt_pc);
}
template <class G> SIMT_LIB_FN void wait(const G &g, SIMT_SITE_ARG, SIMT_AT)
{
    simt_cp_async_wait(~0u, simt_pc);
    if constexpr (std::is_same<G, thread_block>::value)
        g.sync(simt_line, simt_pc);
    else
        g.sync(simt_pc);
}

} // namespace cooperative_groups

SIMT_HD_END

#endif
