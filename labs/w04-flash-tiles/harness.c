/*
 * harness.c: the two memories of lab.h, and the calls' trampolines.
 *
 * The learner is handed reserved, unmapped addresses for the five arrays; tm_load and tm_store
 * translate them to the real buffers. A stray dereference therefore faults at an address that says
 * which array and which offset, and a handler turns that into one line. Nothing here decides a
 * verdict: the counters leave through the output buffers `stat` and `wrote`, which oracle.c treats
 * as hostile.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "lab.h"
#include "ridge/frame.h"

/*
 * This file is compiled without sanitizers even when the submission has them, so AddressSanitizer
 * is looked for at run time. When it is there, SRAM that tm_alloc has not given out is poisoned,
 * and its own report of a wild dereference is better than our line.
 */
void __asan_poison_memory_region(void const volatile *p, size_t n) __attribute__((weak));
void __asan_unpoison_memory_region(void const volatile *p, size_t n) __attribute__((weak));

static int under_asan(void)
{
    return __asan_poison_memory_region && __asan_unpoison_memory_region;
}

static void hide(const char *p, size_t n)
{
    if (under_asan())
        __asan_poison_memory_region(p, n);
}

static void show(const char *p, size_t n)
{
    if (under_asan())
        __asan_unpoison_memory_region(p, n);
}

/* Order of the counters in `stat`; oracle.c holds the same list. */
enum {
    ST_SRAM_PEAK, ST_READ, ST_WRITTEN, ST_LOADS, ST_STORES, ST_BR, ST_BC, ST_DONE,
    ST_FAULT, ST_FAULT_ARRAY, ST_FAULT_AT, ST_FAULT_BYTES,
    ST_READ_OF, /* one per array: Q K V O LSE scratch */
    ST_WRITTEN_OF = ST_READ_OF + 6,
    ST_COUNT = ST_WRITTEN_OF + 6
};

enum { Q, K, V, O, LSE, SCRATCH, ARRAYS };
enum { OK, F_SRAM_FULL, F_NOT_SRAM, F_NOT_HBM, F_PAST_END, F_READ_ONLY, F_RAGGED, F_SCRATCH_TWICE };

struct array {
    char *shown; /* the reserved address the learner sees */
    char *real;
    size_t bytes;
};

struct tile_mem {
    struct array a[ARRAYS];
    char *sram;
    size_t used, scratch_room;
    size_t gap; /* unmapped after each array: all heads' worth, so that none lands in a neighbour */
    int64_t *stat;
    int32_t *wrote; /* [rows][2]: bytes stored to this row of O, and of LSE */
    size_t rows, row_bytes;
};

enum { PAGE = 4096, ALIGN = 64 };

static _Alignas(4096) char arena[TM_CAP];

/* ------------------------------------------------------------------------------- the tm_* API */

static int refuse(tm_t *tm, int why, int array, size_t at, size_t bytes)
{
    if (tm->stat[ST_FAULT] == OK) {
        tm->stat[ST_FAULT] = why;
        tm->stat[ST_FAULT_ARRAY] = array;
        tm->stat[ST_FAULT_AT] = (int64_t)at;
        tm->stat[ST_FAULT_BYTES] = (int64_t)bytes;
    }
    return -1;
}

void *tm_alloc(tm_t *tm, size_t bytes)
{
    size_t room = TM_CAP - tm->used, whole = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    if (bytes > room || whole > room) {
        refuse(tm, F_SRAM_FULL, -1, tm->used, bytes);
        return NULL;
    }
    char *p = tm->sram + tm->used;
    tm->used += whole;
    tm->stat[ST_SRAM_PEAK] = (int64_t)tm->used;
    show(p, bytes);
    return p;
}

size_t tm_left(const tm_t *tm)
{
    return TM_CAP - tm->used;
}

void tm_tile(tm_t *tm, int Br, int Bc)
{
    tm->stat[ST_BR] = Br;
    tm->stat[ST_BC] = Bc;
}

void *tm_scratch(tm_t *tm, size_t bytes)
{
    struct array *s = &tm->a[SCRATCH];
    if (s->real || bytes > tm->scratch_room) {
        refuse(tm, F_SCRATCH_TWICE, SCRATCH, s->bytes, bytes);
        return NULL;
    }
    s->real = malloc(bytes ? bytes : 1);
    s->bytes = s->real ? bytes : 0;
    return s->shown;
}

