/*
 * oracle.c: what is right in c03-numa-pages-io. Page counts by the history of each page instead of a table of states,
 * places by dynamic programming instead of an order, files byte by byte.
 */
#include <ridge/oracle.h>

#include "lab.h"

#include <stdarg.h>
#include <stdlib.h>

enum { ANY, MEMORY, A_FILE, FIRST_TOUCH, WALK, ZEROS };

static int wrong(struct ridge_verdict *v, const char *how, ...)
{
    va_list a;
    va_start(a, how);
    vsnprintf(v->message, sizeof v->message, how, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

static int64_t below(uint64_t *s, int64_t n)
{
    return (int64_t)(ridge_next(s) % (uint64_t)n);
}

/* ---------------------------------------------------------------------------------------------------- faults */

/* All buffers of a case are drawn from one state, areas before operations: operations look at their areas. */
static void draw_area(int64_t *a, int shape, int64_t pages, uint64_t *s)
{
    int file = shape == A_FILE || (shape == ANY && below(s, 2));
    a[1] = pages ? pages : file ? 1 + below(s, 150) : 1 + below(s, 2400);
    a[0] = below(s, 4) ? PG_HUGE * (1 + below(s, 9)) - below(s, 300) : PG_HUGE * (1 + below(s, 9));
    a[2] = -1;
    if (file)
        a[2] = below(s, 12) ? (a[1] - 20 + below(s, 60)) * PG_BYTES + below(s, 2) * below(s, PG_BYTES) : below(s, 2);
    if (file && a[2] < 0)
        a[2] = PG_BYTES;
    if (a[1] % 5 == 0) /* addresses as a real mmap() gives them: their pages need more than 31 bits */
        a[0] += (int64_t)PG_HUGE << 22;
    if (file && a[1] % 8 == 3)
        a[2] += (int64_t)1 << 32;
    if (shape == WALK)
        a[0] = PG_HUGE, a[2] = pages == PG_PAGES ? -1 : pages * PG_BYTES;
}

int areas_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    for (size_t r = 0; r < b->count / 3; r++)
        draw_area((int64_t *)b->data + 3 * r, (int)ridge_int(c, "shape"), ridge_int(c, "pages"), &seed);
    return 0;
}

/* Any operation on a range; half of the time few pages, now and then whole blocks. */
static void draw_op(int32_t *op, const int64_t *a, uint64_t *s)
{
    static const int memory[] = { PG_READ, PG_WRITE, PG_WRITE, PG_WANT_HUGE, PG_WANT_HUGE, PG_DROP, PG_WANT },
                     file[] = { PG_READ, PG_READ, PG_READ, PG_DROP, PG_WANT, PG_RANDOM };
    int64_t pages = a[1], from = below(s, pages), count = below(s, 2) ? below(s, 6) : below(s, pages);
    op[0] = a[2] < 0 ? memory[below(s, 7)] : file[below(s, 6)];
    if (op[0] == PG_WANT_HUGE && below(s, 3))
        from = 0, count = pages - below(s, 2) * below(s, 4);
    if (op[0] == PG_READ && a[2] < 0)
        count = below(s, 3);
    if (count > pages - from)
        count = pages - from;
    op[1] = (int32_t)from, op[2] = (int32_t)(count < 0 ? 0 : count);
}

/* In turns: all is wanted, a page is read, then written, then all is written, then half is dropped. */
static void zeros_op(int32_t *op, int64_t k, int64_t pages, uint64_t *s)
{
    static const int what[] = { PG_DROP, PG_WANT_HUGE, PG_READ, PG_WRITE, PG_WRITE };
    op[0] = what[k % 5], op[1] = 0, op[2] = (int32_t)pages;
    if (op[0] == PG_DROP)
        op[1] = (int32_t)below(s, 2) * (int32_t)pages / 2;
    if (op[0] == PG_DROP)
        op[2] = (int32_t)pages - op[1];
    if (op[0] == PG_READ)
        op[1] = (int32_t)below(s, pages), op[2] = 1;
    if (k % 5 == 3)
        op[1] = (op - 3)[1], op[2] = 1;
}

int ops_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t N = ridge_int(c, "N"), shape = ridge_int(c, "shape"), pages = ridge_int(c, "pages");
    uint64_t own = ridge_mix(seed, buffer);
    if (!b || N < 1)
        return -1;
    int32_t *op = b->data;
    for (size_t r = 0; r < b->count / (size_t)(3 * N); r++) {
        int64_t a[3];
        draw_area(a, (int)shape, pages, &seed);
        for (int64_t k = 0; k < N; k++, op += 3)
            if (shape == WALK) /* wanted, then walked over, then walked over once more */
                op[0] = k == 0 && a[2] < 0 ? PG_WANT_HUGE : a[2] < 0 ? PG_WRITE : PG_READ, op[1] = 0,
                op[2] = (int32_t)pages;
            else if (shape == ZEROS)
                zeros_op(op, k, pages, &own);
            else
                draw_op(op, a, &own);
    }
    return 0;
}

