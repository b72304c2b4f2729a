/*
 * join.c: shared accesses that nvcc makes one of. It unrolls loops, and where the same thread's accesses of 4 or 8
 * bytes lie in one unit of 16 bytes with no store between them that might alias, it joins them to one of 8 or 16
 * bytes: two words of an aligned half, or three or four words of the unit, in whatever order the source has them.
 * Source: LDS and STS in nvcc's machine code (13.0, sm_90, nvdisasm), tests/simt/count_joined.cu.
 *
 * What is not known here is whether nvcc can prove that the address is a multiple of 16. Where an instruction begins,
 * after every store or barrier, at different places of a unit (rows of 33 floats), nvcc cannot; those places are noted,
 * and who reads the launch's line decides. Nor is it known whether a loop was unrolled.
 */
#include <immintrin.h>
#include <string.h>

#include "runner/simt/rt/shadow/shadow.h"

enum { ANYWHERE = 1 << 4 }; /* of origins: lanes differ in where */
enum { UNIT = 16, UNITS = 16 /* remembered of a warp: what a loop body has at hand */, FIRSTS = 64 };

struct unit { /* 16 bytes of each lane */
    uint64_t shape; /* how the other lanes lie to the first */
    simt_mask mask;
    uint8_t words, lg, halves_only;
    uint8_t waves[4], ideal[4]; /* of each word's own request */
    struct join_cost wide[2];   /* of one of 8 and of 16 bytes; 0: not known yet */
    struct op_tally *tally[4];
};

struct joins {
    struct warp_joins {
        uint64_t run;              /* counts stores after loads, barriers and the like */
        uint32_t epoch, op;
        unsigned n;
        uint8_t order[UNITS];      /* of the units, the one used last first */
        uint64_t base[UNITS];      /* of each unit's first lane */
        struct unit unit[UNITS];
        uint64_t first[FIRSTS];    /* run << 32 | pc of instructions met in this run */
    } warp[SIMT_MAX_WARPS];
};

struct joins *joins_new(void)
{
    return rt_reserve(sizeof(struct joins), "for shared accesses that are joined");
}

/* The lanes' addresses modulo 16 are those of the first: 16; or modulo 8: 8; else 0. */
static unsigned agree(const struct lane_row *r)
{
    uint64_t odd = 0;

    if (LIKELY(r->runs == 1))
        odd = r->n > 1 ? (uint64_t)r->step[0] : 0;
    for (unsigned k = 0; r->runs > 1 && k < r->runs; k++)
        odd |= (r->base[k] ^ r->base[0]) | (r->start[k + 1] - r->start[k] > 1 ? (uint64_t)r->step[k] : 0);
    for (unsigned i = 0; !r->runs && i < r->n; i++)
        odd |= r->at[i] ^ r->at[0];
    return odd & 7 ? 0 : odd & 15 ? 8 : 16;
}

static uint64_t shape_of(const struct lane_row *r)
{
    uint64_t h = r->runs;

    if (LIKELY(h == 1))
        return (h + ((uint64_t)r->step[0] << 20)) * 0x9e3779b97f4a7c15ull;
    for (unsigned k = 0; k < r->runs; k++)
        h = (h + r->base[k] - r->base[0] + ((uint64_t)r->step[k] << 20) + r->start[k]) * 0x9e3779b97f4a7c15ull;
    for (unsigned i = 0; !r->runs && i < r->n; i++)
        h = (h + r->at[i] - r->at[0]) * 0x9e3779b97f4a7c15ull;
    return h ^ h >> 29;
}

/* An instruction's first access of a run shows where in a unit its loop begins. */
static void note_origin(struct warp_joins *p, struct op_tally *s, unsigned place)
{
    uint64_t key = p->run << 32 | (uint32_t)s->key, *at = &p->first[(s->key ^ s->key >> 6) % FIRSTS];

    if (*at != key)
        s->origins |= (uint8_t)(1u << place);
    *at = key;
}

/* Finds what one access of the unit, or of the half, costs that the word at `place` is in. */
static __attribute__((noinline)) void measure_wide(struct unit *u, const struct lane_row *r, unsigned place, int whole)
{
    struct join_cost *c = &u->wide[whole];
    uint64_t at[SIMT_WARP];
    struct lane_row q = *r;
    unsigned back = whole ? place << u->lg : (place & 1) << u->lg, ideal;

    for (unsigned k = 0; k < q.runs; k++)
        q.base[k] -= back;
    for (unsigned i = 0; !q.runs && i < q.n; i++)
        at[i] = r->at[i] - back;
    q.at = q.runs ? NULL : at;
    q.meta = REC_META(REC_OP(r->meta), whole ? 4 : 3);
    row_measure(&q);
    c->requests = 1;
    c->units = wavefronts(&q, whole ? 4 : 3, &ideal);
    c->ideal = ideal;
}

/* Words of the unit as one access: its cost is the first word's, and the others have none. */
static void joined(struct unit *u, unsigned words, const struct join_cost *c, int width)
{
    unsigned first = CTZ(words);

    for (unsigned w = 0; w < 4; w++) {
        struct join_cost *to;
        if (!(words >> w & 1))
            continue;
        to = &u->tally[w]->join[width];
        to->requests -= w != first;
        to->units += (w == first ? c->units : 0) - u->waves[w];
        to->ideal += (w == first ? c->ideal : 0) - u->ideal[w];
    }
}

