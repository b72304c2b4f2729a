/*
 * order_blocks.c: which blocks know what earlier ones did, as order.c has it for the warps of one block.
 *
 * Blocks are looked at one after another. A block acquires from an object the set of blocks that have released
 * to it, themselves or through others. That one of their accesses came before the release is told by when the
 * block released last. Sets are a few ranges; more gaps than fit are filled in, and objects beyond the table
 * share one, so that more may count as ordered than is.
 */
#include <stdlib.h>
#include <string.h>

#include "runner/simt/rt/shadow/shadow_global.h"

enum { OBJECTS = 1024 };
struct release { /* when a block released last */
    uint64_t block;
    uint32_t epoch, clock[SIMT_MAX_WARPS];
    struct fences fences; /* of the block by then */
};

static unsigned nobjects;
static uint64_t keys[OBJECTS];
static struct blocks objects[OBJECTS];
static struct release *releases;
static size_t nreleases, room_releases;
uint64_t progress_stamps;
static uint32_t *release_at; /* hash of block: index + 1 */
static size_t release_slots;

int blocks_has(const struct blocks *s, uint64_t b)
{
    for (unsigned i = 0; i < s->n; i++)
        if (b >= s->r[i].lo && b <= s->r[i].hi)
            return 1;
    return 0;
}

static void blocks_drop(struct blocks *s, unsigned i)
{
    s->n--;
    memmove(&s->r[i], &s->r[i + 1], (s->n - i) * sizeof s->r[0]);
}

static void blocks_add(struct blocks *s, uint64_t lo, uint64_t hi)
{
    unsigned i = 0, best = 0;
    struct range all[5];

    while (i < s->n && s->r[i].hi + 1 < lo)
        i++;
    while (i < s->n && s->r[i].lo <= hi + 1) { /* overlaps or touches */
        lo = s->r[i].lo < lo ? s->r[i].lo : lo;
        hi = s->r[i].hi > hi ? s->r[i].hi : hi;
        blocks_drop(s, i);
    }
    memcpy(all, s->r, i * sizeof all[0]);
    all[i] = (struct range){ lo, hi };
    memcpy(all + i + 1, s->r + i, (s->n - i) * sizeof all[0]);
    s->n++;
    if (s->n > 4) { /* the two nearest become one */
        for (unsigned k = 1; k < 4; k++)
            if (all[k + 1].lo - all[k].hi < all[best + 1].lo - all[best].hi)
                best = k;
        all[best].hi = all[best + 1].hi;
        memmove(&all[best + 1], &all[best + 2], (3 - best) * sizeof all[0]);
        s->n = 4;
    }
    memcpy(s->r, all, s->n * sizeof all[0]);
}

static struct blocks *object_of(uint64_t key)
{
    unsigned i;

    for (i = 0; i < nobjects; i++)
        if (keys[i] == key)
            return &objects[i];
    if (!nobjects && key) { /* the first is for what does not fit, and for rows of many words */
        objects[nobjects].n = 0;
        keys[nobjects++] = 0;
    }
    if (nobjects == OBJECTS)
        return &objects[0];
    i = nobjects++;
    objects[i].n = 0;
    keys[i] = key;
    return &objects[i];
}

static struct release *release_of(uint64_t block, int make)
{
    size_t h;

    if (nreleases * 2 >= release_slots) {
        size_t slots = release_slots ? release_slots * 2 : 1024;
        if (!make && !nreleases)
            return NULL;
        free(release_at);
        release_at = calloc(slots, sizeof *release_at);
        if (!release_at)
            abort();
        release_slots = slots;
        for (size_t i = 0; i < nreleases; i++) {
            h = releases[i].block * 0x9e3779b97f4a7c15ull >> 20 & (slots - 1);
            while (release_at[h])
                h = (h + 1) & (slots - 1);
            release_at[h] = (uint32_t)i + 1;
        }
    }
    h = block * 0x9e3779b97f4a7c15ull >> 20 & (release_slots - 1);
    for (; release_at[h]; h = (h + 1) & (release_slots - 1))
        if (releases[release_at[h] - 1].block == block)
            return &releases[release_at[h] - 1];
    if (!make)
        return NULL;
    if (nreleases == room_releases) {
        room_releases = room_releases ? room_releases * 2 : 256;
        releases = realloc(releases, room_releases * sizeof *releases);
        if (!releases)
            abort();
    }
    releases[nreleases] = (struct release){ .block = block };
    release_at[h] = (uint32_t)++nreleases;
    return &releases[nreleases - 1];
}

