/*
 * shadow_map.c: what hangs on an allocation: which bytes were ever written, which sectors this launch touched,
 * and room for who touched each sector and word last.
 *
 * Maps are made when a kernel first uses the allocation. Only whoever has the turn (shadow_global.c) uses them.
 */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "shadow_global.h"

static struct map *touched; /* in this launch */
uint64_t map_launch;

/* ---- bit maps ---------------------------------------------------------------------------------------- */

/* 8 bytes of a bit map, of which it may hold fewer. */
static inline uint64_t eight(const uint8_t *at)
{
    uint64_t v = 0;

    if (LIKELY(((uintptr_t)at & 4095) <= 4088))
        __builtin_memcpy(&v, at, 8); /* the page is there, and so is all of it */
    else
        for (unsigned i = 0; i < 8 && ((uintptr_t)(at + i) & 4095); i++)
            v |= (uint64_t)at[i] << 8 * i;
    return v;
}

int bits_all(const uint8_t *bits, size_t from, size_t n)
{
    for (; n >= 64 && !(from & 7); from += 64, n -= 64) {
        uint64_t v;
        __builtin_memcpy(&v, bits + from / 8, 8);
        if (v != ~0ull)
            return 0;
    }
    while (n) {
        unsigned skip = from & 7, k = n < 56 ? (unsigned)n : 56;
        uint64_t want = (~0ull >> (64 - k)) << skip;
        if ((eight(bits + from / 8) & want) != want)
            return 0;
        from += k;
        n -= k;
    }
    return 1;
}

int bits_any(const uint8_t *bits, size_t from, size_t n)
{
    return (eight(bits + from / 8) >> (from & 7) & ((1u << n) - 1)) != 0;
}

void bits_set(uint8_t *bits, size_t from, size_t n)
{
    if (LIKELY((from & 7) + n <= 8)) {
        bits[from / 8] |= (uint8_t)(((1u << n) - 1) << (from & 7));
        return;
    }
    for (; n && from & 7; from++, n--)
        bits[from / 8] |= (uint8_t)(1u << (from & 7));
    memset(bits + from / 8, 0xff, n / 8);
    for (from += n & ~7ull, n &= 7; n; from++, n--)
        bits[from / 8] |= (uint8_t)(1u << (from & 7));
}

/* ---- an allocation's map ------------------------------------------------------------------------------- */

static struct map *map_new(struct alloc *a)
{
    size_t sectors = (a->hi - (a->lo & ~(uintptr_t)(SECTOR - 1)) + SECTOR - 1) / SECTOR + 1;
    size_t nbits = (sectors + 63) / 64 + 1, size = sizeof(struct map) + 4096;
    struct map *m;
    uint8_t *at;

    size += sectors * 8 + sectors * WORDS * 8 + nbits * 16;
    m = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (m == MAP_FAILED)
        return NULL;
    at = (uint8_t *)m + 4096;
    m->size = size;
    m->nbits = nbits;
    m->sectors = sectors;
    m->base = a->lo & ~(uintptr_t)(SECTOR - 1);
    m->bits[0] = (uint64_t *)at;
    m->bits[1] = m->bits[0] + nbits;
    m->sector.writer = (uint32_t *)(m->bits[1] + nbits);
    m->sector.reader = m->sector.writer + sectors;
    m->word.writer = m->sector.reader + sectors;
    m->word.reader = m->word.writer + sectors * WORDS;
    a->shadow = (uint64_t *)m;
    return m;
}

void heap_shadow_free(struct alloc *a)
{
    struct map *m = (struct map *)a->shadow;

    if (a->written)
        munmap(a->written, (a->hi - a->lo + 7) / 8);
    a->written = NULL;
    if (m) {
        for (struct map **at = &touched; *at; at = &(*at)->next)
            if (*at == m) {
                *at = m->next;
                break;
            }
        munmap(m, m->size);
    }
    a->shadow = NULL;
}

