/*
 * count.c: what one warp-level request costs, summed per (pc, op, size, space); bounds of every access; blocks
 * that are traced and blocks that are not; a launch's JSON line.
 *
 * Global memory: 32-byte sectors. Shared memory: wavefronts (banks.c). 16 bytes of a type that is aligned to 8 are two
 * requests of 8. Constant memory: one pass per distinct address. Rows whose addresses step evenly have closed forms.
 */
#define _GNU_SOURCE
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "runner/simt/rt/sched/sched.h"
#include "runner/simt/rt/shadow/shadow.h"

enum { MAX_TALLIES = 1 << 17, HASH_SIZE = 1 << 18 };
enum { NULL_PAGE = 65536 };

static struct {
    uintptr_t lo, hi;
} constant_image[8]; /* what the loader maps read-only: literals, const tables, vtables */
static unsigned nconstant;

extern char __start_simt_dev[] __attribute__((weak)), __stop_simt_dev[] __attribute__((weak));
extern char __start_simt_const[] __attribute__((weak)), __stop_simt_const[] __attribute__((weak));

/* ---- the table of counters ----------------------------------------------------------------------------- */

static int note_segments(struct dl_phdr_info *info, size_t size, void *arg)
{
    (void)size;
    (void)arg;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        int constant = (h->p_type == PT_LOAD && !(h->p_flags & PF_W)) || h->p_type == PT_GNU_RELRO;
        if (constant && nconstant < 8) {
            constant_image[nconstant].lo = info->dlpi_addr + h->p_vaddr;
            constant_image[nconstant++].hi = info->dlpi_addr + h->p_vaddr + h->p_memsz;
        }
    }
    return 1; /* the program itself comes first, and is all there is to it */
}

void counts_init(struct worker *w)
{
    struct counts *c = w->counts;

    if (c)
        return;
    c = w->counts = rt_reserve(sizeof *c, "for counters");
    rt_growing(&c->grow, MAX_TALLIES * sizeof *c->tally, "for counters");
    c->tally = c->grow.at;
    c->room = (uint32_t)(c->grow.open / sizeof *c->tally);
    c->hash = rt_reserve(HASH_SIZE * sizeof *c->hash, "for counters");
    c->log = rt_reserve(SIMT_WARP * LANE_STRIDE * sizeof *c->log, "for counters");
    c->reuse = simt_config.time ? reuse_new() : NULL;
    c->joins = joins_new();
    if (!nconstant)
        dl_iterate_phdr(note_segments, NULL);
}

static uint32_t hash_of(uint64_t key, unsigned space)
{
    return (uint32_t)((key * 8 + space) * 0x9e3779b97f4a7c15ull >> 46) & (HASH_SIZE - 1);
}

static struct op_tally **cached(struct counts *c, uint32_t pc)
{
    return &c->cache[(pc ^ pc >> 12) & (TALLY_CACHE - 1)];
}

void counts_reset(struct worker *w)
{
    struct counts *c = w->counts;

    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t h = hash_of(c->tally[i].key, c->tally[i].space);
        while (c->hash[h]) {
            c->hash[h] = 0;
            h = (h + 1) & (HASH_SIZE - 1);
        }
        *cached(c, (uint32_t)c->tally[i].key) = NULL;
    }
    c->n = 0;
    memset(c->totals, 0, sizeof c->totals);
    c->longest = 0;
    if (c->reuse)
        reuse_launch_begin(c->reuse);
}

static struct op_tally *tally_of(struct counts *c, uint64_t key, unsigned space)
{
    uint32_t h = hash_of(key, space);
    struct op_tally *s;

    for (; c->hash[h]; h = (h + 1) & (HASH_SIZE - 1)) {
        s = &c->tally[c->hash[h] - 1];
        if (s->key == key && s->space == space)
            return *cached(c, (uint32_t)key) = s;
    }
    if (c->n == MAX_TALLIES - 1) /* more than a program has: the last one takes the rest */
        return &c->tally[c->n];
    if (c->n + 1 >= c->room) {
        rt_grow(&c->grow);
        c->room = (uint32_t)(c->grow.open / sizeof *c->tally);
    }
    s = &c->tally[c->n++];
    *s = (struct op_tally){ .key = key, .op = key >> 32 & 7, .lg = key >> 35 & 7, .space = (uint8_t)space, .lo = 1 };
    s->halves = s->op <= REC_WRITE && s->lg == 4 && hook_of_16((uint32_t)key) &&
                !moved_aligned((uint32_t)key, s->op == REC_WRITE);
    c->hash[h] = c->n;
    return *cached(c, (uint32_t)key) = s;
}

