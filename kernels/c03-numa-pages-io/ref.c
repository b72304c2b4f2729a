/*
 * ref.c: pages, nodes and loaders. Each page is a byte of state; the loaders keep as much on its way as the device's
 * latency times its rate wants, and no more than their queue can hold.
 */
#define _GNU_SOURCE
#include "lab.h"

#include <stdlib.h>
#include <sys/mman.h>

/* --- faults ------------------------------------------------------------------------------------------------------- */

enum { NONE, ZEROS, SMALL, HUGE };

struct pages {
    const pg_area_t *area;
    pg_count_t *out;
    int last; /* pages of the file */
    uint8_t state[PG_PAGES], wanted[PG_PAGES], cached[PG_PAGES], random[PG_PAGES];
};

/* The first page of p's aligned block of 2 MiB; -1 if the block is not all in the area. */
static int block_of(const pg_area_t *a, int p)
{
    int64_t first = (a->first + p) / PG_HUGE * PG_HUGE - a->first;
    return first >= 0 && first + PG_HUGE <= a->pages ? (int)first : -1;
}

static int takes_huge(const struct pages *m, int p)
{
    int first = block_of(m->area, p);
    if (first < 0)
        return 0;
    for (int k = first; k < first + PG_HUGE; k++)
        if (!m->wanted[k] || m->state[k] != NONE)
            return 0;
    return 1;
}

static void touch_memory(struct pages *m, int p, int write)
{
    if (m->state[p] >= SMALL || (m->state[p] == ZEROS && !write))
        return;
    m->out->minor++;
    if (!write)
        m->state[p] = ZEROS;
    else if (takes_huge(m, p))
        memset(m->state + block_of(m->area, p), HUGE, PG_HUGE);
    else
        m->state[p] = SMALL;
}

static void read_ahead(struct pages *m, int p)
{
    int first = p / PG_AHEAD * PG_AHEAD;
    for (int k = first; k < first + PG_AHEAD && k < m->last; k++)
        m->cached[k] |= k == p || !m->random[p];
}

static void touch_file(struct pages *m, int p)
{
    if (p >= m->last) {
        m->out->bus++;
        return;
    }
    if (m->state[p] == SMALL)
        return;
    if (m->cached[p]) {
        m->out->minor++;
    } else {
        m->out->major++;
        read_ahead(m, p);
    }
    for (int k = p / PG_AROUND * PG_AROUND; k < (p / PG_AROUND + 1) * PG_AROUND && k < m->area->pages; k++)
        if (m->cached[k])
            m->state[k] = SMALL;
}

static void drop(struct pages *m, int p)
{
    if (m->state[p] == HUGE)
        memset(m->state + block_of(m->area, p), SMALL, PG_HUGE);
    m->state[p] = NONE;
}

static void pg_page(struct pages *m, int what, int p)
{
    switch (what) {
    case PG_READ: case PG_WRITE:
        if (m->area->file >= 0)
            touch_file(m, p);
        else
            touch_memory(m, p, what == PG_WRITE);
        break;
    case PG_WANT_HUGE: m->wanted[p] = 1; break;
    case PG_DROP: drop(m, p); break;
    case PG_WANT: m->cached[p] |= p < m->last; break;
    case PG_RANDOM: m->random[p] = 1; break;
    }
}