/* So many words that one access of 16 bytes has them. */
static int whole(const struct unit *u, unsigned words)
{
    return !u->halves_only && (u->lg == 2 ? POPCOUNT(words) >= 3 : words == 3);
}

/* With accesses of at most 8 bytes (width 0) or 16 (1). */
static void assign(struct unit *u, unsigned words, int width)
{
    if (width && whole(u, words)) {
        joined(u, words, &u->wide[1], width);
        return;
    }
    for (unsigned half = 0; u->lg == 2 && half < 4; half += 2)
        if ((words >> half & 3) == 3)
            joined(u, 3u << half, &u->wide[0], width);
}

/* What has come together of the unit counts as nvcc joins it. */
static void settle(struct unit *u)
{
    if (u->words & (u->words - 1)) {
        assign(u, u->words, 0);
        assign(u, u->words, 1);
    }
    u->words = 0;
}

void joins_end(struct joins *j, unsigned warp)
{
    struct warp_joins *p = &j->warp[warp];

    for (unsigned i = 0; i < p->n; i++)
        settle(&p->unit[i]);
    p->n = 0;
    p->run++;
}

/* Those of the first n units that begin there. */
static unsigned begin_at(const uint64_t *base, unsigned n, uint64_t at)
{
    __m256i want = _mm256_set1_epi64x((long long)at);
    unsigned found = 0;

    for (unsigned i = 0; i < n; i += 4) {
        __m256i equal = _mm256_cmpeq_epi64(_mm256_loadu_si256((const __m256i *)(base + i)), want);
        found |= (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(equal)) << i;
    }
    return found & ((1u << n) - 1);
}

/* Moves the unit to the front of the order, which is the bytes of one number. */
static struct unit *used_now(struct warp_joins *p, unsigned which)
{
    unsigned __int128 order, before;
    __m128i bytes = _mm_loadu_si128((const __m128i *)p->order);
    unsigned at = CTZ((unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)which))));

    memcpy(&order, p->order, sizeof order);
    before = ((unsigned __int128)1 << 8 * at) - 1;
    order = (order & ~(before << 8 | 0xff)) | (order & before) << 8 | which;
    memcpy(p->order, &order, sizeof order);
    return &p->unit[which];
}

static const uint8_t in_order[UNITS] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

static struct unit *unit_of(struct warp_joins *p, const struct lane_row *r, uint64_t base, unsigned lg)
{
    uint64_t shape = shape_of(r);
    struct unit *u;

    for (unsigned m = begin_at(p->base, p->n, base); m; m &= m - 1) {
        u = &p->unit[CTZ(m)];
        if (u->shape == shape && u->mask == r->mask && u->lg == lg)
            return used_now(p, CTZ(m));
    }
    if (!p->n)
        memcpy(p->order, in_order, sizeof in_order);
    p->n += p->n < UNITS;
    u = used_now(p, p->order[p->n - 1]);
    settle(u);
    if (u->shape != shape || u->mask != r->mask || u->lg != lg) /* else the costs are the same */
        memset(u->wide, 0, sizeof u->wide);
    u->shape = shape;
    u->mask = r->mask;
    u->lg = (uint8_t)lg;
    p->base[u - p->unit] = base;
    return u;
}

void join_row(struct joins *j, struct worker *w, unsigned warp, struct op_tally *s, const struct lane_row *r,
              unsigned units, unsigned ideal)
{
    struct warp_joins *p = &j->warp[warp];
    unsigned lg = s->lg, same, place, words;
    uint64_t first;
    struct unit *u;

    if (p->epoch != w->epoch || p->op != s->op || r->meta & REC_VOLATILE || s->op > REC_WRITE) {
        joins_end(j, warp);
        p->epoch = w->epoch;
        p->op = s->op;
    }
    if (lg < 2 || lg > 3 || r->meta & REC_VOLATILE || s->op > REC_WRITE)
        return;
    same = agree(r);
    if (!same || (lg == 3 && same < 16)) {
        s->origins |= ANYWHERE;
        return;
    }
    first = r->runs ? r->base[0] : r->at[0];
    place = (unsigned)(first % UNIT) >> lg;
    note_origin(p, s, place);
    u = unit_of(p, r, first - first % UNIT, lg);
    if (u->words >> place & 1 && u->tally[place] == s)
        settle(u); /* the code comes round again */
    if (u->words >> place & 1)
        return; /* another line asks for what nvcc has loaded already */
    u->halves_only = same < 16;
    u->tally[place] = s;
    u->waves[place] = (uint8_t)units;
    u->ideal[place] = (uint8_t)ideal;
    words = u->words |= (uint8_t)(1u << place);
    if (lg == 2 && (words >> (place & 2) & 3) == 3 && UNLIKELY(!u->wide[0].requests))
        measure_wide(u, r, place, 0);
    if (whole(u, words) && UNLIKELY(!u->wide[1].requests))
        measure_wide(u, r, place, 1);
}
