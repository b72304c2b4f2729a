/*
 * harness.c: the model of the calls behind io_pread, io_page and io_enter, in virtual time, and the calls' trampolines.
 * Nothing is judged here: what happened goes out through the output buffers, which oracle.c distrusts.
 */
#define _GNU_SOURCE
#include <ridge/frame.h>
#include <setjmp.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* --- the device --------------------------------------------------------------------------------------------------- */

enum { LATENCY = IO_LATENCY_NS, LINK_PS = IO_LINK_PS, COPY_PS = IO_COPY_PS, CALL = IO_CALL_NS, ENTRY = IO_ENTRY_NS,
       FAULT = IO_FAULT_NS, FLYING = 512, CALLS_MOST = 1000000 };

struct flight {
    io_sqe_t e;
    int32_t res;
    int64_t done;
};

struct io {
    uint8_t *file, *to, *page; /* file: whole pages; page: the one that was given last */
    int64_t size, room, fail; /* fail: the byte that cannot be read; -1 */
    int shorts, intr;         /* percent */
    uint64_t dice;
    int64_t now, link;
    int64_t calls, requests, minor, major, bad, lost, moved;
    int64_t *arrives, *entered; /* of each page: when it is there; its number in the cache's order, 0: not in it */
    int64_t entries, *order;    /* pages by that number */
    io_ring_t *ring;
    uint32_t sq_head, cq_tail; /* the kernel's own indices, as it left them */
    int flying;
    struct flight flight[FLYING];
};

static uint64_t roll(io_t *k, uint64_t n)
{
    k->dice = k->dice * 6364136223846793005u + 1442695040888963407u;
    return (k->dice >> 33) % n;
}

/* The time at which a read of `bytes` that begins at k->now has arrived: the link carries one read after the other. */
static int64_t arrival(io_t *k, int64_t bytes)
{
    int64_t from = k->now + LATENCY > k->link ? k->now + LATENCY : k->link;
    return k->link = from + (bytes * LINK_PS + 999) / 1000;
}

static int ours(const io_t *k, const void *dst, int64_t bytes)
{
    const uint8_t *at = dst;
    return bytes >= 0 && at >= k->to && at - k->to <= k->room && bytes <= k->room - (at - k->to);
}

/* How many of `bytes` from `at` on a read gives: fewer at the end, before the bad byte, and now and then. */
static int64_t given(io_t *k, int64_t at, int64_t bytes)
{
    if (at >= k->size)
        return 0;
    if (bytes > k->size - at)
        bytes = k->size - at;
    if (k->fail >= at && k->fail < at + bytes)
        bytes = k->fail - at;
    if (!bytes)
        return IO_ERROR;
    return (int)roll(k, 100) < k->shorts ? 1 + (int64_t)roll(k, (uint64_t)bytes) : bytes;
}

int64_t io_pread(io_t *k, void *dst, int64_t bytes, int64_t at)
{
    k->now += CALL;
    k->calls++;
    if (at < 0 || !ours(k, dst, bytes)) {
        k->bad++;
        return IO_ERROR;
    }
    if ((int)roll(k, 100) < k->intr)
        return IO_INTR;
    int64_t n = given(k, at, bytes < IO_MOST ? bytes : IO_MOST);
    if (n > 0) {
        k->now = arrival(k, n) + n * COPY_PS / 1000;
        memcpy(dst, k->file + at, (size_t)n);
    }
    return n;
}

/* --- the mapping -------------------------------------------------------------------------------------------------- */

static int64_t io_pages(const io_t *k)
{
    return (k->size + PG_BYTES - 1) / PG_BYTES;
}

static void cache(io_t *k, int64_t page)
{
    if (k->entered[page])
        return;
    if (k->entries >= IO_ROOM && k->entered[k->order[k->entries % IO_ROOM]] == k->entries - IO_ROOM + 1)
        k->entered[k->order[k->entries % IO_ROOM]] = 0;
    k->order[k->entries % IO_ROOM] = page;
    k->entered[page] = ++k->entries;
    k->arrives[page] = arrival(k, PG_BYTES);
}

void io_want(io_t *k, int64_t page, int64_t count)
{
    k->now += CALL;
    k->calls++;
    if (page < 0 || count < 0) {
        k->bad++;
        return;
    }
    for (int64_t p = page; p < io_pages(k) && p - page < count; p++)
        cache(k, p);
}