static int inside_sram(const tm_t *tm, const void *p, size_t bytes)
{
    uintptr_t lo = (uintptr_t)tm->sram, at = (uintptr_t)p;
    return at >= lo && at <= lo + tm->used && bytes <= lo + tm->used - at;
}

/* Which array `p` points into or past the end of: the gap after an array counts as its own. */
static int array_of(const tm_t *tm, uintptr_t p)
{
    for (int k = ARRAYS; k-- > 0;) {
        uintptr_t lo = (uintptr_t)tm->a[k].shown;
        if (tm->a[k].bytes && p >= lo && p < lo + tm->a[k].bytes + tm->gap)
            return k;
    }
    return -1;
}

/* The checks that loads and stores share; the real address, or NULL after a refusal. */
static char *translate(tm_t *tm, const void *sram, const void *hbm, size_t bytes, int *array)
{
    int k = array_of(tm, (uintptr_t)hbm);
    *array = k;
    if (k < 0) {
        refuse(tm, F_NOT_HBM, inside_sram(tm, hbm, 0) ? 1 : 0, 0, bytes);
        return NULL;
    }
    size_t at = (uintptr_t)hbm - (uintptr_t)tm->a[k].shown;
    if (bytes % 4 || at % 4) {
        refuse(tm, F_RAGGED, k, at, bytes);
        return NULL;
    }
    if (at > tm->a[k].bytes || bytes > tm->a[k].bytes - at) {
        refuse(tm, F_PAST_END, k, at, bytes);
        return NULL;
    }
    if (!inside_sram(tm, sram, bytes)) {
        refuse(tm, F_NOT_SRAM, k, at, bytes);
        return NULL;
    }
    return tm->a[k].real + at;
}

int tm_load(tm_t *tm, void *sram, const void *hbm, size_t bytes)
{
    int k;
    const char *from = translate(tm, sram, hbm, bytes, &k);
    if (!from)
        return -1;
    memcpy(sram, from, bytes);
    tm->stat[ST_LOADS]++;
    tm->stat[ST_READ] += (int64_t)bytes;
    tm->stat[ST_READ_OF + k] += (int64_t)bytes;
    return 0;
}

static void note_rows(tm_t *tm, int k, size_t at, size_t bytes)
{
    size_t width = k == O ? tm->row_bytes : 4;
    while (bytes) {
        size_t row = at / width, part = width - at % width;
        if (part > bytes)
            part = bytes;
        if (row < tm->rows)
            tm->wrote[2 * row + (k == LSE)] += (int32_t)part;
        at += part;
        bytes -= part;
    }
}

int tm_store(tm_t *tm, void *hbm, const void *sram, size_t bytes)
{
    int k;
    char *to = translate(tm, sram, hbm, bytes, &k);
    if (!to)
        return -1;
    if (k < O)
        return refuse(tm, F_READ_ONLY, k, (size_t)(to - tm->a[k].real), bytes);
    memcpy(to, sram, bytes);
    tm->stat[ST_STORES]++;
    tm->stat[ST_WRITTEN] += (int64_t)bytes;
    tm->stat[ST_WRITTEN_OF + k] += (int64_t)bytes;
    if (k != SCRATCH)
        note_rows(tm, k, (size_t)(to - tm->a[k].real), bytes);
    return 0;
}

/* ------------------------------------------------------------------- reserved addresses, faults */

/* Address space without memory behind it; kept, because a timed call must not pay for it. */
static char *reserve(size_t bytes)
{
    static char *base;
    static size_t have;
    if (bytes > have) {
        size_t want = 1u << 22;
        while (want < bytes)
            want *= 2;
        void *p = mmap(NULL, want, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED)
            return NULL;
        if (base)
            munmap(base, have);
        base = p;
        have = want;
    }
    return base;
}