struct op {
    int32_t what, page, count;
};

/* What page p is after `n` operations and the touches of the last one below it, is kept as it comes. */
struct history {
    int64_t first, pages, last;
    int memory;
    char is[PG_PAGES];    /* '.', 'z'eros, 's'mall, 'h'uge */
    char said[PG_PAGES], cache[PG_PAGES], random[PG_PAGES];
    int64_t count[6];
};

static int block_is_free(const struct history *h, int64_t low)
{
    for (int64_t k = low; k < low + PG_HUGE; k++)
        if (k < 0 || k >= h->pages || h->is[k] != '.' || !h->said[k])
            return 0;
    return 1;
}

static int64_t low_of(const struct history *h, int64_t p)
{
    return p - (h->first + p) % PG_HUGE;
}

static void memory_touch(struct history *h, int64_t p, int write)
{
    char was = h->is[p];
    if (was == 's' || was == 'h' || (was == 'z' && !write))
        return;
    h->count[0]++;
    h->is[p] = write ? 's' : 'z';
    if (!write || was == 'z')
        return;
    h->is[p] = '.';
    int whole = block_is_free(h, low_of(h, p));
    h->is[p] = 's';
    for (int64_t k = low_of(h, p); whole && k < low_of(h, p) + PG_HUGE; k++)
        h->is[k] = 'h';
}

static void file_touch(struct history *h, int64_t p)
{
    if (p >= h->last) {
        h->count[2]++;
        return;
    }
    if (h->is[p] == 's')
        return;
    h->count[h->cache[p] ? 0 : 1]++;
    for (int64_t k = 0; !h->cache[p] && k < h->last && k < PG_PAGES; k++)
        if (k != p && k / PG_AHEAD == p / PG_AHEAD && !h->random[p])
            h->cache[k] = 1;
    h->cache[p] = 1;
    for (int64_t k = 0; k < h->pages; k++)
        if (k / PG_AROUND == p / PG_AROUND && h->cache[k])
            h->is[k] = 's';
}

static void unmap(struct history *h, int64_t p)
{
    for (int64_t k = 0; h->is[p] == 'h' && k < h->pages; k++)
        if (k != p && low_of(h, k) == low_of(h, p))
            h->is[k] = 's';
    h->is[p] = '.';
}

static void replay(struct history *h, const struct op *op, int64_t n)
{
    for (; n--; op++)
        for (int64_t p = op->page; p < (int64_t)op->page + op->count; p++)
            switch (op->what) {
            case PG_READ: case PG_WRITE:
                if (h->memory)
                    memory_touch(h, p, op->what == PG_WRITE);
                else
                    file_touch(h, p);
                break;
            case PG_WANT_HUGE: h->said[p] = 1; break;
            case PG_RANDOM: h->random[p] = 1; break;
            case PG_DROP: unmap(h, p); break;
            case PG_WANT:
                if (p < h->last)
                    h->cache[p] = 1;
            }
    for (int64_t p = 0; p < PG_PAGES; p++) {
        h->count[3] += h->is[p] == 's';
        h->count[4] += h->is[p] == 'h';
        h->count[5] += h->cache[p];
    }
    h->count[4] /= PG_HUGE;
}