static void join(struct blocks *into, const struct blocks *from)
{
    for (unsigned i = 0; i < from->n; i++)
        blocks_add(into, from->r[i].lo, from->r[i].hi);
}

/* The block acquires what others have released to the object of this key; whether anybody has. */
static int acquire(struct blocks *acquired, uint64_t key)
{
    const struct blocks *from = object_of(key);

    join(acquired, from);
    return from->n != 0;
}

static void release(struct progress *p, unsigned warp, uint64_t key)
{
    struct blocks *to = object_of(key);
    struct release *r = release_of(p->block, 1);

    join(to, &p->acquired);
    blocks_add(to, p->block, p->block);
    r->epoch = p->epoch;
    r->clock[warp] = p->order.clock[warp];
    if (r->fences.n != p->fences.n)
        r->fences = p->fences;
}

static void acquired_by(struct progress *p, unsigned warp)
{
    p->acquired_epoch = p->epoch < p->acquired_epoch ? p->epoch : p->acquired_epoch;
    if (p->acquired_warps >> warp & 1)
        return;
    p->acquired_warps |= 1ull << warp;
    p->acquired_clock[warp] = p->order.clock[warp] + 1;
}

int progress_acquired(const struct progress *p, unsigned warp)
{
    if (p->acquired_warps >> warp & 1 || p->acquired_epoch < p->epoch)
        return 1;
    for (uint64_t m = p->acquired_warps; m; m &= m - 1) {
        unsigned of = (unsigned)__builtin_ctzll(m);
        if (order_before(&p->order, of, p->acquired_clock[of], warp))
            return 1;
    }
    return 0;
}

void progress_fence(struct progress *p, unsigned warp)
{
    struct fences *f = &p->fences;
    struct order *o = &p->order;

    if (f->epoch != p->epoch)
        memset(f->clock, 0, sizeof f->clock);
    f->epoch = p->epoch;
    f->n++;
    o->used = 1;
    o->heard[warp][warp] = ++o->clock[warp];
    for (unsigned i = 0; i < SIMT_MAX_WARPS; i++)
        f->clock[i] = f->clock[i] > o->heard[warp][i] ? f->clock[i] : o->heard[warp][i];
    if (p->unfenced.n) {
        join(&p->acquired, &p->unfenced);
        p->unfenced.n = 0;
        acquired_by(p, warp);
    }
    p->stamp[warp] = ++progress_stamps;
}

void progress_order(struct progress *p, unsigned warp, unsigned op, uint64_t key, int across, int relaxed)
{
    if (op != REC_WRITE && op != REC_RED) {
        order_acquire(&p->order, warp, key);
        if (across && op == REC_READ && relaxed)
            acquire(&p->unfenced, key);
        else if (across && acquire(&p->acquired, key))
            acquired_by(p, warp);
    }
    if (op != REC_READ) {
        order_release(&p->order, warp, key);
        if (across && !relaxed)
            progress_fence(p, warp);
        if (across)
            release(p, warp, key);
    }
    p->stamp[warp] = ++progress_stamps;
}

int across_released(uint64_t block, unsigned warp, uint32_t clock, uint32_t epoch)
{
    const struct release *r = release_of(block, 0);

    return r && (r->clock[warp] >= clock || r->epoch > epoch);
}

int across_fenced(uint64_t block, unsigned warp, uint32_t clock, uint32_t epoch)
{
    const struct release *r = release_of(block, 0);

    return r && (r->fences.epoch > epoch || (r->fences.epoch == epoch && r->fences.clock[warp] >= clock));
}

void across_reset(void)
{
    nobjects = 0;
    if (nreleases)
        memset(release_at, 0, release_slots * sizeof *release_at);
    nreleases = 0;
}
