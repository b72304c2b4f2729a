/*
 * bulk_reduce.c: cp.reduce.async.bulk, element by element. Blocks on other host threads may do the same: each element
 * is changed by compare and swap.
 */
#include <immintrin.h>

#include "bulk.h"

unsigned bulk_type_size(int type)
{
    switch (type) {
    case SIMT_BULK_F16:
    case SIMT_BULK_BF16: return 2;
    case SIMT_BULK_U64:
    case SIMT_BULK_S64:
    case SIMT_BULK_F64: return 8;
    default: return 4;
    }
}

int bulk_type_of(int tensor_type)
{
    switch (tensor_type) {
    case SIMT_TENSOR_U32: return SIMT_BULK_U32;
    case SIMT_TENSOR_S32: return SIMT_BULK_S32;
    case SIMT_TENSOR_U64: return SIMT_BULK_U64;
    case SIMT_TENSOR_S64: return SIMT_BULK_S64;
    case SIMT_TENSOR_F16: return SIMT_BULK_F16;
    case SIMT_TENSOR_BF16: return SIMT_BULK_BF16;
    case SIMT_TENSOR_F32:
    case SIMT_TENSOR_F32_FTZ: return SIMT_BULK_F32;
    case SIMT_TENSOR_F64: return SIMT_BULK_F64;
    default: return -1;
    }
}

int bulk_reduces(int op, int type)
{
    int narrow = type == SIMT_BULK_F16 || type == SIMT_BULK_BF16, wide = type == SIMT_BULK_F32 || type == SIMT_BULK_F64;

    switch (op) {
    case SIMT_BULK_ADD: return 1;
    case SIMT_BULK_MIN:
    case SIMT_BULK_MAX: return !wide;
    case SIMT_BULK_INC:
    case SIMT_BULK_DEC: return type == SIMT_BULK_U32;
    default: return !narrow && !wide;
    }
}

static uint64_t whole(int op, uint64_t old, uint64_t v, int is_signed)
{
    int less = is_signed ? (int64_t)v < (int64_t)old : v < old;

    switch (op) {
    case SIMT_BULK_ADD: return old + v;
    case SIMT_BULK_MIN: return less ? v : old;
    case SIMT_BULK_MAX: return less ? old : v;
    case SIMT_BULK_INC: return old >= v ? 0 : old + 1;
    case SIMT_BULK_DEC: return old == 0 || old > v ? v : old - 1;
    case SIMT_BULK_AND: return old & v;
    case SIMT_BULK_OR: return old | v;
    default: return old ^ v;
    }
}

static float of_bits(uint32_t u)
{
    union { uint32_t u; float f; } x = { .u = u };

    return x.f;
}

static uint32_t bits_of(float f)
{
    union { float f; uint32_t u; } x = { .f = f };

    return x.u;
}

static uint16_t to_bf16(float f)
{
    uint32_t u = bits_of(f);

    return f != f ? 0x7fff : (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static uint16_t narrow(int op, int type, uint16_t old, uint16_t v)
{
    int half = type == SIMT_BULK_F16;
    float a = half ? _cvtsh_ss(old) : of_bits((uint32_t)old << 16);
    float b = half ? _cvtsh_ss(v) : of_bits((uint32_t)v << 16);

    if (op != SIMT_BULK_ADD) {
        if (a != a || b != b)
            return a != a ? (b != b ? 0x7fff : v) : old;
        return (op == SIMT_BULK_MIN ? b < a : b > a) ? v : old;
    }
    return half ? (a + b != a + b ? 0x7fff : (uint16_t)_cvtss_sh(a + b, _MM_FROUND_TO_NEAREST_INT)) : to_bf16(a + b);
}

static uint64_t element(int op, int type, uint64_t old, uint64_t v)
{
    union { uint64_t u; double d; } a = { .u = old }, b = { .u = v };

    switch (type) {
    case SIMT_BULK_F16:
    case SIMT_BULK_BF16: return narrow(op, type, (uint16_t)old, (uint16_t)v);
    case SIMT_BULK_F32: return bits_of(of_bits((uint32_t)old) + of_bits((uint32_t)v));
    case SIMT_BULK_F64: a.d += b.d; return a.u;
    case SIMT_BULK_S32: return (uint32_t)whole(op, (uint64_t)(int64_t)(int32_t)old, (uint64_t)(int64_t)(int32_t)v, 1);
    case SIMT_BULK_U32: return (uint32_t)whole(op, (uint32_t)old, (uint32_t)v, 0);
    default: return whole(op, old, v, type == SIMT_BULK_S64);
    }
}

#define EACH(T)                                                                                                   \
    for (size_t i = 0; i < bytes / sizeof(T); i++) {                                                              \
        T *at = (T *)to + i, v = ((const volatile T *)from)[i], old = *(volatile T *)at;                          \
        while (!__atomic_compare_exchange_n(at, &old, (T)element(op, type, old, v), 0, __ATOMIC_SEQ_CST,          \
                                            __ATOMIC_SEQ_CST))                                                    \
            ;                                                                                                     \
    }

void bulk_reduce(int op, int type, void *to, const void *from, size_t bytes)
{
    switch (bulk_type_size(type)) {
    case 2: EACH(uint16_t) break;
    case 4: EACH(uint32_t) break;
    default: EACH(uint64_t)
    }
}
