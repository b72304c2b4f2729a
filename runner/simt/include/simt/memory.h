/*
 * memory.h: loads and stores with a cache hint, and address spaces.
 *
 * A hint changes no result: __ldg(p) is *p on the user's line, one access of the type's width.
 * A shared address of 32 bits is the offset in the lane's shared window, as on the device.
 */
#ifndef SIMT_MEMORY_H
#define SIMT_MEMORY_H

#include <stddef.h>

#include "core.h"
#include "flops.h"
#include "library.h"

template <class T> struct simt_same {
    typedef T type;
};

#define SIMT_HINTED_LOAD(name)                                                                               \
    template <class T> SIMT_INLINE T name(const T *ptr) { return *ptr; }
#define SIMT_HINTED_STORE(name)                                                                              \
    template <class T> SIMT_INLINE void name(T *ptr, typename simt_same<T>::type value) { *ptr = value; }
SIMT_HINTED_LOAD(__ldg)
SIMT_HINTED_LOAD(__ldca)
SIMT_HINTED_LOAD(__ldcg)
SIMT_HINTED_LOAD(__ldcs)
SIMT_HINTED_LOAD(__ldlu)
SIMT_HINTED_STORE(__stwb)
SIMT_HINTED_STORE(__stcg)
SIMT_HINTED_STORE(__stcs)
SIMT_HINTED_STORE(__stwt)
/* "Don't cache and fetch again": what another lane stored meanwhile is seen. */
template <class T> SIMT_INLINE T __ldcv(const T *ptr)
{
    __asm__ volatile("" ::: "memory");
    return *ptr;
}
#undef SIMT_HINTED_LOAD
#undef SIMT_HINTED_STORE

/* Also of another block of the cluster, whose addresses have the block's rank above the offset. */
SIMT_INLINE size_t __cvta_generic_to_shared(const void *ptr)
{
    size_t at = (size_t)ptr - simt_shared_window();
    return at >> SIMT_CLUSTER_SHIFT ? simt_cluster_address(ptr) : at;
}
SIMT_INLINE void *__cvta_shared_to_generic(size_t offset)
{
    return offset >> SIMT_CLUSTER_SHIFT ? simt_cluster_generic((uint32_t)offset)
                                        : (void *)(simt_shared_window() + offset);
}
SIMT_INLINE size_t __cvta_generic_to_global(const void *ptr) { return (size_t)ptr; }
SIMT_INLINE void *__cvta_global_to_generic(size_t address) { return (void *)address; }
SIMT_INLINE size_t __cvta_generic_to_constant(const void *ptr) { return (size_t)ptr; }
SIMT_INLINE void *__cvta_constant_to_generic(size_t address) { return (void *)address; }
SIMT_INLINE size_t __cvta_generic_to_grid_constant(const void *ptr) { return (size_t)ptr; }
SIMT_INLINE void *__cvta_grid_constant_to_generic(size_t address) { return (void *)address; }
SIMT_INLINE size_t __cvta_generic_to_local(const void *ptr) { return (size_t)ptr; }
SIMT_INLINE void *__cvta_local_to_generic(size_t address) { return (void *)address; }

/* The numbers of enum space in the runtime. */
SIMT_INLINE unsigned int __isLocal(const void *ptr) { return simt_space(ptr) == 0; }
SIMT_INLINE unsigned int __isGlobal(const void *ptr) { return simt_space(ptr) == 1; }
SIMT_INLINE unsigned int __isShared(const void *ptr) { return simt_space(ptr) == 2; }
SIMT_INLINE unsigned int __isConstant(const void *ptr) { return simt_space(ptr) == 3; }
SIMT_INLINE unsigned int __isGridConstant(const void *) { return 0; }

#endif