const uint8_t *io_page(io_t *k, int64_t page)
{
    if (page < 0 || page >= io_pages(k)) {
        k->bad++;
        return NULL;
    }
    k->now += FAULT + PG_BYTES * COPY_PS / 1000;
    if (k->entered[page]) {
        k->minor++;
    } else {
        k->major++;
        cache(k, page);
    }
    if (k->arrives[page] > k->now)
        k->now = k->arrives[page];
    return memcpy(k->page, k->file + page * PG_BYTES, PG_BYTES);
}

/* --- the ring ----------------------------------------------------------------------------------------------------- */

/* From here to its completion the entry's bytes are the kernel's: it leaves rubbish there. */
static void submit(io_t *k, const io_sqe_t *e)
{
    struct flight *f = &k->flight[k->flying];
    k->requests++;
    k->now += ENTRY;
    if (k->flying == FLYING || e->at < 0 || !e->bytes || e->bytes > IO_CHUNK || !ours(k, e->dst, e->bytes)) {
        k->bad++;
        if (k->flying < FLYING)
            *f = (struct flight){ *e, IO_ERROR, k->now }, k->flying++;
        return;
    }
    int interrupted = (int)roll(k, 100) < k->intr;
    int64_t n = interrupted ? (roll(k, 2) ? IO_INTR : IO_AGAIN) : given(k, e->at, e->bytes);
    int64_t done = n > 0 ? arrival(k, n) : k->now + LATENCY;
    memset(e->dst, 0xa5, e->bytes);
    *f = (struct flight){ *e, (int32_t)n, done + (int64_t)roll(k, LATENCY / 4) };
    k->flying++;
}

static int earliest(const io_t *k)
{
    int best = 0;
    for (int x = 1; x < k->flying; x++)
        if (k->flight[x].done < k->flight[best].done)
            best = x;
    return best;
}

static void complete(io_t *k, int x)
{
    struct flight f = k->flight[x];
    io_ring_t *r = k->ring;
    k->flight[x] = k->flight[--k->flying];
    if (f.res > 0)
        memcpy(f.e.dst, k->file + f.e.at, (size_t)f.res);
    if (r->cq_tail - r->cq_head >= r->cq_entries)
        k->lost++;
    else
        r->cqe[r->cq_tail++ & (r->cq_entries - 1)] = (io_cqe_t){ f.e.user, f.res };
}

/* Only the kernel moves these two. */
static void check_indices(io_t *k)
{
    k->moved += k->ring->sq_head != k->sq_head || k->ring->cq_tail != k->cq_tail;
    k->ring->sq_head = k->sq_head, k->ring->cq_tail = k->cq_tail;
}

/* Who waits for a lost completion waits for ever: this is where such a load ends. */
static jmp_buf given_up;

int io_enter(io_t *k, uint32_t n, uint32_t wait)
{
    io_ring_t *r = k->ring;
    int took = 0;
    k->now += CALL;
    k->calls++;
    check_indices(k);
    if (k->lost || k->moved || k->calls > CALLS_MOST)
        longjmp(given_up, 1);
    if ((int)roll(k, 100) < k->intr)
        return IO_INTR;
    if (r->sq_tail - r->sq_head > r->sq_entries) {
        k->bad++;
        r->sq_head = r->sq_tail;
    }
    for (; n && r->sq_head != r->sq_tail; n--, took++)
        submit(k, &r->sqe[r->sq_head++ & (r->sq_entries - 1)]);
    while (k->flying) {
        int x = earliest(k);
        if (k->flight[x].done > k->now && r->cq_tail - r->cq_head >= wait)
            break;
        if (k->flight[x].done > k->now)
            k->now = k->flight[x].done;
        complete(k, x);
    }
    k->sq_head = r->sq_head, k->cq_tail = r->cq_tail;
    return took;
}

/* --- a load ------------------------------------------------------------------------------------------------------- */

enum { GUARD = 64 };

/* i: room shorts intr fail seed | file [size], dst [room + GUARD], happened [11] */
static int io_open(io_t *k, const struct ridge_frame *f)
{
    int64_t size = (int64_t)f->count[0];
    size_t pages = (size_t)size / PG_BYTES + 1;
    *k = (io_t){ .file = calloc(pages, PG_BYTES), .to = f->buf[1], .size = size, .room = f->i[0],
                 .shorts = (int)f->i[1], .intr = (int)f->i[2], .fail = f->i[3], .dice = (uint64_t)f->i[4],
                 .arrives = calloc(pages, 8), .entered = calloc(pages, 8), .order = calloc(IO_ROOM, 8),
                 .page = calloc(1, PG_BYTES) };
    memset(f->buf[1], 0xc3, f->count[1]);
    if (!k->file || !k->arrives || !k->entered || !k->order || !k->page)
        return -1;
    memcpy(k->file, f->buf[0], (size_t)size);
    return 0;
}