void pg_run(const pg_area_t *area, int n, const pg_op_t *op, pg_count_t *out)
{
    static struct pages m;
    int64_t last = area->file < 0 ? 0 : (area->file + PG_BYTES - 1) / PG_BYTES;
    m = (struct pages){ .area = area, .out = out, .last = last < PG_PAGES ? (int)last : PG_PAGES };
    *out = (pg_count_t){ 0 };
    for (int k = 0; k < n; k++)
        for (int p = op[k].page; p < op[k].page + op[k].count; p++)
            pg_page(&m, op[k].what, p);
    for (int p = 0; p < PG_PAGES; p++) {
        out->small += m.state[p] == SMALL;
        out->huge += m.state[p] == HUGE;
        out->cached += m.cached[p];
    }
    out->huge /= PG_HUGE;
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

struct nodes {
    const numa_box_t *box;
    numa_count_t *out;
    int policy, bound;
    int8_t at[NUMA_PAGES], on[NUMA_THREADS]; /* at: -1 without a place */
};

static int has_room(const struct nodes *m, int node)
{
    return m->out->pages[node] < m->box->room[node];
}

static int place_for(const struct nodes *m, int page, int home)
{
    int nodes = m->box->nodes, from = m->policy == NUMA_INTERLEAVE ? page % nodes : home;
    if (m->policy == NUMA_BIND)
        return has_room(m, m->bound) ? m->bound : -1;
    for (int k = 0; k < nodes; k++)
        if (has_room(m, (from + k) % nodes))
            return (from + k) % nodes;
    return -1;
}

static void touch(struct nodes *m, int thread, int page)
{
    int home = m->on[thread];
    if (m->at[page] < 0) {
        m->at[page] = (int8_t)place_for(m, page, home);
        if (m->at[page] < 0) {
            m->out->failed++;
            return;
        }
        m->out->pages[m->at[page]]++;
    }
    if (m->at[page] == home)
        m->out->local++;
    else
        m->out->remote++;
}

static void move(struct nodes *m, int node, int page)
{
    if (m->at[page] < 0 || m->at[page] == node)
        return;
    if (!has_room(m, node)) {
        m->out->failed++;
        return;
    }
    m->out->pages[m->at[page]]--;
    m->out->pages[node]++;
    m->out->moved++;
    m->at[page] = (int8_t)node;
}

void numa_run(const numa_box_t *box, int n, const numa_op_t *op, numa_count_t *out)
{
    static struct nodes m;
    m = (struct nodes){ .box = box, .out = out };
    memset(m.at, -1, sizeof m.at);
    *out = (numa_count_t){ 0 };
    for (const numa_op_t *o = op; o < op + n; o++) {
        if (o->what == NUMA_PIN)
            m.on[o->who] = (int8_t)o->page;
        else if (o->what == NUMA_POLICY)
            m.policy = o->who, m.bound = o->page;
        else
            for (int p = o->page; p < o->page + o->count; p++)
                if (o->what == NUMA_TOUCH)
                    touch(&m, o->who, p);
                else
                    move(&m, o->who, p);
    }
}

struct gain {
    int64_t gain; /* remote reads that node 0 saves against node 1 */
    int page;
};

static int by_gain(const void *a, const void *b)
{
    int64_t x = ((const struct gain *)a)->gain, y = ((const struct gain *)b)->gain;
    return (x < y) - (x > y);
}

/* Pages in the order of what node 0 saves: as many as it gains by, but no more than fit, and no fewer than must. */
int64_t numa_place(int pages, const int64_t read[][2], const int room[2], uint8_t *node)
{
    struct gain *g = malloc((size_t)(pages + 1) * sizeof *g);
    int64_t remote = 0;
    if (!g)
        return -1;
    for (int p = 0; p < pages; p++)
        g[p] = (struct gain){ read[p][0] - read[p][1], p };
    qsort(g, (size_t)pages, sizeof *g, by_gain);
    for (int k = 0; k < pages; k++) {
        int left = pages - k, zero = k < room[0] && (g[k].gain > 0 || left > room[1]);
        node[g[k].page] = !zero;
        remote += read[g[k].page][zero];
    }
    free(g);
    return remote;
}

/* --- loaders ------------------------------------------------------------------------------------------------------ */

int64_t load_read(io_t *k, void *dst, int64_t room)
{
    int64_t at = 0;
    while (at < room) {
        int64_t got = io_pread(k, (char *)dst + at, room - at, at);
        if (got == IO_INTR)
            continue;
        if (got < 0)
            return -1;
        if (!got)
            break;
        at += got;
    }
    return at;
}

/* Half of the cache is asked for while the other half is read. */
int64_t load_map(io_t *k, void *dst, int64_t size)
{
    int64_t pages = (size + PG_BYTES - 1) / PG_BYTES, asked = 0;
    enum { STEP = IO_ROOM / 4, AHEAD = IO_ROOM / 2 };
    for (int64_t p = 0; p < pages; p++) {
        for (int64_t more; asked < pages && asked < p + AHEAD; asked += more) {
            more = pages - asked < STEP ? pages - asked : STEP;
            io_want(k, asked, more);
        }
        const uint8_t *page = io_page(k, p);
        if (!page)
            return -1;
        int64_t left = size - p * PG_BYTES;
        memcpy((char *)dst + p * PG_BYTES, page, left < PG_BYTES ? (size_t)left : PG_BYTES);
    }
    return size;
}

struct part {
    int64_t at;
    uint32_t bytes, busy;
};

#ifndef SLOTS
#define SLOTS 64
#endif


struct load {
    io_t *k;
    io_ring_t *r;
    char *dst;
    int64_t size, next; /* next: what nobody has asked for begins there */
    int flying, failed;
    struct part part[SLOTS];
};

static void push(struct load *l, int slot)
{
    struct part *p = &l->part[slot];
    l->r->sqe[l->r->sq_tail & (l->r->sq_entries - 1)] =
        (io_sqe_t){ p->at, l->dst + p->at, p->bytes, (uint64_t)slot };
    l->r->sq_tail++;
}

static void fill(struct load *l, int slots)
{
    for (int s = 0; s < slots && !l->failed; s++) {
        struct part *p = &l->part[s];
        int64_t left = l->size - l->next;
        if (p->busy || left <= 0 || l->r->sq_tail - l->r->sq_head == l->r->sq_entries)
            continue;
        *p = (struct part){ l->next, left < IO_CHUNK ? (uint32_t)left : IO_CHUNK, 1 };
        l->next += p->bytes;
        l->flying++;
        push(l, s);
    }
}

/* What is not all there yet goes on; of a load that has failed nothing does. */
static void take(struct load *l, const io_cqe_t *c)
{
    struct part *p = &l->part[c->user];
    int again = c->res == IO_INTR || c->res == IO_AGAIN;
    if (c->res > 0)
        p->at += c->res, p->bytes -= (uint32_t)c->res;
    else if (!again)
        l->failed = 1;
    if (p->bytes && !l->failed) {
        push(l, (int)c->user);
        return;
    }
    p->busy = 0;
    l->flying--;
}

int64_t load_ring(io_t *k, io_ring_t *ring, void *dst, int64_t size)
{
    struct load l = { k, ring, dst, size, 0, 0, 0, { { 0 } } };
    int slots = ring->sq_entries < SLOTS ? (int)ring->sq_entries : SLOTS;
    fill(&l, slots);
    while (l.flying) {
        io_enter(k, ring->sq_tail - ring->sq_head, (uint32_t)slots / 4 + 1);
        for (; ring->cq_head != ring->cq_tail; ring->cq_head++)
            take(&l, &ring->cqe[ring->cq_head & (ring->cq_entries - 1)]);
        fill(&l, slots);
    }
    return l.failed ? -1 : size;
}

/* --- real pages --------------------------------------------------------------------------------------------------- */

enum { BLOCK = PG_BYTES * PG_HUGE };

static size_t whole_pages(int64_t bytes)
{
    return ((size_t)bytes + PG_BYTES - 1) / PG_BYTES * PG_BYTES;
}

void *area_map(int64_t bytes)
{
    size_t want = whole_pages(bytes), all = want + BLOCK;
    char *p = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    size_t before = (BLOCK - (uintptr_t)p % BLOCK) % BLOCK;
    if (before)
        munmap(p, before);
    munmap(p + before + want, BLOCK - before);
    madvise(p + before, want, MADV_HUGEPAGE);
    return p + before;
}

int64_t area_drop(void *area, int64_t from, int64_t to)
{
    int64_t first = (from + PG_BYTES - 1) / PG_BYTES * PG_BYTES, end = to / PG_BYTES * PG_BYTES;
    if (end <= first)
        return 0;
    return madvise((char *)area + first, (size_t)(end - first), MADV_DONTNEED) ? 0 : end - first;
}

void area_unmap(void *area, int64_t bytes)
{
    munmap(area, whole_pages(bytes));
}