/* ---- geometry ------------------------------------------------------------------------------------------ */

void row_runs(struct lane_row *r)
{
    const uint64_t *at = r->at;
    unsigned k = 0;

    r->start[0] = 0;
    r->base[0] = at[0];
    r->step[0] = r->n > 1 ? (int64_t)(at[1] - at[0]) : 0;
    for (unsigned i = 2; i < r->n; i++) {
        int64_t d = (int64_t)(at[i] - at[i - 1]);
        if (LIKELY(d == r->step[k] && i != r->start[k] + 1u))
            continue;
        if (i == r->start[k] + 1u) {
            r->step[k] = d;
            continue;
        }
        if (++k == RUNS) {
            r->runs = 0;
            return;
        }
        r->start[k] = (uint8_t)i;
        r->base[k] = at[i];
        r->step[k] = 0;
    }
    r->runs = k + 1;
    r->start[k + 1] = (uint8_t)r->n;
}

void row_measure(struct lane_row *r)
{
    uint64_t lo = UINT64_MAX, hi = 0;

    for (unsigned k = 0; k < r->runs; k++) {
        uint64_t a = r->base[k], b = a + (uint64_t)r->step[k] * (r->start[k + 1] - r->start[k] - 1u);
        uint64_t least = a < b ? a : b, most = a < b ? b : a;
        lo = least < lo ? least : lo;
        hi = most > hi ? most : hi;
    }
    if (!r->runs)
        for (unsigned i = 0; i < r->n; i++) {
            lo = r->at[i] < lo ? r->at[i] : lo;
            hi = r->at[i] > hi ? r->at[i] : hi;
        }
    r->lo = lo;
    r->hi = hi + (1u << REC_LG(r->meta));
}

static int misaligned(const struct lane_row *r, unsigned size)
{
    uint64_t bits = 0;

    for (unsigned k = 0; k < r->runs; k++)
        bits |= r->base[k] | (uint64_t)r->step[k];
    if (!r->runs)
        for (unsigned i = 0; i < r->n; i++)
            bits |= r->at[i];
    return (bits & (size - 1)) != 0;
}

/* Distinct values of v[n], n <= 2 * SIMT_WARP. */
static unsigned distinct(uint64_t *v, unsigned n)
{
    enum { SLOTS = 4 * SIMT_WARP };
    uint64_t slot[SLOTS];
    uint8_t used[SLOTS] = { 0 };
    unsigned found = 0;

    for (unsigned i = 0; i < n; i++) {
        unsigned h = (unsigned)(v[i] * 0x9e3779b97f4a7c15ull >> 57) & (SLOTS - 1);
        while (used[h] && slot[h] != v[i])
            h = (h + 1) & (SLOTS - 1);
        found += !used[h];
        used[h] = 1;
        slot[h] = v[i];
    }
    return found;
}

static unsigned sectors_apart(const struct lane_row *r, unsigned size)
{
    uint64_t v[2 * SIMT_WARP], last = UINT64_MAX;
    unsigned n = 0;
    int rising = 1;

    for (unsigned i = 0; i < r->n; i++) {
        uint64_t a = row_at(r, i), first = a >> 5, end = (a + size - 1) >> 5;
        if (first != last) {
            rising &= n == 0 || first > last;
            v[n++] = last = first;
        }
        if (end != last)
            v[n++] = last = end;
    }
    return rising ? n : distinct(v, n);
}

/* What spanned() below says, of two runs, as blocks of 16 columns have them. */
static inline unsigned spanned_two(const struct lane_row *r, unsigned size, unsigned shift, int most)
{
    uint64_t lo[2], hi[2], len[2], over;

    for (unsigned k = 0; k < 2; k++) {
        int64_t step = r->step[k], all = step * (r->start[k + 1] - r->start[k] - 1);
        if (step > most || step < -most)
            return 0;
        lo[k] = (r->base[k] + (uint64_t)(all < 0 ? all : 0)) >> shift;
        hi[k] = (r->base[k] + (uint64_t)(all < 0 ? 0 : all) + size - 1) >> shift;
        len[k] = hi[k] - lo[k] + 1;
    }
    if (hi[0] < lo[1] || hi[1] < lo[0])
        return (unsigned)(len[0] + len[1]);
    over = (hi[0] < hi[1] ? hi[0] : hi[1]) - (lo[0] > lo[1] ? lo[0] : lo[1]) + 1;
    return (unsigned)(len[0] + len[1] - over);
}

