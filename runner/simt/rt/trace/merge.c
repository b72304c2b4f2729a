/*
 * merge.c: from the logs of a warp's lanes to the instructions the warp issued.
 *
 * Lanes ran one after another, each into its own column. Where all columns hold the same program counter in the
 * same row, that row is one instruction of the whole warp; this is nearly all of most programs, and is found
 * by comparing vectors. Where they differ, the warp is taken to have executed in MinSP-PC order: of the lanes'
 * next records those of the deepest call come first, then the lowest program counter, and the lanes that share
 * it are the active ones. With basic-block records and code laid out in source order that is reconvergence at
 * the immediate post-dominator.
 */
#include <immintrin.h>
#include <string.h>

#include "runner/simt/rt/shadow/shadow.h"

/* A key sorts records in MinSP-PC order; records of one key are one instruction. */
static inline int64_t key_of(const struct record *r)
{
    return (int64_t)((uint64_t)(255 - (r->meta >> 16 & 255)) << 48 | (uint64_t)r->pc << 8 | (r->meta & 255));
}
#define KEY_NONE INT64_MAX

/* Whether all of v[SIMT_WARP] are n. */
static inline int all_equal(const uint32_t *v, uint32_t n)
{
    __m256i want = _mm256_set1_epi32((int)n), differ = _mm256_setzero_si256();

    for (unsigned i = 0; i < SIMT_WARP; i += 8)
        differ = _mm256_or_si256(differ, _mm256_xor_si256(want, _mm256_load_si256((const __m256i *)(v + i))));
    return _mm256_testz_si256(differ, differ);
}

struct merge {
    struct worker *w;
    struct warp *p;
    const struct record *log;
    unsigned nlanes;             /* that have records */
    uint8_t lane[SIMT_WARP];     /* which, unless it is all of them */
    simt_mask have, more;        /* more: lanes that will add to their logs before anything else happens */
    uint32_t at[SIMT_WARP];      /* next record of each lane */
    uint32_t end[SIMT_WARP];
    int64_t key[SIMT_WARP] __attribute__((aligned(32)));
};

static inline const struct record *record_of(const struct merge *m, unsigned lane, uint32_t r)
{
    return m->log + lane * LANE_STRIDE + r;
}

/* What two rows of all lanes look like: quarters 0 and 1 of a vector are the address and the instruction of the
 * first row, 2 and 3 of the second. */
enum { SEGMENT = 8, SEGMENTS = SIMT_WARP / SEGMENT };
struct pair {
    __m256i base[SEGMENTS], step[SEGMENTS]; /* of each 8 lanes */
    unsigned same;  /* bit 1, 3: the lanes agree on the instruction; 0, 2: addresses step evenly in each segment */
    unsigned whole; /* bit 0, 2: and from segment to segment */
};

static inline unsigned zeros(__m256i v)
{
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(v, _mm256_setzero_si256())));
}

static inline void look_full(const struct record *at, struct pair *q)
{
    __m256i differ = _mm256_setzero_si256(), odd = differ, want = differ;

    for (unsigned s = 0; s < SEGMENTS; s++) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(at + s * SEGMENT * LANE_STRIDE)), d;
        q->base[s] = v;
        d = _mm256_sub_epi64(_mm256_loadu_si256((const __m256i *)(at + (s * SEGMENT + 1) * LANE_STRIDE)), v);
        q->step[s] = d;
        if (s)
            odd = _mm256_or_si256(odd, _mm256_or_si256(_mm256_xor_si256(want, v),
                                                       _mm256_xor_si256(d, q->step[s - 1])));
        want = _mm256_add_epi64(v, d);
        for (unsigned k = 2; k < SEGMENT; k++) {
            want = _mm256_add_epi64(want, d);
            v = _mm256_loadu_si256((const __m256i *)(at + (s * SEGMENT + k) * LANE_STRIDE));
            differ = _mm256_or_si256(differ, _mm256_xor_si256(want, v));
        }
        want = _mm256_add_epi64(want, d);
    }
    /* The instruction steps by nothing. */
    differ =
        _mm256_or_si256(differ, _mm256_blend_epi32(_mm256_setzero_si256(), _mm256_or_si256(odd, q->step[0]), 0xcc));
    q->same = zeros(differ);
    q->whole = zeros(odd) & q->same;
}