int faults_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const name[] = { "minor", "major", "bus", "small", "huge", "cached" };
    const struct ridge_buffer *b = ridge_buffer(c, "areas");
    const struct op *op = ridge_data(c, "ops");
    const int64_t *got = ridge_data(c, "counted");
    int64_t N = ridge_int(c, "N"), minor = 0, major = 0;
    if (!b || !op || !got)
        return -1;
    const int64_t *a = b->data;
    for (size_t r = 0; r < b->count / 3; r++, a += 3, op += N, got += 6) {
        static struct history h;
        memset(&h, 0, sizeof h);
        memset(h.is, '.', sizeof h.is);
        h.first = a[0], h.pages = a[1], h.memory = a[2] < 0;
        h.last = h.memory ? 0 : a[2] / PG_BYTES + (a[2] % PG_BYTES != 0);
        replay(&h, op, N);
        for (int k = 0; k < 6; k++)
            if (got[k] != h.count[k])
                return wrong(v, "pg_run: area %zu (%s, first %lld, %lld pages): expected %s = %lld, got %lld", r,
                             h.memory ? "memory" : "file", (long long)a[0], (long long)a[1], name[k],
                             (long long)h.count[k], (long long)got[k]);
        minor += h.count[0], major += h.count[1];
    }
    ridge_count(v, "minor_faults", (double)minor);
    ridge_count(v, "major_faults", (double)major);
    v->pass = 1;
    return 0;
}

/* ----------------------------------------------------------------------------------------------------- nodes */

static void draw_box(int32_t *b, int shape, int64_t pages, uint64_t *s)
{
    b[0] = 1 + (int32_t)below(s, NUMA_NODES), b[1] = 1 + (int32_t)below(s, NUMA_THREADS);
    b[2] = pages ? (int32_t)pages : 1 + (int32_t)below(s, 200);
    for (int k = 0; k < NUMA_NODES; k++)
        b[3 + k] = k >= b[0] ? 0 : below(s, 3) ? (int32_t)below(s, b[2] + 1) : b[2];
    if (shape == FIRST_TOUCH)
        b[0] = 2, b[1] = 8, b[3] = b[4] = b[2], b[5] = b[6] = 0;
}

int boxes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    for (size_t r = 0; r < b->count / 7; r++)
        draw_box((int32_t *)b->data + 7 * r, (int)ridge_int(c, "shape"), ridge_int(c, "pages"), &seed);
    return 0;
}

static void draw_act(int32_t *op, const int32_t *b, uint64_t *s)
{
    static const int what[] = { NUMA_TOUCH, NUMA_TOUCH, NUMA_TOUCH, NUMA_PIN, NUMA_POLICY, NUMA_MOVE };
    int64_t from = below(s, b[2]);
    op[0] = what[below(s, 6)];
    op[1] = (int32_t)below(s, op[0] == NUMA_POLICY ? 3 : op[0] == NUMA_MOVE ? b[0] : b[1]);
    op[2] = (int32_t)(op[0] == NUMA_PIN || op[0] == NUMA_POLICY ? below(s, b[0]) : from);
    op[3] = (int32_t)below(s, b[2] - from + 1);
}

/* Threads 4 ... 7 run on node 1. One touches all, or each its share; then each its share, and all are moved. */
static void first_touch(int32_t *op, const int32_t *b, int64_t k)
{
    int32_t share = b[2] / 8, t = (int32_t)(k % 8);
    op[0] = k < 8 ? NUMA_PIN : NUMA_TOUCH, op[1] = t, op[2] = k < 8 ? t / 4 : t * share, op[3] = share;
}

int acts_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t N = ridge_int(c, "N"), shape = ridge_int(c, "shape"), pages = ridge_int(c, "pages");
    uint64_t own = ridge_mix(seed, buffer);
    if (!b || N < 1)
        return -1;
    int32_t *op = b->data;
    for (size_t r = 0; r < b->count / (size_t)(4 * N); r++) {
        int32_t box[7];
        draw_box(box, (int)shape, pages, &seed);
        for (int64_t k = 0; k < N; k++, op += 4)
            if (shape == FIRST_TOUCH)
                first_touch(op, box, k);
            else
                draw_act(op, box, &own);
    }
    return 0;
}