/* Units of 2^shift bytes in a few runs of steps of `most` bytes or fewer, which leave out none: the union of what
 * each spans. 0: not that simple. */
static unsigned spanned(const struct lane_row *r, unsigned size, unsigned shift, int most)
{
    uint64_t lo[RUNS], hi[RUNS], covered;
    unsigned total;

    if (!r->runs)
        return 0;
    if (r->runs == 2)
        return spanned_two(r, size, shift, most);
    for (unsigned k = 0; k < r->runs; k++) {
        uint64_t a = r->base[k], b = a + (uint64_t)r->step[k] * (r->start[k + 1] - r->start[k] - 1u), l, h;
        unsigned j;
        if (r->step[k] > most || r->step[k] < -most)
            return 0;
        l = (a < b ? a : b) >> shift;
        h = ((a < b ? b : a) + size - 1) >> shift;
        for (j = k; j && lo[j - 1] > l; j--) {
            lo[j] = lo[j - 1];
            hi[j] = hi[j - 1];
        }
        lo[j] = l;
        hi[j] = h;
    }
    total = (unsigned)(hi[0] - lo[0] + 1);
    covered = hi[0];
    for (unsigned k = 1; k < r->runs; k++) {
        uint64_t from = lo[k] > covered ? lo[k] : covered + 1;
        if (hi[k] < from)
            continue;
        total += (unsigned)(hi[k] - from + 1);
        covered = hi[k];
    }
    return total;
}

static unsigned sectors(const struct lane_row *r, unsigned size)
{
    uint64_t first = r->lo >> 5, span = ((r->hi - 1) >> 5) - first + 1, bits = 0;
    unsigned n;

    if (span == 1)
        return 1;
    if (r->runs == 1) {
        if (r->step[0] <= 32 && r->step[0] >= -32)
            return (unsigned)span;
        if (!((r->base[0] | (uint64_t)r->step[0]) & (size - 1)))
            return r->n;
    } else if ((n = spanned(r, size, 5, 32))) {
        return n;
    }
    if (span > 64)
        return sectors_apart(r, size);
    for (unsigned i = 0; i < r->n; i++) {
        uint64_t a = row_at(r, i);
        bits |= 1ull << ((a >> 5) - first) | 1ull << (((a + size - 1) >> 5) - first);
    }
    return (unsigned)__builtin_popcountll(bits);
}

/* Bytes that a request asks for: those that several lanes share count once. */
static unsigned asked(const struct lane_row *r, unsigned size)
{
    uint64_t v[SIMT_WARP];
    unsigned n = spanned(r, size, 0, (int)size);
    int rising = 1;

    if (n || r->runs == 1)
        return n ? n : r->n * size;
    for (unsigned i = 0; i < r->n; i++) {
        v[i] = row_at(r, i);
        rising &= i == 0 || v[i] > v[i - 1];
    }
    return size * (rising ? r->n : distinct(v, r->n));
}

/* The most lanes at one address. */
static unsigned crowd(const struct lane_row *r)
{
    enum { SLOTS = 4 * SIMT_WARP };
    uint64_t slot[SLOTS];
    uint8_t used[SLOTS] = { 0 };
    unsigned most = 1;

    if (r->runs == 1)
        return r->step[0] ? 1 : r->n;
    for (unsigned i = 0; i < r->n; i++) {
        uint64_t a = row_at(r, i);
        unsigned h = (unsigned)(a * 0x9e3779b97f4a7c15ull >> 57) & (SLOTS - 1);
        while (used[h] && slot[h] != a)
            h = (h + 1) & (SLOTS - 1);
        slot[h] = a;
        most = ++used[h] > most ? used[h] : most;
    }
    return most;
}

static unsigned distinct_addresses(const struct lane_row *r)
{
    uint64_t v[SIMT_WARP];

    if (r->runs == 1)
        return r->step[0] ? r->n : 1;
    for (unsigned i = 0; i < r->n; i++)
        v[i] = row_at(r, i);
    return distinct(v, r->n);
}

/* ---- errors of one lane -------------------------------------------------------------------------------- */

static const char *verb(unsigned op)
{
    return op == REC_READ ? "read" : op == REC_WRITE ? "write" : "atomic";
}

