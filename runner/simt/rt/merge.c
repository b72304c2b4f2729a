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

#include "shadow.h"

/* A key sorts records in MinSP-PC order; records of one key are one instruction. */
static inline int64_t key_of(uint64_t word, uint32_t pc)
{
    return (int64_t)((255ull - REC_DEPTH(word)) << 48 | (uint64_t)pc << 8 | (word >> 48 & 63) | (word >> 62 & 1) << 6 |
                     (word >> 63) << 7);
}
#define KEY_NONE INT64_MAX

struct merge {
    struct worker *w;
    struct warp *p;
    simt_mask more;          /* lanes that will add to their logs before anything else happens */
    uint32_t at[SIMT_WARP];  /* next record of each lane */
    uint32_t end[SIMT_WARP];
    int64_t key[SIMT_WARP] __attribute__((aligned(32)));
};

/* Whether the program counters of all lanes, or those chosen, equal pc. */
static inline int all_equal(const uint32_t *pcs, uint32_t pc)
{
    __m256i want = _mm256_set1_epi32((int)pc), differ = _mm256_setzero_si256();

    for (unsigned i = 0; i < SIMT_WARP; i += 8)
        differ = _mm256_or_si256(differ, _mm256_xor_si256(want, _mm256_loadu_si256((const __m256i *)(pcs + i))));
    return _mm256_testz_si256(differ, differ);
}

/* Whether op, size, depth and flags of all lanes are those of the first. */
static inline int all_alike(const uint64_t *words)
{
    __m256i want = _mm256_set1_epi64x((int64_t)words[0]), differ = _mm256_setzero_si256();

    for (unsigned i = 0; i < SIMT_WARP; i += 4)
        differ = _mm256_or_si256(differ, _mm256_xor_si256(want, _mm256_loadu_si256((const __m256i *)(words + i))));
    differ = _mm256_srli_epi64(differ, 48);
    return _mm256_testz_si256(differ, differ);
}

/* Rows from `r` on in which all lanes of the warp agree; the first row that is not one of them. */
static uint32_t merge_full(struct merge *m, uint32_t r, uint32_t end)
{
    struct worker *w = m->w;
    struct row row = { .n = SIMT_WARP, .mask = ALL_LANES, .could = ALL_LANES };

    for (; r < end; r++) {
        row.pc = w->log_pc[r][0];
        row.rec = w->log_addr[r];
        if (!all_equal(w->log_pc[r], row.pc) || !all_alike(row.rec))
            break;
        count_row(w, m->p, &row);
    }
    return r;
}

/* The same for some of the lanes. */
static uint32_t merge_some(struct merge *m, simt_mask lanes, uint32_t r, uint32_t end)
{
    struct worker *w = m->w;
    uint64_t words[SIMT_WARP];
    unsigned first = CTZ(lanes), n = POPCOUNT(lanes);
    int prefix = !(lanes & (lanes + 1));
    struct row row = { .n = n, .mask = lanes, .could = lanes | m->p->live };

    for (; r < end; r++) {
        const uint32_t *pcs = w->log_pc[r];
        const uint64_t *from = w->log_addr[r];
        uint64_t differ = 0;
        uint32_t other = 0;
        row.pc = pcs[first];
        if (prefix) {
            for (unsigned l = 0; l < n; l++) {
                other |= pcs[l] ^ row.pc;
                differ |= from[l] ^ from[0];
            }
            row.rec = from;
        } else {
            unsigned k = 0;
            for (simt_mask q = lanes; q; q &= q - 1) {
                unsigned l = CTZ(q);
                other |= pcs[l] ^ row.pc;
                words[k++] = from[l];
                differ |= from[l] ^ from[first];
            }
            row.rec = words;
        }
        if (other || differ >> 48)
            break;
        count_row(w, m->p, &row);
    }
    return r;
}