struct act {
    int32_t what, who, page, count;
};

/* The node that takes a page under a policy, given what each has left; -1: none. */
static int takes(const int32_t *left, int nodes, int from, int only)
{
    for (int node = from; node < from + (only ? 1 : nodes); node++)
        if (left[node % nodes] > 0)
            return node % nodes;
    return -1;
}

static void run_nodes(const int32_t *b, const struct act *op, int64_t n, int64_t count[8])
{
    int32_t left[NUMA_NODES], thread[NUMA_THREADS] = { 0 }, home[NUMA_PAGES];
    int nodes = b[0], policy = NUMA_FIRST, bound = 0;
    memcpy(left, b + 3, sizeof left);
    memset(home, -1, sizeof home);
    memset(count, 0, 8 * sizeof *count);
    for (; n--; op++) {
        if (op->what == NUMA_PIN)
            thread[op->who] = op->page;
        if (op->what == NUMA_POLICY)
            policy = op->who, bound = op->page;
        if (op->what == NUMA_PIN || op->what == NUMA_POLICY)
            continue;
        for (int32_t p = op->page; p < op->page + op->count; p++) {
            int here = op->what == NUMA_TOUCH ? thread[op->who] : op->who, touch = op->what == NUMA_TOUCH;
            if (touch && home[p] < 0) {
                int from = policy == NUMA_FIRST ? here : policy == NUMA_BIND ? bound : p % nodes;
                home[p] = takes(left, nodes, from, policy == NUMA_BIND);
                if (home[p] >= 0)
                    left[home[p]]--;
            }
            if (touch) {
                count[home[p] < 0 ? 3 : home[p] != here]++;
            } else if (home[p] >= 0 && home[p] != here) {
                int room = left[here] > 0;
                count[room ? 2 : 3]++;
                left[home[p]] += room, left[here] -= room;
                home[p] = room ? here : home[p];
            }
        }
    }
    for (int32_t p = 0; p < b[2]; p++)
        if (home[p] >= 0)
            count[4 + home[p]]++;
}

int nodes_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const name[] = { "local", "remote", "moved", "failed", "pages[0]", "pages[1]", "pages[2]",
                                        "pages[3]" };
    const struct ridge_buffer *b = ridge_buffer(c, "boxes");
    const struct act *op = ridge_data(c, "acts");
    const int64_t *got = ridge_data(c, "met");
    int64_t N = ridge_int(c, "N");
    if (!b || !op || !got)
        return -1;
    const int32_t *box = b->data;
    for (size_t r = 0; r < b->count / 7; r++, box += 7, op += N, got += 8) {
        int64_t want[8];
        run_nodes(box, op, N, want);
        for (int k = 0; k < 8; k++)
            if (got[k] != want[k])
                return wrong(v, "numa_run: box %zu (%d nodes, %d pages): expected %s = %lld, got %lld", r, box[0],
                             box[2], name[k], (long long)want[k], (long long)got[k]);
    }
    v->pass = 1;
    return 0;
}

/* Counts up to `most`; many ties, some pages that nobody reads. */
int reads_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t most = ridge_int(c, "most");
    if (!b || most < 1)
        return -1;
    int64_t *x = b->data;
    for (size_t k = 0; k < b->count; k++)
        x[k] = below(&seed, 3) ? below(&seed, most) : below(&seed, 4);
    return 0;
}

int rooms_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t P = ridge_int(c, "P");
    if (!b)
        return -1;
    int32_t *x = b->data;
    for (size_t k = 0; k + 1 < b->count; k += 2) {
        x[k] = (int32_t)below(&seed, P + 1);
        x[k + 1] = (int32_t)(P - x[k] + (below(&seed, 2) ? below(&seed, P + 1) : 0));
    }
    return 0;
}

/* best[k]: fewest remote reads of the pages so far, with k of them on node 0. */
static int64_t fewest(const int64_t (*read)[2], int64_t P, const int32_t *room)
{
    int64_t best[NUMA_PAGES + 1], least = INT64_MAX;
    for (int64_t k = 0; k <= P; k++)
        best[k] = k ? INT64_MAX / 2 : 0;
    for (int64_t p = 0; p < P; p++)
        for (int64_t k = p + 1; k >= 0; k--) {
            int64_t one = best[k] + read[p][0], zero = k ? best[k - 1] + read[p][1] : INT64_MAX;
            best[k] = one < zero ? one : zero;
        }
    for (int64_t k = 0; k <= P; k++)
        if (k <= room[0] && P - k <= room[1] && best[k] < least)
            least = best[k];
    return least;
}