/* `made`: where the memory was allocated, or 0. */
static void complain(struct worker *w, struct warp *p, const struct op_tally *s, const struct lane_row *r, unsigned i,
                     const char *kind, const char *text, uintptr_t made)
{
    struct error e = { .kind = kind, .pc = r->pc, .other_pc = made, .block = w->block, .other_block = ~0ull,
                       .other_thread = ~0u, .address = row_at(r, i), .size = 1u << s->lg, .count = 1 };

    e.thread = (unsigned)p->id * SIMT_WARP + row_lane(r, i);
    snprintf(e.text, sizeof e.text, "%s", text);
    error_add(&e);
}

static int said(struct worker *w, struct warp *p, const struct lane_row *r, unsigned i, const char *kind)
{
    return error_known(kind, r->pc, w->block, (unsigned)p->id * SIMT_WARP + row_lane(r, i), 1);
}

static const char *owner(const struct alloc *a, char *text, size_t n)
{
    static const char *const made[] = { [ALLOC_DEVICE] = "device", [ALLOC_MANAGED] = "managed",
                                        [ALLOC_PINNED] = "pinned", [ALLOC_SYMBOL] = "device" };

    if (a->name)
        snprintf(text, n, "variable %s of %zu bytes", a->name, (size_t)(a->hi - a->lo));
    else
        snprintf(text, n, "%zu-byte %s allocation", (size_t)(a->hi - a->lo), made[a->kind]);
    return text;
}

/* Which of neighbouring lanes tell what array a lane means: of a run of close steps the first, where it is at the
 * array's start, else the middle one. An index that runs past the end of one variable into the next is out of
 * bounds, although something lies there. */
static int close_run(const struct lane_row *r, unsigned i, unsigned *first, unsigned *middle)
{
    unsigned k = 0;

    while (k + 1 < r->runs && i >= r->start[k + 1])
        k++;
    if (!r->runs || !r->step[k] || r->step[k] > 32 || r->step[k] < -32)
        return 0;
    *first = r->start[k];
    *middle = (*first + r->start[k + 1]) / 2u;
    return 1;
}

enum { FAR = 1 << 30 /* bytes: beyond what a missing guard explains */ };

/* `of`: the variable that is meant, or NULL. */
static void global_outside(struct worker *w, struct warp *p, const struct op_tally *s, const struct lane_row *r,
                           unsigned i, const struct alloc *of)
{
    uintptr_t at = row_at(r, i);
    unsigned size = 1u << s->lg;
    int freed = 0;
    long distance = 0;
    const struct alloc *a = of ? of : heap_near(at, &freed, &distance);
    const char *kind = a && freed && at >= a->lo && at < a->hi ? "use-after-free" : "out-of-bounds";
    char text[320], name[160];

    if (said(w, p, r, i, kind))
        return;
    if (!a)
        snprintf(text, sizeof text, "A global %s of %u bytes lies outside every allocation.", verb(s->op), size);
    else if (*kind == 'u')
        snprintf(text, sizeof text, "A global %s of %u bytes lies %ld bytes into a %s that was "
                                    "freed.", verb(s->op), size,
                 (long)(at - a->lo), owner(a, name, sizeof name));
    else if (at < a->lo)
        snprintf(text, sizeof text, "A global %s of %u bytes lies %ld bytes before the %s.", verb(s->op), size,
                 (long)(a->lo - at), owner(a, name, sizeof name));
    else if (at < a->hi)
        snprintf(text, sizeof text, "Of a global %s of %u bytes, %ld lie past the end of the %s.", verb(s->op),
                 size, (long)(at + size - a->hi), owner(a, name, sizeof name));
    else
        snprintf(text, sizeof text, "A global %s of %u bytes lies %ld bytes past the end of the "
                                    "%s.", verb(s->op), size,
                 (long)(at - a->hi), owner(a, name, sizeof name));
    if (a && !a->name && (at < a->lo || at >= a->hi) && at - a->hi >= FAR && a->lo - at >= FAR)
        snprintf(text + strlen(text) - 1, sizeof text - strlen(text), ": so far away as an index lies that was "
                 "computed in 32 bits and overflowed.");
    complain(w, p, s, r, i, kind, text, a && !a->name ? a->pc : 0);
}