/* The same for some of the lanes, as one segment. */
static inline void look_some(const struct merge *m, uint32_t r, struct pair *q)
{
    __m256i want = _mm256_loadu_si256((const __m256i *)record_of(m, m->lane[0], r)), differ, d;

    q->base[0] = want;
    d = differ = _mm256_setzero_si256();
    if (m->nlanes > 1)
        d = _mm256_sub_epi64(_mm256_loadu_si256((const __m256i *)record_of(m, m->lane[1], r)), want);
    q->step[0] = d;
    for (unsigned k = 1; k < m->nlanes; k++) {
        want = _mm256_add_epi64(want, d);
        differ = _mm256_or_si256(differ, _mm256_xor_si256(want, _mm256_loadu_si256(
                                                  (const __m256i *)record_of(m, m->lane[k], r))));
    }
    q->same = zeros(_mm256_or_si256(differ, _mm256_blend_epi32(_mm256_setzero_si256(), d, 0xcc)));
    q->whole = q->same;
}

static inline void row_segments(struct lane_row *row, const struct pair *q, unsigned half)
{
    unsigned k = 0;

    for (unsigned s = 0; s < SEGMENTS; s++) {
        uint64_t base = ((const uint64_t *)&q->base[s])[half * 2];
        int64_t step = ((const int64_t *)&q->step[s])[half * 2];
        if (k && step == row->step[k - 1] &&
            base == row->base[k - 1] + (uint64_t)step * (s * SEGMENT - row->start[k - 1]))
            continue;
        if (k == RUNS) {
            row->runs = 0;
            return;
        }
        row->start[k] = (uint8_t)(s * SEGMENT);
        row->base[k] = base;
        row->step[k++] = step;
    }
    row->runs = k;
    row->start[k] = SIMT_WARP;
}

/* One row in which the lanes agree: the first or second half of the pair. */
static inline void one_row(struct merge *m, uint32_t r, simt_mask could, const struct pair *q, unsigned half, int full)
{
    const struct record *first = record_of(m, full ? 0 : m->lane[0], r);
    uint64_t at[SIMT_WARP];
    struct lane_row row;

    if (REC_OP(first->meta) == REC_BB) {
        count_rows(m->w, m->p, first->pc, first->meta, m->nlanes, m->have != could);
        return;
    }
    row.pc = first->pc;
    row.meta = first->meta;
    row.n = m->nlanes;
    row.mask = m->have;
    row.could = could;
    row.at = NULL;
    row.runs = 0;
    if (q->whole >> half * 2 & 1) {
        row.runs = 1;
        row.start[0] = 0;
        row.start[1] = (uint8_t)row.n;
        row.base[0] = first->at;
        row.step[0] = half ? _mm256_extract_epi64(q->step[0], 2) : _mm256_extract_epi64(q->step[0], 0);
    } else if (full && q->same >> half * 2 & 1) {
        row_segments(&row, q, half);
    }
    if (!row.runs) {
        for (unsigned k = 0; k < m->nlanes; k++)
            at[k] = record_of(m, full ? k : m->lane[k], r)->at;
        row.at = at;
        row_runs(&row);
    }
    count_row(m->w, m->p, &row);
}

/* Rows from r on in which all lanes agree; the first one that is not such a row. */
static inline __attribute__((always_inline)) uint32_t merge_even(struct merge *m, uint32_t r, uint32_t end, int full)
{
    simt_mask could = full ? ALL_LANES : m->have | m->p->live;

    while (r < end) {
        struct pair q;
        if (full)
            look_full(m->log + r, &q);
        else
            look_some(m, r, &q);
        if (!(q.same & 2))
            return r;
        one_row(m, r++, could, &q, 0, full);
        if (r == end || !(q.same & 8))
            return r;
        one_row(m, r++, could, &q, 1, full);
    }
    return r;
}

static inline void load_key(struct merge *m, unsigned l)
{
    uint32_t r = m->at[l];

    m->key[l] = r < m->end[l] ? key_of(record_of(m, l, r)) : KEY_NONE;
}

static inline int64_t least_key(const int64_t *key)
{
    __m256i least = _mm256_load_si256((const __m256i *)key), x;
    __m128i a, b;

    for (unsigned i = 4; i < SIMT_WARP; i += 4) {
        x = _mm256_load_si256((const __m256i *)(key + i));
        least = _mm256_blendv_epi8(least, x, _mm256_cmpgt_epi64(least, x));
    }
    a = _mm256_castsi256_si128(least);
    b = _mm256_extracti128_si256(least, 1);
    a = _mm_blendv_epi8(a, b, _mm_cmpgt_epi64(a, b));
    return _mm_extract_epi64(a, 0) < _mm_extract_epi64(a, 1) ? _mm_extract_epi64(a, 0) : _mm_extract_epi64(a, 1);
}

static inline simt_mask lanes_with(const int64_t *key, int64_t k)
{
    __m256i want = _mm256_set1_epi64x(k);
    simt_mask mask = 0;

    for (unsigned i = 0; i < SIMT_WARP; i += 4)
        mask |= (simt_mask)(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(
                    _mm256_cmpeq_epi64(want, _mm256_load_si256((const __m256i *)(key + i))))) << i;
    return mask;
}

