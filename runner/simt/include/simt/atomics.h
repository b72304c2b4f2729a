/*
 * atomics.h: atomicAdd and its family, for the types that CUDA has them for. The _block and _system variants
 * do the same: lanes of a host thread never run at once, and blocks pass in order (simt_access). Only the checks
 * know that a _block variant is for the threads of one block, and that none of them is a fence.
 *
 * The operation is out of line without hooks: the runtime is told of the access, the sanitizer is not. Types
 * of half precision have theirs in their own headers, made with SIMT_ATOMICS.
 */
#ifndef SIMT_ATOMICS_H
#define SIMT_ATOMICS_H

#include "../vector_functions.h"
#include "core.h"
#include "flops.h"

enum simt_rmw_op { SIMT_OP_ADD, SIMT_OP_SUB, SIMT_OP_EXCH, SIMT_OP_MIN, SIMT_OP_MAX, SIMT_OP_INC, SIMT_OP_DEC,
                   SIMT_OP_AND, SIMT_OP_OR, SIMT_OP_XOR };

template <unsigned size> struct simt_word;
template <> struct simt_word<1> { typedef unsigned char type; };
template <> struct simt_word<2> { typedef unsigned short type; };
template <> struct simt_word<4> { typedef unsigned int type; };
template <> struct simt_word<8> { typedef unsigned long long type; };
template <> struct simt_word<16> { typedef unsigned __int128 type; };

