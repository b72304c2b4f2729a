/*
 * stored.c: whether a store always stores the same value, from its machine code.
 *
 * Threads that race to store one constant (a flag that says "changed", a vertex that was visited) are benign: the
 * word ends up with that constant whoever comes last. The values themselves are not logged, and memory cannot be
 * asked later, since other blocks run meanwhile. But the code after the hook's call tells: the store is a move of
 * an immediate, or of a register set to one since the call, or of a constant in the image. What is not
 * understood is taken as no constant.
 *
 * The code tells, too, what gcc's hooks keep to themselves: the alignment of the type of which 16 bytes are moved.
 * Where it is 16, the move is an aligned one; where it is 8, it is not, and a GPU moves 8 bytes twice. Where gcc takes
 * two general registers instead, nothing tells.
 */
#include <string.h>

#include "count.h"

enum { WINDOW = 64 }; /* bytes of code looked at */

struct decoded {
    unsigned length; /* 0: not understood */
    uint8_t op, reg, rm, mod;
    int rex, wide, word; /* prefixes: any, REX.W, 0x66 */
    int vex, scalar;     /* a VEX move: vmovss 4, vmovsd 8, vmovaps and the like 16 */
    int aligned;         /* of 16, to a multiple of it */
    int rip;             /* the memory operand is relative to the next instruction */
    int32_t offset;
    int64_t immediate;
};

static int modrm(const uint8_t *at, struct decoded *d, unsigned *n, int r, int b)
{
    uint8_t m = at[(*n)++], sib;

    d->mod = m >> 6;
    d->reg = (uint8_t)((m >> 3 & 7) | r << 3);
    d->rm = (uint8_t)((m & 7) | b << 3);
    d->rip = d->mod == 0 && (m & 7) == 5;
    if (d->mod != 3 && (m & 7) == 4) {
        sib = at[(*n)++];
        if (d->mod == 0 && (sib & 7) == 5)
            *n += 4;
    }
    if (d->rip || d->mod == 2) {
        memcpy(&d->offset, at + *n, 4);
        *n += 4;
    } else if (d->mod == 1) {
        *n += 1;
    }
    return 1;
}

/* VEX moves of floating-point values: C5 xx 10|11|28|29|6F|7F, and C4 with map 1. */
static void decode_vex(const uint8_t *at, struct decoded *d)
{
    unsigned n = at[0] == 0xc5 ? 2 : 3, r, b = 0, pp;

    r = !(at[1] >> 7);
    pp = at[n - 1] & 3;
    if (at[0] == 0xc4) {
        if ((at[1] & 31) != 1)
            return;
        b = !(at[1] >> 5 & 1);
    }
    if (at[n - 1] & 4)
        return; /* 256 bits */
    d->op = at[n++];
    d->vex = 1;
    if (d->op == 0x10 || d->op == 0x11)
        d->scalar = pp == 2 ? 4 : pp == 3 ? 8 : 16;
    else if (d->op == 0x28 || d->op == 0x29 || ((d->op == 0x6f || d->op == 0x7f) && pp))
        d->scalar = 16;
    else
        return;
    d->aligned = d->op == 0x28 || d->op == 0x29 || (d->op >= 0x6f && pp == 1);
    modrm(at, d, &n, (int)r, (int)b);
    d->length = n;
}

static struct decoded decode(const uint8_t *at)
{
    struct decoded d = { 0 };
    unsigned n = 0, size;
    int r = 0, b = 0;

    if (at[0] == 0xc5 || at[0] == 0xc4) {
        decode_vex(at, &d);
        return d;
    }
    if (at[n] == 0x66) {
        d.word = 1;
        n++;
    }
    if ((at[n] & 0xf0) == 0x40) {
        d.rex = 1;
        d.wide = at[n] >> 3 & 1;
        r = at[n] >> 2 & 1;
        b = at[n] & 1;
        n++;
    }
    d.op = at[n++];
    switch (d.op) {
    case 0x88: case 0x89: case 0x8b: case 0x8d: case 0x63: case 0x31: case 0x01: case 0x03:
        modrm(at, &d, &n, r, b);
        break;
    case 0x83:
        modrm(at, &d, &n, r, b);
        n++;
        break;
    case 0xc6: case 0xc7:
        modrm(at, &d, &n, r, b);
        size = d.op == 0xc6 ? 1 : d.word ? 2 : 4;
        for (unsigned i = 0; i < size; i++)
            d.immediate |= (int64_t)at[n + i] << 8 * i;
        if (size == 4)
            d.immediate = (int32_t)d.immediate;
        n += size;
        break;
    case 0xb8: case 0xb9: case 0xba: case 0xbb: case 0xbc: case 0xbd: case 0xbe: case 0xbf:
        d.rm = (uint8_t)((d.op & 7) | b << 3);
        d.op = 0xb8;
        size = d.wide ? 8 : 4;
        for (unsigned i = 0; i < size; i++)
            d.immediate |= (int64_t)((uint64_t)at[n + i] << 8 * i);
        n += size;
        break;
    default:
        return d;
    }
    d.length = n;
    return d;
}