static void shared_outside(struct worker *w, struct warp *p, const struct op_tally *s, const struct lane_row *r,
                           unsigned i, uintptr_t guide)
{
    char text[320], where[240];

    if (said(w, p, r, i, "out-of-bounds"))
        return;
    shared_describe(w, row_at(r, i), guide, where, sizeof where);
    snprintf(text, sizeof text, "A shared %s of %u bytes lies %s.", verb(s->op), 1u << s->lg, where);
    complain(w, p, s, r, i, "out-of-bounds", text, 0);
}

static void each_misaligned(struct worker *w, struct warp *p, const struct op_tally *s, const struct lane_row *r)
{
    unsigned size = 1u << (s->lg - s->halves);
    char text[160];

    for (unsigned i = 0; i < r->n; i++) {
        if (!(row_at(r, i) & (size - 1)) || said(w, p, r, i, "misaligned"))
            continue;
        snprintf(text, sizeof text, "%s %s of %u bytes has an address that is not a multiple of "
                                    "%u.", s->op >= REC_ATOMIC ? "An" : "A", verb(s->op), size, size);
        complain(w, p, s, r, i, "misaligned", text, 0);
    }
}

static void each_lane(struct worker *w, struct warp *p, const struct op_tally *s, const struct lane_row *r,
                      const char *kind, const char *text)
{
    for (unsigned i = 0; i < r->n; i++)
        if (!said(w, p, r, i, kind))
            complain(w, p, s, r, i, kind, text, 0);
}

/* ---- one request --------------------------------------------------------------------------------------- */

static inline void add(struct op_tally *s, const struct lane_row *r, unsigned units, unsigned ideal)
{
    s->requests++;
    s->lanes += r->n;
    s->units += units;
    s->ideal += ideal;
    s->divergent += r->mask != r->could;
    if (units > s->worst)
        s->worst = units;
}

static void add_shared(struct op_tally *s, const struct lane_row *r)
{
    unsigned ideal = 1, units = 1, lg = REC_LG(r->meta);

    /* Most often: words side by side, or one that all share. */
    if (!(SIMT_WARP == 32 && lg == 2 && r->runs == 1 && !(r->base[0] & 3) && (!r->step[0] || r->step[0] == 4)))
        units = wavefronts(r, lg, &ideal);

    if (s->op >= REC_ATOMIC) {
        unsigned same = crowd(r);
        s->serial += same - 1;
        units = same > units ? same : units;
    }
    add(s, r, units, ideal);
}

static void add_global(struct op_tally *s, const struct lane_row *r)
{
    unsigned size = 1u << REC_LG(r->meta), units = sectors(r, size), bytes = asked(r, size);

    if (s->op >= REC_ATOMIC)
        s->serial += crowd(r) - 1;
    s->bytes += bytes;
    add(s, r, units, (bytes + 31) / 32);
}

/* Eight of each lane's 16 bytes. */
static void half_of(struct lane_row *q, uint64_t at[SIMT_WARP], const struct lane_row *r, unsigned from)
{
    *q = *r;
    q->meta = REC_META(r->meta & 7, 3);
    for (unsigned k = 0; k < r->runs; k++)
        q->base[k] += from;
    for (unsigned i = 0; r->at && i < r->n; i++)
        at[i] = r->at[i] + from;
    q->at = r->at ? at : NULL;
    row_measure(q);
}

/* A warp's instruction as the device has it: one, or two. */
static void add_row(struct op_tally *s, const struct lane_row *r,
                    void (*adder)(struct op_tally *s, const struct lane_row *r))
{
    uint64_t at[SIMT_WARP];
    struct lane_row q;

    if (LIKELY(!s->halves)) {
        adder(s, r);
        return;
    }
    for (unsigned from = 0; from < 16; from += 8) {
        half_of(&q, at, r, from);
        adder(s, &q);
    }
}

/* nvcc lays an array of shared memory out itself, and aligns it to 16 bytes whatever its type asks for. */
static int laid_out(const struct lane_row *r)
{
    return !misaligned(r, 16) && r->lo - (uintptr_t)simt_dyn_smem() >= simt_current.in.smem;
}

/* The block's own shared memory. */
static void add_own_shared(struct worker *w, struct warp *p, struct op_tally *s, const struct lane_row *r)
{
    uint64_t units = s->units, ideal = s->ideal;

    if (UNLIKELY(s->halves) && laid_out(r))
        add_shared(s, r);
    else
        add_row(s, r, add_shared);
    join_row(w->counts->joins, w, (unsigned)p->id, s, r, (unsigned)(s->units - units), (unsigned)(s->ideal - ideal));
}