static inline void load_key(struct merge *m, unsigned l)
{
    uint32_t r = m->at[l];

    m->key[l] = r < m->end[l] ? key_of(m->w->log_addr[r][l], m->w->log_pc[r][l]) : KEY_NONE;
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

/* Lanes that do not agree: one instruction after another, by the least key. Returns when all lanes of `have`
 * stand at one row again (it is where they go on together), or ~0u when there is nothing more to do. */
static uint32_t merge_apart(struct merge *m, simt_mask have)
{
    struct worker *w = m->w;
    uint64_t words[SIMT_WARP];
    simt_mask out = 0; /* lanes whose log has ended */

    for (simt_mask q = have; q; q &= q - 1) {
        load_key(m, CTZ(q));
        if (m->key[CTZ(q)] == KEY_NONE)
            out |= (simt_mask)1 << CTZ(q);
    }
    for (;;) {
        int64_t least;
        simt_mask now;
        struct row row;
        uint32_t r0, same = 0;
        unsigned k = 0;

        if (m->more & out)
            return ~0u;
        least = least_key(m->key);
        if (least == KEY_NONE)
            return ~0u;
        now = lanes_with(m->key, least);
        row = (struct row){ .rec = words, .n = POPCOUNT(now), .mask = now, .could = (have & ~out) | m->p->live };
        row.pc = (uint32_t)((uint64_t)least >> 8);
        r0 = m->at[CTZ(now)];
        for (simt_mask q = now; q; q &= q - 1) {
            unsigned l = CTZ(q);
            uint32_t r = m->at[l]++;
            words[k++] = w->log_addr[r][l];
            same |= r ^ r0;
            if (LIKELY(r + 1 < m->end[l])) {
                m->key[l] = key_of(w->log_addr[r + 1][l], w->log_pc[r + 1][l]);
            } else {
                m->key[l] = KEY_NONE;
                out |= (simt_mask)1 << l;
            }
        }
        count_row(w, m->p, &row);
        if (now == have && !same && !out)
            return r0 + 1;
    }
}

/* What was not consumed moves to the front of its column. */
static void keep_rest(struct merge *m, struct fiber *f, simt_mask have)
{
    struct worker *w = m->w;

    for (simt_mask q = have; q; q &= q - 1) {
        unsigned l = CTZ(q);
        uint32_t done = m->at[l], left = m->end[l] - done;
        w->counts->records += done;
        if (done)
            for (uint32_t i = 0; i < left; i++) {
                w->log_addr[i][l] = w->log_addr[done + i][l];
                w->log_pc[i][l] = w->log_pc[done + i][l];
            }
        f[l].nlog = left;
    }
}

void trace_merge(struct worker *w, struct warp *p, int final)
{
    struct fiber *f = w->fiber + p->id * SIMT_WARP;
    struct merge m = { .w = w, .p = p };
    unsigned lanes = (unsigned)(w->nthreads - p->id * SIMT_WARP);
    simt_mask have = 0;
    uint32_t shortest = UINT32_MAX, r = 0;

    if (!w->tracing)
        return;
    if (lanes > SIMT_WARP)
        lanes = SIMT_WARP;
    for (unsigned l = 0; l < SIMT_WARP; l++) {
        m.key[l] = KEY_NONE;
        if (l >= lanes)
            continue;
        m.end[l] = f[l].nlog;
        if (m.end[l]) {
            have |= (simt_mask)1 << l;
            shortest = m.end[l] < shortest ? m.end[l] : shortest;
        }
        if (!final && (f[l].state == LANE_FULL || f[l].state == LANE_READY || f[l].state == LANE_NEW))
            m.more |= (simt_mask)1 << l;
    }
    if (!have || (m.more & ~have))
        return;
    do {
        r = have == ALL_LANES ? merge_full(&m, r, shortest) : merge_some(&m, have, r, shortest);
        for (simt_mask q = have; q; q &= q - 1)
            m.at[CTZ(q)] = r;
        r = merge_apart(&m, have);
    } while (r != ~0u);
    keep_rest(&m, f, have);
    global_merged(w);
}