static void io_close(io_t *k, const struct ridge_frame *f, int64_t returned)
{
    int64_t *out = f->buf[2];
    const int64_t what[] = { returned, k->calls, k->requests, k->minor, k->major, k->now, k->flying, k->bad, k->lost,
                             LATENCY + k->size * LINK_PS / 1000, k->moved };
    memcpy(out, what, sizeof what);
    free(k->file), free(k->arrives), free(k->entered), free(k->order), free(k->page);
}

HARNESS(load_read)
{
    static io_t k;
    io_close(&k, f, io_open(&k, f) ? -2 : load_read(&k, k.to, k.room));
}

HARNESS(load_map)
{
    static io_t k;
    io_close(&k, f, io_open(&k, f) ? -2 : load_map(&k, k.to, k.room));
}

/* the same, then entries, start: of the ring's indices */
HARNESS(load_ring)
{
    static io_t k;
    const uint32_t n = (uint32_t)f->i[5], start = (uint32_t)f->i[6];
    static io_ring_t r;
    r = (io_ring_t){ n, 2 * n, start, start, start - 3, start - 3, calloc(n, sizeof *r.sqe),
                     calloc(2 * n, sizeof *r.cqe) };
    static int64_t got;
    got = -2;
    if (!io_open(&k, f) && r.sqe && r.cqe && !setjmp(given_up)) {
        k.ring = &r, k.sq_head = r.sq_head, k.cq_tail = r.cq_tail;
        got = load_ring(&k, &r, k.to, k.room);
        check_indices(&k);
    }
    io_close(&k, f, got);
    free(r.sqe), free(r.cqe);
}

/* --- the models --------------------------------------------------------------------------------------------------- */

/* N | areas [R][3], ops [R][N][3], counts [R][6] */
HARNESS(faults)
{
    int N = (int)f->i[0];
    const int64_t *a = f->buf[0];
    const pg_op_t *op = f->buf[1];
    int64_t *out = f->buf[2];
    for (uint64_t r = 0; r < f->count[0] / 3; r++, a += 3, op += N, out += 6) {
        pg_area_t area = { a[0], (int)a[1], a[2] };
        pg_count_t c;
        memset(&c, 0x55, sizeof c);
        pg_run(&area, N, op, &c);
        const int64_t got[] = { c.minor, c.major, c.bus, c.small, c.huge, c.cached };
        memcpy(out, got, sizeof got);
    }
}

/* N | boxes [R][7], ops [R][N][4], counts [R][8] */
HARNESS(nodes)
{
    int N = (int)f->i[0];
    const int32_t *b = f->buf[0];
    const numa_op_t *op = f->buf[1];
    int64_t *out = f->buf[2];
    for (uint64_t r = 0; r < f->count[0] / 7; r++, b += 7, op += N, out += 8) {
        numa_box_t box = { b[0], b[1], b[2], { b[3], b[4], b[5], b[6] } };
        numa_count_t c;
        memset(&c, 0x55, sizeof c);
        numa_run(&box, N, op, &c);
        const int64_t got[] = { c.local, c.remote, c.moved, c.failed, c.pages[0], c.pages[1], c.pages[2], c.pages[3] };
        memcpy(out, got, sizeof got);
    }
}

/* P | reads [R][P][2], rooms [R][2]; placed u8 [R][P], remote [R] */
HARNESS(place)
{
    int P = (int)f->i[0];
    const int64_t(*read)[2] = f->buf[0];
    const int32_t *room = f->buf[1];
    uint8_t *node = f->buf[2];
    int64_t *remote = f->buf[3];
    for (uint64_t r = 0; r < f->count[3]; r++, read += P, room += 2, node += P) {
        memset(node, 0x55, (size_t)P);
        remote[r] = numa_place(P, read, room, node);
    }
}

/* --- real pages --------------------------------------------------------------------------------------------------- */