/* Lanes of a row that are alike in some way, as a row of their own. */
struct part {
    struct lane_row row;
    uint64_t at[SIMT_WARP];
};

static void part_of(struct part *q, const struct lane_row *r, const uint8_t *class, unsigned want)
{
    q->row = (struct lane_row){ .pc = r->pc, .meta = r->meta, .could = r->could };
    for (unsigned i = 0; i < r->n; i++) {
        if (class[i] != want)
            continue;
        q->at[q->row.n++] = row_at(r, i);
        q->row.mask |= (simt_mask)1 << row_lane(r, i);
    }
    q->row.at = q->at;
    row_runs(&q->row);
    row_measure(&q->row);
}

/* The variable that a lane means, if it is one. */
static struct alloc *variable_of(const struct lane_row *r, unsigned i)
{
    unsigned first, middle;
    struct alloc *a;

    if (!close_run(r, i, &first, &middle)) {
        a = heap_find(row_at(r, i));
    } else {
        a = heap_find(row_at(r, first));
        if (!a || !a->name || a->lo != row_at(r, first))
            a = heap_find(row_at(r, middle));
    }
    return a && a->name ? a : NULL;
}

/* The cached bounds did not hold: lane by lane, what lies outside; the rest goes on to the shadow. */
static void global_closer(struct worker *w, struct warp *p, struct op_tally *s, const struct lane_row *r)
{
    unsigned size = 1u << s->lg, nparts = 0;
    struct alloc *of[SIMT_WARP];
    uint8_t class[SIMT_WARP];
    struct part q;

    for (unsigned i = 0; i < r->n; i++) {
        uintptr_t at = row_at(r, i);
        struct alloc *a = s->alloc, *meant;
        unsigned k;
        if (!(at >= s->lo && at + size <= s->hi))
            a = heap_find(at);
        meant = variable_of(r, i);
        class[i] = 255;
        if (!a || at + size > a->hi || (meant && a != meant)) {
            global_outside(w, p, s, r, i, meant);
            continue;
        }
        if (a->arena)
            continue; /* from a kernel's malloc(): blocks come and go, and are not followed */
        for (k = 0; k < nparts && of[k] != a; k++)
            ;
        of[k] = a;
        nparts += k == nparts;
        class[i] = (uint8_t)k;
        s->alloc = a;
        s->lo = a->lo;
        s->hi = a->hi;
    }
    for (unsigned k = 0; k < nparts; k++) {
        part_of(&q, r, class, k);
        global_row(w, p, s, of[k], &q.row);
    }
}

static void const_closer(struct worker *w, struct warp *p, const struct op_tally *s, const struct lane_row *r)
{
    for (unsigned i = 0; i < r->n; i++) {
        uintptr_t at = row_at(r, i);
        const struct alloc *meant = variable_of(r, i);
        if (meant && (at < meant->lo || at + (1u << s->lg) > meant->hi))
            global_outside(w, p, s, r, i, meant);
    }
}

/* An address in the array that a lane means. */
static uintptr_t shared_guide(struct worker *w, const struct lane_row *r, unsigned i)
{
    unsigned first, middle;
    uintptr_t lo, hi;

    if (!close_run(r, i, &first, &middle))
        return row_at(r, i);
    if (shared_bounds(w, row_at(r, first), &lo, &hi) && lo == row_at(r, first))
        return lo;
    return row_at(r, middle);
}

static void shared_closer(struct worker *w, struct warp *p, struct op_tally *s, const struct lane_row *r)
{
    uint8_t class[SIMT_WARP];
    struct part q;
    unsigned inside = 0;

    for (unsigned i = 0; i < r->n; i++) {
        uintptr_t at = row_at(r, i), guide = shared_guide(w, r, i), lo, hi;
        if (shared_bounds(w, guide, &lo, &hi) || shared_bounds(w, guide = at, &lo, &hi)) {
            s->lo = lo;
            s->hi = hi;
        } else {
            lo = hi = 0;
        }
        class[i] = at >= lo && at + (1u << s->lg) <= hi;
        inside += class[i];
        if (!class[i])
            shared_outside(w, p, s, r, i, guide);
    }
    if (!inside || !simt_config.races)
        return;
    part_of(&q, r, class, 1);
    shared_row(w, p, s, &q.row);
}