/* Lanes that do not agree: one instruction after another, by the least key. Returns when all lanes stand at one
 * row again (it is where they go on together), or ~0u when there is nothing more to do. */
static uint32_t merge_apart(struct merge *m)
{
    uint64_t at[SIMT_WARP];
    simt_mask out = 0; /* lanes whose log has ended */

    for (simt_mask q = m->have; q; q &= q - 1) {
        load_key(m, CTZ(q));
        if (m->key[CTZ(q)] == KEY_NONE)
            out |= (simt_mask)1 << CTZ(q);
    }
    for (;;) {
        int64_t least;
        uint32_t r0, same = 0;
        unsigned k = 0;
        struct lane_row row;

        if (m->more & out)
            return ~0u;
        least = least_key(m->key);
        if (least == KEY_NONE)
            return ~0u;
        row.mask = lanes_with(m->key, least);
        row.could = (m->have & ~out) | m->p->live;
        row.pc = (uint32_t)((uint64_t)least >> 8);
        r0 = m->at[CTZ(row.mask)];
        row.meta = record_of(m, CTZ(row.mask), r0)->meta;
        for (simt_mask q = row.mask; q; q &= q - 1) {
            unsigned l = CTZ(q);
            uint32_t r = m->at[l]++;
            const struct record *from = record_of(m, l, r);
            at[k++] = from->at;
            same |= r ^ r0;
            if (LIKELY(r + 1 < m->end[l])) {
                m->key[l] = key_of(from + 1);
            } else {
                m->key[l] = KEY_NONE;
                out |= (simt_mask)1 << l;
            }
        }
        if (REC_OP(row.meta) == REC_BB) {
            count_rows(m->w, m->p, row.pc, row.meta, k, row.mask != row.could);
        } else {
            row.n = k;
            row.at = at;
            row_runs(&row);
            count_row(m->w, m->p, &row);
        }
        if (row.mask == m->have && !same && !out)
            return r0 + 1;
    }
}

/* What was not consumed moves to the front. */
static void keep_rest(struct merge *m, struct fiber *f)
{
    struct counts *c = m->w->counts;

    for (simt_mask q = m->have; q; q &= q - 1) {
        unsigned l = CTZ(q);
        uint32_t done = m->at[l], left = m->end[l] - done;
        struct record *log = c->log + l * LANE_STRIDE;
        if (done && left)
            memmove(log, log + done, left * sizeof *log);
        c->nlog[l] = left;
        f[l].nlog = left;
    }
}

/* The first r rows are done with. */
static void merge_general(struct merge *m, struct fiber *f, uint32_t r, int final)
{
    unsigned lanes = (unsigned)(m->w->nthreads - m->p->id * SIMT_WARP);
    uint32_t shortest = UINT32_MAX;

    m->have = m->more = 0;
    m->nlanes = 0;
    for (unsigned l = 0; l < SIMT_WARP; l++) {
        m->key[l] = KEY_NONE;
        if (l >= lanes)
            continue;
        m->end[l] = m->w->counts->nlog[l];
        if (m->end[l]) {
            m->have |= (simt_mask)1 << l;
            m->lane[m->nlanes++] = (uint8_t)l;
            shortest = m->end[l] < shortest ? m->end[l] : shortest;
        }
        if (!final && (f[l].state == LANE_FULL || f[l].state == LANE_READY || f[l].state == LANE_NEW))
            m->more |= (simt_mask)1 << l;
    }
    if (!m->have || (m->more & ~m->have))
        return;
    do {
        r = m->have == ALL_LANES ? merge_even(m, r, shortest, 1) : merge_even(m, r, shortest, 0);
        for (simt_mask q = m->have; q; q &= q - 1)
            m->at[CTZ(q)] = r;
        r = merge_apart(m);
    } while (r != ~0u);
    keep_rest(m, f);
}

void trace_merge(struct worker *w, struct warp *p, int final)
{
    struct fiber *f = w->fiber + p->id * SIMT_WARP;
    struct counts *c = w->counts;
    struct merge m;
    uint32_t n, done = 0;

    if (!w->tracing)
        return;
    m.w = w;
    m.p = p;
    m.log = c->log;
    n = c->nlog[SIMT_WARP - 1];
    if (n && all_equal(c->nlog, n)) { /* most often all of it is even */
        m.have = ALL_LANES;
        m.nlanes = SIMT_WARP;
        done = merge_even(&m, 0, n, 1);
    }
    if (n && done == n) {
        memset(c->nlog, 0, sizeof c->nlog);
        if (n == LOG_ROWS)
            for (unsigned l = 0; l < SIMT_WARP; l++)
                f[l].nlog = 0;
    } else {
        merge_general(&m, f, done, final);
    }
    global_merged(w);
}