/* Registers that hold constants since the hook's call: 16 general, 16 vector. */
struct known {
    uint32_t set, vset;
    uint64_t value[16], vvalue[16];
};

static void follow(struct known *k, const struct decoded *d, const uint8_t *end)
{
    if (d->vex) {
        k->vset &= ~(1u << d->reg);
        if (d->rip && d->scalar <= 8) {
            k->vset |= 1u << d->reg;
            k->vvalue[d->reg] = 0;
            memcpy(&k->vvalue[d->reg], end + d->offset, (size_t)d->scalar);
        }
        return;
    }
    if (d->op == 0x8b && d->rip) {
        k->set |= 1u << d->reg;
        k->value[d->reg] = 0;
        memcpy(&k->value[d->reg], end + d->offset, d->wide ? 8 : 4);
    } else if (d->op == 0xb8) {
        k->set |= 1u << d->rm;
        k->value[d->rm] = (uint64_t)d->immediate;
    } else if (d->op == 0x31 && d->mod == 3 && d->reg == d->rm) {
        k->set |= 1u << d->rm;
        k->value[d->rm] = 0;
    } else if (d->op == 0x89 || d->op == 0x31 || d->op == 0x01 || d->op == 0x83) {
        k->set &= ~(1u << d->rm);
    } else {
        k->set &= ~(1u << d->reg);
    }
}

int stored_constant(uintptr_t pc, unsigned size, uint64_t *value)
{
    const uint8_t *at = (const uint8_t *)pc, *end = at + WINDOW;
    struct known k = { 0 };
    uint64_t mask = size >= 8 ? ~0ull : (1ull << 8 * size) - 1;

    if (size > 8)
        return 0;
    while (at < end) {
        struct decoded d = decode(at);
        int memory = d.mod != 3,
            store = memory && (d.vex ? d.op == 0x11 || d.op == 0x29 || d.op == 0x7f
                                     : d.op == 0x88 || d.op == 0x89 || d.op == 0xc6 || d.op == 0xc7);
        unsigned wide = d.vex ? (unsigned)d.scalar : d.op == 0x88 || d.op == 0xc6 ? 1 : d.word ? 2 : d.wide ? 8 : 4;
        if (!d.length || (memory && (d.op == 0x31 || d.op == 0x01 || d.op == 0x83)))
            return 0;
        at += d.length;
        if (!store) {
            follow(&k, &d, at);
            continue;
        }
        if ((d.rm & 7) == 4 && d.mod != 3 && wide != size)
            continue; /* a spill to the stack beside it */
        if (wide != size)
            return 0;
        if (d.op == 0xc6 || d.op == 0xc7) {
            *value = (uint64_t)d.immediate & mask;
            return 1;
        }
        if (d.vex ? !(k.vset >> d.reg & 1) : !(k.set >> d.reg & 1))
            return 0;
        *value = (d.vex ? k.vvalue[d.reg] : k.value[d.reg]) & mask;
        return 1;
    }
    return 0;
}

int moved_aligned(uintptr_t pc, int store)
{
    const uint8_t *at = (const uint8_t *)pc, *end = at + WINDOW;

    while (at < end) {
        struct decoded d = { 0 };
        if (*at == 0xe8) { /* the hook of the other side of a copy */
            at += 5;
            continue;
        }
        d = decode(at);
        if (!d.length)
            return -1;
        at += d.length;
        if (!d.vex || d.scalar != 16 || d.mod == 3 || d.rm == 4) /* 4: the stack */
            continue;
        if (store == (d.op == 0x11 || d.op == 0x29 || d.op == 0x7f))
            return d.aligned;
    }
    return -1;
}