int place_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "rooms");
    const int64_t(*read)[2] = ridge_data(c, "reads"), *said = ridge_data(c, "remote");
    const uint8_t *node = ridge_data(c, "placed");
    int64_t P = ridge_int(c, "P");
    if (!b || !read || !said || !node || P > NUMA_PAGES)
        return -1;
    const int32_t *room = b->data;
    for (size_t r = 0; r < b->count / 2; r++, room += 2, read += P, node += P) {
        int64_t is = 0, want = fewest(read, P, room), on[2] = { 0, 0 };
        for (int64_t p = 0; p < P; p++) {
            if (node[p] > 1)
                return wrong(v, "numa_place: task %zu: page %lld is on node %d", r, (long long)p, node[p]);
            on[node[p]]++;
            is += read[p][!node[p]];
        }
        if (on[0] > room[0] || on[1] > room[1])
            return wrong(v, "numa_place: task %zu: %lld and %lld pages, with room for %d and %d", r, (long long)on[0],
                         (long long)on[1], room[0], room[1]);
        if (is != want || said[r] != is)
            return wrong(v, "numa_place: task %zu: expected %lld remote reads, the places have %lld, returned %lld", r,
                         (long long)want, (long long)is, (long long)said[r]);
    }
    v->pass = 1;
    return 0;
}

/* --------------------------------------------------------------------------------------------------- loaders */

int file_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((uint8_t *)b->data)[k] = (uint8_t)ridge_next(&seed);
    return 0;
}

enum { RETURNED, CALLS, REQUESTS, MINOR, MAJOR, NOW, IN_FLIGHT, BAD, LOST, IDEAL, MOVED };

static int load_verify(const struct ridge_case *c, struct ridge_verdict *v, const char *fn, int whole)
{
    const struct ridge_buffer *file = ridge_buffer(c, "file"), *dst = ridge_buffer(c, "dst");
    const int64_t *h = ridge_data(c, "happened");
    int64_t room = ridge_int(c, "room"), fail = ridge_int(c, "fail");
    if (!file || !dst || !h || dst->count < (size_t)room)
        return -1;
    int64_t size = (int64_t)file->count, there = size < room ? size : room, want = there;
    const uint8_t *x = file->data, *y = dst->data;
    if ((fail >= 0 && fail < there) || (whole && size < room))
        want = -1;
    if (h[MOVED])
        return wrong(v, "%s: wrote to sq_head or cq_tail, which the kernel moves", fn);
    if (h[BAD])
        return wrong(v, "%s: %lld calls asked for what is not there, or behind dst's end", fn, (long long)h[BAD]);
    if (h[LOST])
        return wrong(v, "%s: %lld completions found no room in the queue and are lost", fn, (long long)h[LOST]);
    if (h[IN_FLIGHT])
        return wrong(v, "%s: returned with %lld requests on their way: the kernel still writes into dst", fn,
                     (long long)h[IN_FLIGHT]);
    if (h[RETURNED] != want)
        return wrong(v, "%s: expected %lld, got %lld (file of %lld bytes, %lld asked for)", fn, (long long)want,
                     (long long)h[RETURNED], (long long)size, (long long)room);
    for (int64_t k = 0; k < there && want >= 0; k++)
        if (x[k] != y[k])
            return wrong(v, "%s: byte %lld: expected %d, got %d", fn, (long long)k, x[k], y[k]);
    for (size_t k = (size_t)room; k < dst->count; k++)
        if (y[k] != 0xc3)
            return wrong(v, "%s: wrote byte %zu of a buffer of %lld", fn, k, (long long)room);
    ridge_count(v, "io_calls", (double)h[CALLS]);
    ridge_count(v, "io_requests", (double)h[REQUESTS]);
    ridge_count(v, "minor_faults", (double)h[MINOR]);
    ridge_count(v, "major_faults", (double)h[MAJOR]);
    ridge_count(v, "io_ns", (double)h[NOW]);
    ridge_count(v, "link_pct", h[NOW] > 0 ? 100. * (double)h[IDEAL] / (double)h[NOW] : 100);
    v->pass = 1;
    return 0;
}

