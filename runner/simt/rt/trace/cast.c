/*
 * cast.c: a float that its integer cannot hold. C++ leaves the result open, a GPU takes the nearest value (PTX, cvt),
 * an x86 another. The run goes on with x86's, so the difference is told where there is one.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "runner/simt/include/simt/library.h"
#include "runner/simt/rt/rt.h"
#include "runner/simt/rt/sched/sched.h"

/* What -fsanitize=float-cast-overflow says of a cast; gcc's layout. */
struct type {
    uint16_t kind, info; /* kind 0, an integer: bits 2^(info >> 1), signed when odd; 1, a float: bits */
    char name[];         /* quoted */
};
struct cast {
    const char *file;
    uint32_t line, column;
    const struct type *from, *to;
};

static double value_of(const struct type *from, uintptr_t bits)
{
    float f;
    double d;
    uint32_t low = (uint32_t)bits;

    memcpy(&f, &low, sizeof f);
    memcpy(&d, &bits, sizeof d);
    return from->info == 32 ? (double)f : d;
}

static uint64_t cut(uint64_t x, unsigned bits)
{
    return bits < 64 ? x & (((uint64_t)1 << bits) - 1) : x;
}

/* Bytes and shorts are converted as int or unsigned, and cut. */
static uint64_t on_device(double x, unsigned bits, int is_signed, int from_double)
{
    int wide = bits == 64 ? 64 : 32, nan_high = wide == 64 || from_double;

    return cut(is_signed ? (uint64_t)simt_to_signed(x, SIMT_RZ, wide, nan_high)
                         : simt_to_unsigned(x, SIMT_RZ, wide, nan_high), bits);
}

/* cvttss2si and cvttsd2si: what does not fit is the lowest number. An unsigned int is the low half of a long. */
static int64_t truncated(double x, int bits)
{
    double limit = ldexp(1, bits - 1);

    return x >= -limit && x < limit ? (int64_t)x : (int64_t)(~(uint64_t)0 << (bits - 1));
}

static uint64_t on_host(double x, unsigned bits, int is_signed)
{
    double half = ldexp(1, 63);

    if (bits == 64 && !is_signed && x >= half)
        return (uint64_t)truncated(x - half, 64) ^ (uint64_t)1 << 63;
    return cut((uint64_t)truncated(x, bits == 64 || (bits == 32 && !is_signed) ? 64 : 32), bits);
}

static long long shown(uint64_t x, unsigned bits)
{
    return (long long)(x << (64 - bits)) >> (64 - bits);
}

void __ubsan_handle_float_cast_overflow(const struct cast *c, uintptr_t value);
void __ubsan_handle_float_cast_overflow(const struct cast *c, uintptr_t value)
{
    unsigned bits = 1u << (c->to->info >> 1);
    int is_signed = c->to->info & 1;

    if (!simt_hot.cur || c->from->kind != 1 || c->from->info > 64 || c->to->kind || bits > 64)
        return;
    double x = value_of(c->from, value);
    uint64_t device = on_device(x, bits, is_signed, c->from->info == 64), host = on_host(x, bits, is_signed);
    if (device == host)
        return;
    char shows[32] = "NaN";
    if (x == x)
        snprintf(shows, sizeof shows, "%.9g", x);
    error_addf("float-cast", (uintptr_t)__builtin_return_address(0),
               is_signed ? "%s is cast to %s, which cannot hold it: C++ leaves the result open, a GPU takes %lld, and "
                           "this run goes on with %lld."
                         : "%s is cast to %s, which cannot hold it: C++ leaves the result open, a GPU takes %llu, and "
                           "this run goes on with %llu.",
               shows, c->to->name, is_signed ? shown(device, bits) : (long long)device,
               is_signed ? shown(host, bits) : (long long)host);
}