/* How far the allocation is initialised from its start: bits are never cleared, so it only grows. */
static void look_at_written(struct map *m, const struct alloc *a)
{
    size_t n = a->hi - a->lo;

    if (!a->written)
        m->written = n;
    while (m->written + 512 <= n && bits_all(a->written, m->written, 512))
        m->written += 512;
    while (m->written < n && bits_all(a->written, m->written, 1))
        m->written++;
}

struct map *map_closer(struct alloc *a)
{
    struct map *m = (struct map *)a->shadow;

    if (UNLIKELY(!m && !(m = map_new(a))))
        return NULL;
    if (UNLIKELY(m->launch != map_launch)) {
        memset(m->bits[0], 0, m->nbits * 16);
        m->count[0] = m->count[1] = 0;
        m->launch = map_launch;
        m->next = touched;
        touched = m;
        look_at_written(m, a);
    }
    return m;
}

void map_mark(struct map *m, int which, size_t first, size_t last)
{
    for (size_t i = first / 64; i <= last / 64; i++) {
        uint64_t want = ~0ull, *at = &m->bits[which][i];
        if (i == first / 64)
            want &= ~0ull << (first & 63);
        if (i == last / 64)
            want &= ~0ull >> (63 - (last & 63));
        m->count[which] += (unsigned)__builtin_popcountll(want & ~*at);
        *at |= want;
    }
}

/* ---- launches ------------------------------------------------------------------------------------------ */

static void forget(struct alloc *a, void *arg)
{
    struct map *m = (struct map *)a->shadow;

    (void)arg;
    if (m)
        madvise((uint8_t *)m + 4096, m->size - 4096, MADV_DONTNEED);
}

void map_forget_all(void)
{
    heap_each(forget, NULL);
}

static void each_entry(uint32_t from, void (*fn)(uint32_t *entry, uint32_t from, uint32_t *rank), uint32_t *rank)
{
    for (struct map *m = touched; m; m = m->next)
        for (size_t i = 0; i < m->sectors; i++) {
            uint32_t *w = &m->sector.writer[i];
            if (*w & SPLIT && (*w & ENTRY) >> LANE_BITS >= from) {
                for (size_t k = i * WORDS; k < (i + 1) * WORDS; k++) {
                    fn(&m->word.writer[k], from, rank);
                    fn(&m->word.reader[k], from, rank);
                }
                *w = SPLIT | from << LANE_BITS; /* of this launch, whichever number it is */
                continue;
            }
            fn(w, from, rank);
            fn(&m->sector.reader[i], from, rank);
        }
}

static void mark_used(uint32_t *entry, uint32_t from, uint32_t *rank)
{
    uint32_t number = (*entry & ENTRY) >> LANE_BITS;

    if (number >= from)
        rank[number - from] = 1;
}

static void renumber(uint32_t *entry, uint32_t from, uint32_t *rank)
{
    uint32_t number = (*entry & ENTRY) >> LANE_BITS;

    if (number >= from)
        *entry = (*entry & (~ENTRY | (SIMT_WARP - 1))) | (from + rank[number - from] - 1) << LANE_BITS;
}

uint32_t map_renumber(uint32_t from, uint32_t n, uint32_t *rank)
{
    uint32_t live = 0;

    each_entry(from, mark_used, rank);
    for (uint32_t i = 0; i < n; i++)
        if (rank[i])
            rank[i] = ++live;
    each_entry(from, renumber, rank);
    return live;
}

void map_launch_begin(uint64_t launch)
{
    map_launch = launch;
    touched = NULL;
}

void map_launch_end(uint64_t *total)
{
    total[0] = total[1] = total[2] = 0;
    for (struct map *m = touched; m; m = m->next) {
        total[0] += m->count[0];
        total[1] += m->count[1];
        for (size_t i = 0; simt_config.time && m->count[0] && i < m->nbits; i++)
            total[2] += (unsigned)__builtin_popcountll((m->bits[0][i] | m->bits[0][i] >> 1) & 0x5555555555555555ull);
    }
    touched = NULL;
}