/* The shared memory of other blocks of the cluster, each by itself. */
static void remote_closer(struct worker *w, struct warp *p, struct op_tally *s, const struct lane_row *r)
{
    struct worker *of[SIMT_WARP];
    uint8_t class[SIMT_WARP];
    unsigned n = 0, k;
    char text[320], where[240];
    struct part q;

    for (unsigned i = 0; i < r->n; i++) {
        uintptr_t at = row_at(r, i), lo, hi;
        struct worker *owner = cluster_owner(w, at);
        class[i] = 255;
        if (!shared_bounds(owner, at, &lo, &hi) || at + (1u << s->lg) > hi) {
            if (said(w, p, r, i, "out-of-bounds"))
                continue;
            shared_describe(owner, at, at, where, sizeof where);
            snprintf(text, sizeof text, "%s of %u bytes in the shared memory of block %llu, %s", verb(s->op),
                     1u << s->lg, (unsigned long long)block_index(owner->block), where);
            complain(w, p, s, r, i, "out-of-bounds", text, 0);
            continue;
        }
        for (k = 0; k < n && of[k] != owner; k++)
            ;
        of[k] = owner;
        n += k == n;
        class[i] = (uint8_t)k;
    }
    for (k = 0; simt_config.races && k < n; k++) {
        part_of(&q, r, class, k);
        remote_row(w, p, s, of[k], &q.row);
    }
}

enum { CLASS_NULL = SPACES, CLASS_READONLY, CLASSES };

static unsigned class_of(struct worker *w, uintptr_t a)
{
    const struct alloc *of;

    if (a - w->shared_lo < w->shared_size)
        return SPACE_SHARED;
    if (a - simt_heap_lo < simt_heap_hi - simt_heap_lo)
        return SPACE_GLOBAL;
    if (a < NULL_PAGE)
        return CLASS_NULL;
    if (simt_current.cluster > 1 && cluster_owner(w, a))
        return SPACE_DSMEM;
    if ((of = heap_find(a)))
        return of->constant ? SPACE_CONST : SPACE_GLOBAL;
    if (a >= (uintptr_t)__start_simt_dev && a < (uintptr_t)__stop_simt_dev)
        return SPACE_GLOBAL;
    if (a >= (uintptr_t)__start_simt_const && a < (uintptr_t)__stop_simt_const)
        return SPACE_CONST;
    for (unsigned i = 0; i < nconstant; i++)
        if (a >= constant_image[i].lo && a < constant_image[i].hi)
            return CLASS_READONLY;
    if (w->sched && a - (uintptr_t)w->sched->region < w->sched->region_size)
        return SPACE_LOCAL;
    return SPACE_HOST;
}

static void note_reuse(struct reuse *u, unsigned warp, struct op_tally *s, const struct lane_row *r)
{
    unsigned lines = reuse_lines(r), most = sectors(r, 1u << REC_LG(r->meta)), ideal;

    s->cache_lines += lines < most ? lines : most;
    s->banks += wavefronts(r, REC_LG(r->meta), &ideal);
    if (s->op == REC_READ) {
        unsigned fresh = reuse_load(u, r);
        s->first += fresh;
        s->misses += fresh > 0;
        s->apart += r->runs ? 0 : fresh;
    } else if (s->op >= REC_ATOMIC) {
        reuse_atomic(u, r);
    } else {
        s->parts += reuse_store(u, r, warp);
    }
}

static void row_in(struct worker *w, struct warp *p, struct op_tally *s, const struct lane_row *r)
{
    unsigned size = 1u << s->lg;

    if (UNLIKELY(misaligned(r, size >> s->halves)))
        each_misaligned(w, p, s, r);
    switch (s->space) {
    case SPACE_SHARED:
        add_own_shared(w, p, s, r);
        if (UNLIKELY(s->op >= REC_ATOMIC && w->counts->reuse != NULL))
            reuse_shared(w->counts->reuse, s, r);
        if (UNLIKELY(!(r->lo >= s->lo && r->hi <= s->hi)))
            shared_closer(w, p, s, r);
        else if (simt_config.races)
            shared_row(w, p, s, r);
        break;
    case SPACE_GLOBAL:
        add_row(s, r, add_global);
        if (UNLIKELY(w->counts->reuse != NULL))
            note_reuse(w->counts->reuse, (unsigned)p->id, s, r);
        if (LIKELY(r->lo >= s->lo && r->hi <= s->hi))
            global_row(w, p, s, s->alloc, r);
        else
            global_closer(w, p, s, r);
        break;
    case SPACE_DSMEM:
        add_row(s, r, add_shared);
        s->bytes += r->n * size;
        remote_closer(w, p, s, r);
        break;
    case SPACE_CONST:
        const_closer(w, p, s, r);
        add(s, r, distinct_addresses(r), 1);
        if (s->op != REC_READ)
            each_lane(w, p, s, r, "const-write", "The kernel writes to constant memory, which a kernel can only "
                                                 "read.");
        break;
    default:
        add(s, r, sectors(r, size), (r->n * size + 31) / 32);
        each_lane(w, p, s, r, "host-pointer", "The kernel uses a pointer to host memory. Pass memory from cudaMalloc "
                                              "or cudaMallocManaged.");
    }
}

