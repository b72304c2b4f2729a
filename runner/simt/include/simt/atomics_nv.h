/*
 * atomics_nv.h: __nv_atomic_load_n and its family, which nvcc knows since CUDA 12.8: an order and a scope with each
 * operation, as C++ has them.
 */
#ifndef SIMT_ATOMICS_NV_H
#define SIMT_ATOMICS_NV_H

#include "atomics.h"
#include "lib_atomic.h"
#include "memory.h"

enum {
    __NV_ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};
#define SIMT_SCOPED int scope = __NV_THREAD_SCOPE_SYSTEM, SIMT_AT

/* What the runtime is told: a load may lack the acquire, all others the release. */
SIMT_INLINE int simt_nv_load(int order, int scope)
{
    return (scope <= __NV_THREAD_SCOPE_BLOCK ? SIMT_OF_BLOCK : 0) | (order == __NV_ATOMIC_RELAXED ? SIMT_RELAXED : 0);
}
SIMT_INLINE int simt_nv_other(int order, int scope)
{
    return simt_nv_load(order <= __NV_ATOMIC_ACQUIRE ? __NV_ATOMIC_RELAXED : order, scope);
}

/* What nvcc refuses. */
template <int op, class T> struct simt_nv_number {
    static constexpr bool sum = op == SIMT_OP_ADD || op == SIMT_OP_SUB, real = std::is_floating_point<T>::value;
    static constexpr bool number = std::is_arithmetic<T>::value || std::is_enum<T>::value;
    static_assert(number && (sizeof(T) == 4 || sizeof(T) == 8), "this atomic is for numbers of 4 and of 8 bytes");
    static_assert(!real || sum, "of float and double there are add and sub alone");
    static_assert(!sum || real || sizeof(T) == 4 || std::is_unsigned<T>::value,
                  "add and sub of 8 bytes are for unsigned numbers: cast the pointer to unsigned long long *");
};
template <class T> struct simt_nv_word {
    static_assert(std::is_integral<T>::value || std::is_enum<T>::value || std::is_same<T, __int128>::value ||
                      std::is_same<T, unsigned __int128>::value,
                  "the form with _n is for integers; the one without takes pointers to values of any type");
};

template <int op, class T> SIMT_UNSEEN T simt_nv_modify(T *p, T v, int access, uintptr_t pc)
{
    simt_access(access, __builtin_ctz(sizeof(T)), p, pc);
    T old = simt_read_modify_write<op>(p, v), now = simt_apply<op>(old, v);
    if (__builtin_memcmp(&old, &now, sizeof old) == 0)
        simt_spin(pc);
    return old;
}

template <class T> SIMT_INLINE T __nv_atomic_load_n(const T *ptr, int order, SIMT_SCOPED)
{
    (void)simt_nv_word<T>();
    return simt::atomic_load(ptr, simt_pc, simt_nv_load(order, scope));
}
template <class T> SIMT_INLINE void __nv_atomic_load(const T *ptr, T *ret, int order, SIMT_SCOPED)
{
    *ret = simt::atomic_load(ptr, simt_pc, simt_nv_load(order, scope));
}
template <class T>
SIMT_INLINE void __nv_atomic_store_n(T *ptr, typename simt_same<T>::type val, int order, SIMT_SCOPED)
{
    (void)simt_nv_word<T>();
    simt::atomic_store(ptr, val, simt_pc, simt_nv_other(order, scope));
}
template <class T> SIMT_INLINE void __nv_atomic_store(T *ptr, T *val, int order, SIMT_SCOPED)
{
    simt::atomic_store(ptr, *val, simt_pc, simt_nv_other(order, scope));
}
template <class T>
SIMT_INLINE T __nv_atomic_exchange_n(T *ptr, typename simt_same<T>::type val, int order, SIMT_SCOPED)
{
    (void)simt_nv_word<T>();
    return simt_nv_modify<SIMT_OP_EXCH>(ptr, val, SIMT_ATOMIC | simt_nv_other(order, scope), simt_pc);
}
template <class T> SIMT_INLINE void __nv_atomic_exchange(T *ptr, T *val, T *ret, int order, SIMT_SCOPED)
{
    *ret = simt_nv_modify<SIMT_OP_EXCH>(ptr, *val, SIMT_ATOMIC | simt_nv_other(order, scope), simt_pc);
}
template <class T>
SIMT_INLINE bool __nv_atomic_compare_exchange_n(T *ptr, T *expected, typename simt_same<T>::type desired, bool,
                                                int success, int, SIMT_SCOPED)
{
    (void)simt_nv_word<T>();
    return simt::atomic_cas(ptr, expected, desired, simt_pc, simt_nv_other(success, scope));
}
template <class T>
SIMT_INLINE bool __nv_atomic_compare_exchange(T *ptr, T *expected, T *desired, bool, int success, int, SIMT_SCOPED)
{
    return simt::atomic_cas(ptr, expected, *desired, simt_pc, simt_nv_other(success, scope));
}

/* __nv_atomic_fetch_add, and __nv_atomic_add, which returns nothing. */
#define SIMT_NV_ATOMIC(name, op)                                                                             \
    template <class T>                                                                                       \
    SIMT_INLINE T __nv_atomic_fetch_##name(T *ptr, typename simt_same<T>::type val, int order, SIMT_SCOPED)  \
    {                                                                                                        \
        (void)simt_nv_number<op, T>();                                                                       \
        return simt_nv_modify<op>(ptr, val, SIMT_ATOMIC | simt_nv_other(order, scope), simt_pc);             \
    }                                                                                                        \
    template <class T>                                                                                       \
    SIMT_INLINE void __nv_atomic_##name(T *ptr, typename simt_same<T>::type val, int order, SIMT_SCOPED)     \
    {                                                                                                        \
        (void)simt_nv_number<op, T>();                                                                       \
        (void)simt_nv_modify<op>(ptr, val, SIMT_RED | simt_nv_other(order, scope), simt_pc);                 \
    }
SIMT_NV_ATOMIC(add, SIMT_OP_ADD)
SIMT_NV_ATOMIC(sub, SIMT_OP_SUB)
SIMT_NV_ATOMIC(and, SIMT_OP_AND)
SIMT_NV_ATOMIC(or, SIMT_OP_OR)
SIMT_NV_ATOMIC(xor, SIMT_OP_XOR)
SIMT_NV_ATOMIC(min, SIMT_OP_MIN)
SIMT_NV_ATOMIC(max, SIMT_OP_MAX)
#undef SIMT_NV_ATOMIC

SIMT_INLINE void __nv_atomic_thread_fence(int order, SIMT_SCOPED)
{
    if (order != __NV_ATOMIC_RELAXED)
        simt_fence(scope == __NV_THREAD_SCOPE_SYSTEM ? 2 : scope <= __NV_THREAD_SCOPE_BLOCK ? 0 : 1, simt_pc);
}
#undef SIMT_SCOPED

#endif
