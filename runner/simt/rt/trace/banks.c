/*
 * banks.c: wavefronts of a request to shared memory, which has 32 banks of 4 bytes. 8-byte lanes go in half warps,
 * 16-byte lanes in quarters, and each pass takes as many wavefronts as the fullest bank has distinct words.
 */
#include "count.h"

enum { BANKS = 32 };

/* The most distinct words in one bank, of lanes from..to-1 of `words` words each. */
static unsigned bank_pass(const struct lane_row *r, unsigned from, unsigned to, unsigned words)
{
    uint8_t n[BANKS] = { 0 };
    uint32_t held[BANKS][SIMT_WARP];
    unsigned worst = 1;

    for (unsigned i = from; i < to; i++)
        for (unsigned k = 0; k < words; k++) {
            uint32_t word = (uint32_t)(row_at(r, i) >> 2) + k, b = word % BANKS;
            unsigned j = 0;
            while (j < n[b] && held[b][j] != word)
                j++;
            if (j < n[b])
                continue;
            held[b][n[b]++] = word;
            worst = n[b] > worst ? n[b] : worst;
        }
    return worst;
}

/* The same for n lanes that step by `stride` bytes: units of the pass's width, which repeat their banks. */
static unsigned bank_linear(unsigned n, uint64_t stride, unsigned lg)
{
    unsigned units = lg < 2 ? BANKS : BANKS >> (lg - 2), width = lg < 2 ? 4 : 1u << lg;
    uint64_t k = stride / width % units;
    unsigned period = k ? units >> __builtin_ctzll(k) : 1;

    return stride ? (n + period - 1) / period : 1;
}

/* Whether every lane from..to-1 has the address of the lane that differs from it in `bit` of its number, where both are
 * active: then the passes of these lanes are one. */
static int twins(const uint64_t *at, simt_mask mask, unsigned from, unsigned to, unsigned bit)
{
    for (unsigned l = from; l < to; l++)
        if (mask >> l & 1 && mask >> (l ^ bit) & 1 && at[l] != at[l ^ bit])
            return 0;
    return 1;
}

/* Of 8 bytes the two halves of 32 lanes, and of 16 bytes the two quarters of each half, go together where neighbours
 * read the same: in an H200's counts a broadcast of 16 bytes takes 2 wavefronts. */
static unsigned lanes_together(const struct lane_row *r, unsigned from, unsigned lanes)
{
    uint64_t at[SIMT_WARP];
    unsigned i = 0;

    if (r->n == SIMT_WARP && r->runs == 1 && r->step[0])
        return lanes;
    for (simt_mask m = r->mask; m; m &= m - 1)
        at[CTZ(m)] = row_at(r, i++);
    return twins(at, r->mask, from, from + 2 * lanes, 1) || twins(at, r->mask, from, from + 2 * lanes, 2) ? 2 * lanes
                                                                                                        : lanes;
}

unsigned wavefronts(const struct lane_row *r, unsigned lg, unsigned *ideal)
{
    unsigned pass = lg <= 2 ? 32 : lg == 3 ? 16 : 8, words = lg <= 2 ? 1 : 1u << (lg - 2), waves = 0, at = 0, lanes;
    unsigned width = lg < 2 ? 4 : 1u << lg;
    uint64_t stride = (uint64_t)(r->step[0] < 0 ? -r->step[0] : r->step[0]);
    int even = r->runs == 1, closed = even && !((stride | r->base[0]) & (width - 1));

    *ideal = 0;
    for (unsigned from = 0; from < SIMT_WARP; from += lanes) {
        lanes = lg > 2 && !(from & (2 * pass - 1)) ? lanes_together(r, from, pass) : pass;
        simt_mask which = lanes == SIMT_WARP ? ALL_LANES : (((simt_mask)1 << lanes) - 1) << from;
        unsigned n = r->n == SIMT_WARP ? lanes : POPCOUNT(r->mask & which);
        if (!n)
            continue;
        ++*ideal;
        if (closed)
            waves += bank_linear(n, stride, lg);
        else if (even && lg < 2 && stride <= 4 && (r->hi - 1) / 4 - r->lo / 4 < BANKS)
            waves++;
        else
            waves += bank_pass(r, at, at + n, words);
        at += n;
    }
    return waves;
}