int read_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return load_verify(c, v, "load_read", 0);
}

int map_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return load_verify(c, v, "load_map", 1);
}

int ring_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return load_verify(c, v, "load_ring", 1);
}

/* ------------------------------------------------------------------------------------------------ real pages */

/* Ranges that begin and end at pages, one byte beside them, or anywhere. */
int drops_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t bytes = ridge_int(c, "bytes");
    if (!b || bytes < 1)
        return -1;
    int64_t *d = b->data;
    for (size_t k = 0; k + 1 < b->count; k += 2) {
        int64_t from = below(&seed, bytes + 1), to = from + below(&seed, below(&seed, 2) ? 20000 : bytes + 1);
        if (below(&seed, 2))
            from = from / PG_BYTES * PG_BYTES + below(&seed, 2);
        if (below(&seed, 2))
            to = to / PG_BYTES * PG_BYTES + below(&seed, 2);
        d[k + 1] = to > bytes ? bytes : to;
        d[k] = from > d[k + 1] ? d[k + 1] : from;
    }
    return 0;
}

int area_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "drops"), *after = ridge_buffer(c, "after");
    const int64_t *given = ridge_data(c, "given"), *state = ridge_data(c, "state");
    if (!b || !after || !given || !state)
        return -1;
    const int64_t *d = b->data;
    const uint8_t *y = after->data;
    if (state[0] < 0)
        return wrong(v, "area_map: NULL");
    if (state[0])
        return wrong(v, "area_map: the area begins %lld bytes behind a multiple of 2 MiB", (long long)state[0]);
    if (state[1])
        return wrong(v, "area_map: %lld bytes are not zero", (long long)state[1]);
    for (size_t k = 0; k < b->count / 2; k++) {
        int64_t want = 0;
        for (int64_t p = 0; p * PG_BYTES < d[2 * k + 1]; p++)
            want += p * PG_BYTES >= d[2 * k] && (p + 1) * PG_BYTES <= d[2 * k + 1] ? PG_BYTES : 0;
        if (given[k] != want)
            return wrong(v, "area_drop(%lld, %lld): expected %lld, got %lld", (long long)d[2 * k],
                         (long long)d[2 * k + 1], (long long)want, (long long)given[k]);
    }
    for (size_t i = 0; i < after->count; i++) {
        int64_t page = (int64_t)(i / PG_BYTES) * PG_BYTES;
        int gone = 0;
        for (size_t k = 0; k < b->count / 2 && !gone; k++)
            gone = page >= d[2 * k] && page + PG_BYTES <= d[2 * k + 1];
        if (y[i] != (gone ? 0 : 1 + i % 251))
            return wrong(v, "area_drop: byte %zu: expected %d, got %d", i, gone ? 0 : (int)(1 + i % 251), y[i]);
    }
    if (state[2])
        return wrong(v, "area_unmap: %lld pages of the area are still mapped", (long long)state[2]);
    if (state[3])
        return wrong(v, "area_unmap: the page behind the area is gone, too");
    if (state[4] > 16 << 20)
        return wrong(v, "area_map: 64 areas of %lld bytes, each unmapped before the next, lie up to %lld MiB apart: "
                     "addresses that were asked for do not all go back", (long long)ridge_int(c, "bytes"),
                     (long long)state[4] >> 20);
    if (state[5])
        return wrong(v, "area_map: 2^60 bytes, which no machine has, gave an address, expected NULL");
    if (state[6])
        return wrong(v, "area_drop: the pages are still there. To touch one again would be a fault if its memory had gone "
                     "back; zeros that are written give nothing back");
    if (state[7])
        return wrong(v, "area_map: a block of 2 MiB has small pages, and this kernel gives a huge one where MADV_HUGEPAGE "
                     "was said");
    v->pass = 1;
    return 0;
}