/* A row whose memory is not that of the last row of its pc, or not one memory at all. */
static __attribute__((noinline)) void row_closer(struct worker *w, struct warp *p, uint64_t key,
                                                 const struct lane_row *r)
{
    uint8_t class[SIMT_WARP];
    unsigned present = 0;

    if (r->lo - (uintptr_t)&simt_lane < sizeof simt_lane)
        return; /* threadIdx and the like, where the compiler did not see that they are constants */
    for (unsigned i = 0; i < r->n; i++) {
        const struct alloc *meant;
        class[i] = (uint8_t)class_of(w, row_at(r, i));
        if (class[i] != SPACE_SHARED && (meant = variable_of(r, i)))
            class[i] = meant->constant ? SPACE_CONST : SPACE_GLOBAL;
        present |= 1u << class[i];
    }
    for (unsigned c = 0; c < CLASSES; c++) {
        struct part q;
        struct op_tally *s;
        if (!(present >> c & 1) || c == SPACE_LOCAL || (c == CLASS_READONLY && (key >> 32 & 7) == REC_READ))
            continue; /* another lane's stack; a literal or const table, which nvcc keeps where it costs nothing */
        s = tally_of(w->counts, key, c >= SPACES ? SPACE_HOST : c);
        if (present == 1u << c)
            q.row = *r;
        else
            part_of(&q, r, class, c);
        if (c == CLASS_NULL)
            each_lane(w, p, s, &q.row, "null", "The kernel accesses memory through a null pointer.");
        else if (c == CLASS_READONLY)
            each_lane(w, p, s, &q.row, "const-write", "The kernel writes to memory that is read-only.");
        else
            row_in(w, p, s, &q.row);
    }
}

static void row_special(struct worker *w, struct warp *p, struct op_tally *s, const struct lane_row *r)
{
    if (s->op == REC_SYNC) {
        joins_end(w->counts->joins, (unsigned)p->id);
        shared_sync(w, p, r);
        s->units = row_at(r, 0) % TRACE_KINDS; /* the kind of the event */
    } else if (s->op == REC_ASYNC && s->lg == BULK_LG) {
        shared_bulk_row(w, p, r);
    } else if (s->op == REC_ASYNC && simt_config.races) {
        shared_async(w, p, r);
    }
}

static inline uint64_t key_of(uint32_t pc, uint32_t meta)
{
    return pc | (uint64_t)(meta & 63) << 32;
}

void count_rows(struct worker *w, const struct warp *p, uint32_t pc, uint32_t meta, unsigned lanes, int divergent)
{
    struct counts *c = w->counts;
    struct op_tally *s = *cached(c, pc);

    if (UNLIKELY(!s || s->key != key_of(pc, meta)))
        s = tally_of(c, key_of(pc, meta), SPACE_LOCAL);
    s->requests++;
    s->lanes += lanes;
    s->divergent += (unsigned)divergent;
    c->warp_rows[p->id]++;
}

void count_row(struct worker *w, struct warp *p, struct lane_row *r)
{
    struct counts *c = w->counts;
    uint64_t key = key_of(r->pc, r->meta);
    struct op_tally *s = *cached(c, r->pc);

    if (UNLIKELY(REC_OP(r->meta) >= REC_BB)) {
        if (UNLIKELY(!s || s->key != key))
            s = tally_of(c, key, SPACE_LOCAL);
        s->requests++;
        s->lanes += r->n;
        s->divergent += r->mask != r->could;
        row_special(w, p, s, r);
        return;
    }
    w->work += r->meta & REC_VOLATILE ? REC_OP(r->meta) == REC_WRITE : REC_OP(r->meta) <= REC_WRITE;
    row_measure(r);
    if (LIKELY(s && s->key == key && r->lo >= s->lo && r->hi <= s->hi))
        row_in(w, p, s, r);
    else
        row_closer(w, p, key, r);
}