static size_t pages(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

static int lay_out(tm_t *tm)
{
    size_t total = 0;
    tm->gap = PAGE + pages(tm->rows * tm->row_bytes);
    for (int k = 0; k < SCRATCH; k++)
        total += pages(tm->a[k].bytes) + tm->gap;
    char *p = reserve(total + tm->scratch_room + 2 * tm->gap);
    if (!p)
        return -1;
    for (int k = 0; k < SCRATCH; k++) {
        tm->a[k].shown = p + tm->gap;
        p += pages(tm->a[k].bytes) + tm->gap;
    }
    tm->a[SCRATCH].shown = p + tm->gap;
    return 0;
}

static struct tile_mem *current; /* for the signal handler only */
static const char *const array_name[ARRAYS] = { "Q", "K", "V", "O", "LSE", "scratch" };

static size_t put(char *line, size_t n, const char *s)
{
    while (*s)
        line[n++] = *s++;
    return n;
}

static size_t put_number(char *line, size_t n, size_t x)
{
    char digit[24];
    int k = 0;
    do
        digit[k++] = (char)('0' + x % 10);
    while (x /= 10);
    while (k)
        line[n++] = digit[--k];
    return n;
}

/* Only async-signal-safe work: the line is put together by hand. */
static void on_segv(int sig, siginfo_t *info, void *context)
{
    char line[160];
    size_t n = 0;
    uintptr_t at = (uintptr_t)info->si_addr;
    int k = current ? array_of(current, at) : -1, writing = 0;
#if defined(__x86_64__)
    writing = (((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
    (void)context;
#endif
    if (k >= 0) {
        n = put(line, n, writing ? "flash_fwd wrote" : "flash_fwd read");
        n = put(line, n, " HBM directly at ");
        n = put(line, n, array_name[k]);
        n = put(line, n, "+");
        n = put_number(line, n, at - (uintptr_t)current->a[k].shown);
        n = put(line, n, writing ? ": go through tm_store\n" : ": go through tm_load\n");
    } else if (at < PAGE && current && current->stat[ST_FAULT] == F_SRAM_FULL) {
        n = put(line, n, "flash_fwd used the NULL that tm_alloc returned: SRAM is full\n");
    }
    if (n && write(2, line, n) < 0)
        n = 0;
    raise(sig); /* SA_RESETHAND: the default action takes it as soon as this handler returns */
}

static int catch_segv(struct sigaction *old)
{
    struct sigaction act = { .sa_sigaction = on_segv, .sa_flags = SA_SIGINFO | (int)SA_RESETHAND };
    sigemptyset(&act.sa_mask);
    return sigaction(SIGSEGV, &act, old); /* refused by a filter: the call runs without the line */
}

/* ---------------------------------------------------------------------------------- the calls */

ridge_trampoline ridge_call_flash, ridge_call_kv_elems;

/* args: S d causal group | Q K V | O LSE stat wrote */
void ridge_call_flash(const struct ridge_frame *f)
{
    int S = (int)f->i[0], d = (int)f->i[1], causal = (int)f->i[2], group = (int)f->i[3];
    struct tile_mem tm = {
        .sram = arena, .stat = f->buf[5], .wrote = f->buf[6],
        .rows = (size_t)group * (size_t)S, .row_bytes = (size_t)d * 4,
    };
    if (f->count[5] < ST_COUNT || f->count[6] < 2 * tm.rows)
        return;
    for (int k = 0; k < SCRATCH; k++)
        tm.a[k] = (struct array){ .real = f->buf[k], .bytes = f->count[k] * 4 };
    tm.scratch_room = pages(3 * tm.rows * (size_t)S * 4);
    memset(tm.stat, 0, ST_COUNT * sizeof *tm.stat);
    memset(tm.wrote, 0, 2 * tm.rows * sizeof *tm.wrote);
    show(arena, sizeof arena);
    memset(arena, 0xff, sizeof arena); /* NaN: what was never loaded must not look like a number */
    hide(arena, sizeof arena);
    if (lay_out(&tm))
        return;
    current = &tm;
    struct sigaction old;
    int caught = !under_asan() && !catch_segv(&old);
    float *at[SCRATCH];
    for (int k = 0; k < SCRATCH; k++)
        at[k] = (float *)tm.a[k].shown;
    flash_fwd(at[Q], at[K], at[V], at[O], at[LSE], S, d, causal, group, &tm);
    if (caught)
        sigaction(SIGSEGV, &old, NULL);
    current = NULL;
    show(arena, sizeof arena);
    free(tm.a[SCRATCH].real);
    tm.stat[ST_DONE] = 1;
}

/* args: n | shapes [n][7] = tokens L H Hkv hd dc dr | elems [n][3] */
void ridge_call_kv_elems(const struct ridge_frame *f)
{
    const int64_t *s = f->buf[0];
    int64_t *out = f->buf[1];
    for (int64_t k = 0; k < f->i[0]; k++, s += 7, out += 3) {
        out[0] = kv_elems_mha(s[0], (int)s[1], (int)s[2], (int)s[4]);
        out[1] = kv_elems_gqa(s[0], (int)s[1], (int)s[3], (int)s[4]);
        out[2] = kv_elems_mla(s[0], (int)s[1], (int)s[5], (int)s[6]);
    }
}