static int is_mapped(void *at, size_t bytes)
{
    void *p = mmap(at, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (p != MAP_FAILED)
        munmap(p, bytes);
    return p != at;
}

/* A page of ours right behind the area; not, where somebody else's is. */
static char *put_behind(char *at)
{
    void *p = mmap(at, PG_BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (p != MAP_FAILED && p != at)
        munmap(p, PG_BYTES);
    return p == at ? p : NULL;
}

/* How far apart lie areas that are mapped one after the other, each unmapped before the next is asked for? A kernel
 * that has all addresses back gives the same again. */
static int64_t wander(size_t bytes)
{
    uintptr_t low = UINTPTR_MAX, high = 0;
    for (int k = 0; k < 64; k++) {
        void *area = area_map((int64_t)bytes);
        if (!area)
            break;
        low = (uintptr_t)area < low ? (uintptr_t)area : low, high = (uintptr_t)area > high ? (uintptr_t)area : high;
        area_unmap(area, (int64_t)bytes);
    }
    return high > low ? (int64_t)(high - low) : 0;
}

enum { BLOCK = PG_HUGE * PG_BYTES };

/* ns that a touch of pages 1 ... 510 of a block takes. */
static int64_t touch(volatile uint8_t *block, int write)
{
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int p = 1; p < PG_HUGE - 1; p++)
        if (write)
            block[p * PG_BYTES] = 1;
        else
            (void)block[p * PG_BYTES];
    clock_gettime(CLOCK_MONOTONIC, &b);
    return (b.tv_sec - a.tv_sec) * INT64_C(1000000000) + b.tv_nsec - a.tv_nsec;
}

/* Are pages that were dropped still there? If not, 510 touches are 510 faults, each of which takes longer than many
 * touches afterwards. The shortest of 20 rounds has been interrupted by nobody. */
static int still_there(void)
{
    int64_t first = INT64_MAX, again = INT64_MAX;
    uint8_t *area = area_map(BLOCK);
    for (int k = 0; area && k < 20; k++) {
        memset(area, 1, BLOCK);
        area_drop(area, PG_BYTES, BLOCK - PG_BYTES);
        int64_t one = touch(area, 0), two = touch(area, 0);
        first = one < first ? one : first, again = two < again ? two : again;
    }
    if (area)
        area_unmap(area, BLOCK);
    return area && first < 4 * again;
}

/* With a huge page only the first touch of a block is a fault. */
static int got_huge(uint8_t *block)
{
    block[0] = 1;
    int64_t first = touch(block, 1);
    return first < 8 * touch(block, 1);
}

/* 1: in eight rounds a block for which MADV_HUGEPAGE was said here always got a huge page, and one of area_map()
 * never. Where the kernel refuses, as it may, ours gets none either. */
static int never_huge(void)
{
    int ours = 0, theirs = 0;
    for (int k = 0; k < 8; k++) {
        uint8_t *all = mmap(NULL, 2 * BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (all == MAP_FAILED)
            return 0;
        uint8_t *block = all + (BLOCK - (uintptr_t)all % BLOCK) % BLOCK;
        madvise(block, BLOCK, MADV_HUGEPAGE);
        ours += got_huge(block);
        munmap(all, 2 * BLOCK);
        block = area_map(BLOCK);
        if (!block)
            return 0;
        theirs += got_huge(block);
        area_unmap(block, BLOCK);
    }
    return ours == 8 && theirs == 0;
}

/* bytes | drops [n][2]; given [n], after u8 [bytes], state [8] = odd address, bytes not zero, still mapped, too much,
 * wandering, an area of more memory than there is, dropped pages that are there, no huge pages where there are some */
HARNESS(area)
{
    size_t bytes = (size_t)f->i[0], whole = (bytes + PG_BYTES - 1) / PG_BYTES * PG_BYTES;
    const int64_t *drop = f->buf[0];
    int64_t *given = f->buf[1], *state = f->buf[3];
    uint8_t *area = area_map((int64_t)bytes);
    memset(f->buf[2], 0xee, bytes);
    for (int k = 0; k < 8; k++)
        state[k] = -1;
    if (!area)
        return;
    state[0] = (int64_t)((uintptr_t)area % ((size_t)PG_HUGE * PG_BYTES)), state[1] = 0;
    for (size_t k = 0; k < bytes; k++) {
        state[1] += area[k] != 0;
        area[k] = (uint8_t)(1 + k % 251);
    }
    for (uint64_t k = 0; k < f->count[1]; k++)
        given[k] = area_drop(area, drop[2 * k], drop[2 * k + 1]);
    memcpy(f->buf[2], area, bytes);
    char *behind = put_behind((char *)area + whole);
    area_unmap(area, (int64_t)bytes);
    state[2] = state[3] = 0;
    for (size_t k = 0; k < whole; k += PG_BYTES)
        state[2] += is_mapped(area + k, PG_BYTES);
    if (behind) {
        state[3] = !is_mapped(behind, PG_BYTES);
        munmap(behind, PG_BYTES);
    }
    state[4] = wander(bytes);
    state[5] = area_map((int64_t)1 << 60) != NULL;
    state[6] = still_there();
    state[7] = never_huge();
}