template <class To, class From> SIMT_INLINE To simt_bits(const From &from)
{
    static_assert(sizeof(To) == sizeof(From), "only the type of the bits changes");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

template <int op, class T> SIMT_INLINE T simt_apply(T old, T v)
{
    if constexpr (op == SIMT_OP_ADD)
        return old + v;
    else if constexpr (op == SIMT_OP_SUB)
        return old - v;
    else if constexpr (op == SIMT_OP_EXCH)
        return v;
    else if constexpr (op == SIMT_OP_MIN)
        return v < old ? v : old;
    else if constexpr (op == SIMT_OP_MAX)
        return v > old ? v : old;
    else if constexpr (op == SIMT_OP_INC)
        return old >= v ? 0 : old + 1;
    else if constexpr (op == SIMT_OP_DEC)
        return old == 0 || old > v ? v : old - 1;
    else if constexpr (op == SIMT_OP_AND)
        return old & v;
    else if constexpr (op == SIMT_OP_OR)
        return old | v;
    else
        return old ^ v;
}

/* __sync, not __atomic: for 16 bytes the latter calls a library. */
template <class T> SIMT_INLINE T simt_compare_and_swap(T *p, T compare, T v)
{
    typedef typename simt_word<sizeof(T)>::type word;
    return simt_bits<T>(__sync_val_compare_and_swap((word *)p, simt_bits<word>(compare), simt_bits<word>(v)));
}

template <int op, class T> SIMT_INLINE T simt_read_modify_write(T *p, T v)
{
    typedef typename simt_word<sizeof(T)>::type word;
    word seen = *(volatile word *)p, old;
    do {
        old = seen;
        word now = simt_bits<word>(simt_apply<op>(simt_bits<T>(old), v));
        seen = __sync_val_compare_and_swap((word *)p, old, now);
    } while (seen != old);
    return simt_bits<T>(old);
}

/* An operation that leaves memory as it was is how programs wait for another lane: let that one run. */
template <int op, class T, int access = SIMT_ATOMIC> SIMT_UNSEEN T simt_atomic(T *p, T v, uintptr_t pc)
{
    simt_access(access, __builtin_ctz(sizeof(T)), p, pc);
    T old = simt_read_modify_write<op>(p, v);
    if constexpr (op == SIMT_OP_EXCH || op == SIMT_OP_ADD || op == SIMT_OP_OR) {
        T now = simt_apply<op>(old, v);
        if (__builtin_memcmp(&old, &now, sizeof old) == 0)
            simt_spin(pc);
    }
    return old;
}

/* The same, told apart by whether its result is used: whoever drops it learns nothing of other threads. The call of
 * simt_heard() goes with the result that nobody uses. */
template <int op, int scope, class T> SIMT_INLINE T simt_atomic_used(T *p, T v, uintptr_t pc)
{
#if SIMT_TRACE
    typedef typename simt_word<sizeof(T)>::type word;
    T old = simt_atomic<op, T, SIMT_RED | SIMT_RELAXED | scope>(p, v, pc);
    return simt_bits<T>((word)simt_heard(simt_bits<word>(old), p, pc));
#else
    return simt_atomic<op>(p, v, pc);
#endif
}

/* The same where nothing is returned: red. */
template <int op, int how, class T> SIMT_UNSEEN void simt_reduction(T *p, T v, uintptr_t pc)
{
    simt_access(SIMT_RED | how, __builtin_ctz(sizeof(T)), p, pc);
    simt_read_modify_write<op>(p, v);
}

template <int how = 0, class T> SIMT_UNSEEN T simt_atomic_cas(T *p, T compare, T v, uintptr_t pc)
{
    simt_access(SIMT_ATOMIC | SIMT_VOLATILE | how, __builtin_ctz(sizeof(T)), p, pc);
    T old = simt_compare_and_swap(p, compare, v);
    if (__builtin_memcmp(&old, &compare, sizeof old) != 0)
        simt_spin(pc);
    return old;
}

#define SIMT_ATOMIC_NAME(name, type, op, scope)                                                              \
    SIMT_INLINE type name(type *address, type val)                                                           \
    {                                                                                                        \
        return simt_atomic_used<op, scope>(address, val, SIMT_HERE());                                       \
    }
#define SIMT_ATOMICS(name, type, op)                                                                         \
    SIMT_ATOMIC_NAME(name, type, op, 0)                                                                      \
    SIMT_ATOMIC_NAME(name##_block, type, op, SIMT_OF_BLOCK)                                                  \
    SIMT_ATOMIC_NAME(name##_system, type, op, 0)
#define SIMT_ATOMIC_CAS_NAME(name, type, scope)                                                              \
    SIMT_INLINE type name(type *address, type compare, type val)                                             \
    {                                                                                                        \
        return simt_atomic_cas<SIMT_RELAXED | scope>(address, compare, val, SIMT_HERE());                    \
    }
#define SIMT_ATOMIC_CASES(type)                                                                              \
    SIMT_ATOMIC_CAS_NAME(atomicCAS, type, 0)                                                                 \
    SIMT_ATOMIC_CAS_NAME(atomicCAS_block, type, SIMT_OF_BLOCK)                                               \
    SIMT_ATOMIC_CAS_NAME(atomicCAS_system, type, 0)

#define SIMT_FOR_32(apply, name, op) apply(name, int, op) apply(name, unsigned int, op)
#define SIMT_FOR_BITS(apply, name, op) SIMT_FOR_32(apply, name, op) apply(name, unsigned long long, op)

SIMT_FOR_BITS(SIMT_ATOMICS, atomicAdd, SIMT_OP_ADD)
SIMT_ATOMICS(atomicAdd, float, SIMT_OP_ADD)
SIMT_ATOMICS(atomicAdd, double, SIMT_OP_ADD)
SIMT_FOR_32(SIMT_ATOMICS, atomicSub, SIMT_OP_SUB)
SIMT_FOR_BITS(SIMT_ATOMICS, atomicExch, SIMT_OP_EXCH)
SIMT_ATOMICS(atomicExch, float, SIMT_OP_EXCH)
SIMT_FOR_BITS(SIMT_ATOMICS, atomicMin, SIMT_OP_MIN)
SIMT_ATOMICS(atomicMin, long long, SIMT_OP_MIN)
SIMT_FOR_BITS(SIMT_ATOMICS, atomicMax, SIMT_OP_MAX)
SIMT_ATOMICS(atomicMax, long long, SIMT_OP_MAX)
SIMT_ATOMICS(atomicInc, unsigned int, SIMT_OP_INC)
SIMT_ATOMICS(atomicDec, unsigned int, SIMT_OP_DEC)
SIMT_FOR_BITS(SIMT_ATOMICS, atomicAnd, SIMT_OP_AND)
SIMT_FOR_BITS(SIMT_ATOMICS, atomicOr, SIMT_OP_OR)
SIMT_FOR_BITS(SIMT_ATOMICS, atomicXor, SIMT_OP_XOR)
SIMT_ATOMIC_CASES(int)
SIMT_ATOMIC_CASES(unsigned int)
SIMT_ATOMIC_CASES(unsigned long long)
SIMT_ATOMIC_CASES(unsigned short)

/* Any type of 16 bytes (sm_90), aligned to as many. */
#define SIMT_ATOMIC_WIDE(suffix, scope)                                                                      \
    template <class T, typename simt_word<sizeof(T) == 16 ? 16 : 0>::type = 0>                               \
    SIMT_INLINE T atomicExch##suffix(T *address, T val)                                                      \
    {                                                                                                        \
        return simt_atomic<SIMT_OP_EXCH, T, SIMT_ATOMIC | SIMT_RELAXED | scope>(address, val, SIMT_HERE());  \
    }                                                                                                        \
    template <class T, typename simt_word<sizeof(T) == 16 ? 16 : 0>::type = 0>                               \
    SIMT_INLINE T atomicCAS##suffix(T *address, T compare, T val)                                            \
    {                                                                                                        \
        return simt_atomic_cas<SIMT_RELAXED | scope>(address, compare, val, SIMT_HERE());                    \
    }
SIMT_ATOMIC_WIDE(, 0)
SIMT_ATOMIC_WIDE(_block, SIMT_OF_BLOCK)
SIMT_ATOMIC_WIDE(_system, 0)

/* float2 and float4 in global memory (sm_90): one access, each element atomic on its own. */
template <int how, class V> SIMT_UNSEEN V simt_add_elements(V *p, V v, uintptr_t pc)
{
    V old;
    simt_access(SIMT_ATOMIC | how, __builtin_ctz(sizeof(V)), p, pc);
    for (unsigned i = 0; i < sizeof(V) / sizeof(float); i++)
        ((float *)&old)[i] = simt_read_modify_write<SIMT_OP_ADD>((float *)p + i, ((float *)&v)[i]);
    return old;
}
#define SIMT_ATOMIC_VECTOR(name, type, scope)                                                                \
    SIMT_INLINE type name(type *address, type val)                                                           \
    {                                                                                                        \
        return simt_add_elements<SIMT_RELAXED | scope>(address, val, SIMT_HERE());                           \
    }
SIMT_ATOMIC_VECTOR(atomicAdd, float2, 0)
SIMT_ATOMIC_VECTOR(atomicAdd_block, float2, SIMT_OF_BLOCK)
SIMT_ATOMIC_VECTOR(atomicAdd_system, float2, 0)
SIMT_ATOMIC_VECTOR(atomicAdd, float4, 0)
SIMT_ATOMIC_VECTOR(atomicAdd_block, float4, SIMT_OF_BLOCK)
SIMT_ATOMIC_VECTOR(atomicAdd_system, float4, 0)

#undef SIMT_FOR_32
#undef SIMT_FOR_BITS
#undef SIMT_ATOMIC_CAS_NAME
#undef SIMT_ATOMIC_CASES
#undef SIMT_ATOMIC_WIDE
#undef SIMT_ATOMIC_VECTOR

#endif
