/*
 * simt/lib_atomic.h: atomic operations of the cuda:: types: one access of the caller's pc, then the operation
 * itself, unseen by the compiler's hooks. As on the device an atomic load is a load and an atomic store is a
 * store; they are marked, so that the race checker knows them from plain ones.
 */
#ifndef SIMT_LIB_ATOMIC_H
#define SIMT_LIB_ATOMIC_H

#include "lib.h"

namespace simt {

/* `how` of each operation: SIMT_RELAXED, SIMT_OF_BLOCK. */
template <size_t N> struct word_of;
template <> struct word_of<1> { typedef uint8_t type; };
template <> struct word_of<2> { typedef uint16_t type; };
template <> struct word_of<4> { typedef uint32_t type; };
template <> struct word_of<8> { typedef uint64_t type; };
template <> struct word_of<16> { typedef unsigned __int128 type; };
/* A type of another size takes the next larger word: cuda::atomic aligns its value to it. */
template <class T>
using word = typename word_of<(sizeof(T) <= 1   ? 1
                               : sizeof(T) <= 2 ? 2
                               : sizeof(T) <= 4 ? 4
                               : sizeof(T) <= 8 ? 8
                                                : 16)>::type;
template <class T> constexpr int size_log2()
{
    return sizeof(T) <= 1 ? 0 : sizeof(T) <= 2 ? 1 : sizeof(T) <= 4 ? 2 : sizeof(T) <= 8 ? 3 : 4;
}

enum rmw { rmw_add, rmw_sub, rmw_and, rmw_or, rmw_xor, rmw_min, rmw_max, rmw_exchange };

/* A lane that reads the same value again where it read last waits for another: let them run. */
struct poll {
    const void *at;
    uint64_t value;
};
inline thread_local poll last_poll;

template <class T> SIMT_QUIET T atomic_load(const T *p, uintptr_t pc, int how = 0)
{
    typedef word<T> W;
    simt_access(SIMT_READ | SIMT_VOLATILE | how, size_log2<T>(), p, pc);
    W w = *(const volatile W *)p;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (last_poll.at == p && last_poll.value == (uint64_t)w)
        simt_spin(pc);
    last_poll.at = p;
    last_poll.value = (uint64_t)w;
    T r;
    __builtin_memcpy((void *)&r, &w, sizeof r);
    return r;
}
template <class T> SIMT_QUIET void atomic_store(T *p, T v, uintptr_t pc, int how = 0)
{
    typedef word<T> W;
    W w = 0;
    __builtin_memcpy(&w, (const void *)&v, sizeof v);
    simt_access(SIMT_WRITE | SIMT_VOLATILE | how, size_log2<T>(), p, pc);
    *(volatile W *)p = w;
}
/* The comparison is of the bits, as on the device. */
template <class T> SIMT_QUIET bool atomic_cas(T *p, T *expected, T desired, uintptr_t pc, int how = 0)
{
    typedef word<T> W;
    W e = 0, d = 0;
    __builtin_memcpy(&e, (const void *)expected, sizeof(T));
    __builtin_memcpy(&d, (const void *)&desired, sizeof(T));
    simt_access(SIMT_ATOMIC | how, size_log2<T>(), p, pc);
    W was = e;
    bool ok;
    if constexpr (sizeof(W) == 16) {
        was = *(W *)p; /* blocks take turns: nothing comes between */
        ok = was == e;
        if (ok)
            *(W *)p = d;
    } else {
        ok = __atomic_compare_exchange_n((W *)p, &was, d, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    if (!ok) {
        if (last_poll.at == p && last_poll.value == (uint64_t)was)
            simt_spin(pc);
        last_poll.at = p;
        last_poll.value = (uint64_t)was;
        __builtin_memcpy((void *)expected, &was, sizeof(T));
    }
    return ok;
}
template <int Op, class T, class D> SIMT_QUIET T atomic_rmw(T *p, D v, uintptr_t pc, int how = 0)
{
    typedef word<T> W;
    simt_access(SIMT_ATOMIC | how, size_log2<T>(), p, pc);
    W was = *(volatile W *)p, next;
    T old, now;
    for (;;) {
        __builtin_memcpy((void *)&old, &was, sizeof old);
        if constexpr (Op == rmw_add)
            now = (T)(old + v);
        else if constexpr (Op == rmw_sub)
            now = (T)(old - v);
        else if constexpr (Op == rmw_and)
            now = (T)(old & v);
        else if constexpr (Op == rmw_or)
            now = (T)(old | v);
        else if constexpr (Op == rmw_xor)
            now = (T)(old ^ v);
        else if constexpr (Op == rmw_min)
            now = (T)v < old ? (T)v : old;
        else if constexpr (Op == rmw_max)
            now = old < (T)v ? (T)v : old;
        else
            now = v;
        next = 0;
        __builtin_memcpy(&next, (const void *)&now, sizeof now);
        if constexpr (sizeof(W) == 16) {
            *(W *)p = next;
            return old;
        } else if (__atomic_compare_exchange_n((W *)p, &was, next, false, __ATOMIC_SEQ_CST,
                                               __ATOMIC_SEQ_CST)) {
            return old;
        }
    }
}

} // namespace simt

#endif
