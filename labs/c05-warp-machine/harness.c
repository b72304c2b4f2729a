/*
 * harness.c: lays cases out for the learner's functions, and writes down each instruction that his machine issues. It
 * judges nothing: oracle.c runs a machine of its own.
 */
#include <ridge/frame.h>

#include "lab.h"

#include <string.h>

#define HARNESS(name)                                                                                                  \
    void ridge_call_##name(const struct ridge_frame *f);                                                               \
    void ridge_call_##name(const struct ridge_frame *f)

enum { WORDS = sizeof(wm_ins_t) / sizeof(int32_t) };

/* Instructions of code[WM_CODE][WORDS]; an operation of -1 is behind the last. */
static int unpack(const int32_t *row, wm_ins_t *code)
{
    int n = 0;
    for (; n < WM_CODE && row[0] >= 0; n++, row += WORDS)
        code[n] = (wm_ins_t){ row[0], row[1], row[2], row[3], row[4] };
    return n;
}

/* graphs [R][WM_CODE][WORDS] | joins [R][WM_CODE] */
HARNESS(joins)
{
    const int32_t *graph = f->buf[0];
    int32_t *out = f->buf[1];
    for (uint64_t r = 0; r < f->count[1] / WM_CODE; r++, graph += WM_CODE * WORDS, out += WM_CODE) {
        wm_ins_t code[WM_CODE];
        int join[WM_CODE], n = unpack(graph, code);
        memset(join, 0x55, sizeof join);
        wm_joins(code, n, join);
        for (int k = 0; k < WM_CODE; k++)
            out[k] = join[k];
    }
}

/* requests [R][2 + WM_LANES] = mask, bytes, addresses | pieces [R] */
HARNESS(pieces)
{
    const uint32_t *r = f->buf[0];
    int32_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[1]; k++, r += 2 + WM_LANES)
        out[k] = wm_pieces(r[0], r + 2, r[1]);
}

/* requests as above | waves [R] */
HARNESS(waves)
{
    const uint32_t *r = f->buf[0];
    int32_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[1]; k++, r += 2 + WM_LANES)
        out[k] = wm_waves(r[0], r + 2);
}

/* turns [R][3 + WM_WARPS] = policy, warps, last, can | picks [R] */
HARNESS(pick)
{
    const int32_t *r = f->buf[0];
    int32_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[1]; k++, r += 3 + WM_WARPS) {
        uint8_t can[WM_WARPS];
        for (int w = 0; w < WM_WARPS; w++)
            can[w] = (uint8_t)r[3 + w];
        out[k] = wm_pick(r[0], r[1], can, r[2]);
    }
}

/* ------------------------------------------------------------------------------------------------------ the machine */

static struct {
    int32_t *row;
    int64_t rows, n;
} trace;

void wm_issued(int64_t cycle, int warp, int pc, uint32_t mask)
{
    if (trace.n < trace.rows) {
        int32_t *row = trace.row + 4 * trace.n;
        row[0] = (int32_t)cycle, row[1] = warp, row[2] = pc, row[3] = (int32_t)mask;
    }
    trace.n++;
}

/* threads policy paths lat_alu lat_shared lat_global cap shared_words | code, memory, global, shared, trace [rows][4],
 * counts [13], end [2] = fault, instructions told */
HARNESS(run)
{
    wm_ins_t code[WM_CODE];
    wm_count_t count;
    int64_t *end = f->buf[6];
    wm_cfg_t cfg = { (int)f->i[0],
                     (int)f->i[1],
                     (int)f->i[2],
                     (int)f->i[3],
                     (int)f->i[4],
                     (int)f->i[5],
                     f->i[6],
                     (uint32_t)f->count[2] * 4,
                     (uint32_t)f->i[7] * 4 };
    trace.row = f->buf[4], trace.rows = (int64_t)f->count[4] / 4, trace.n = 0;
    memcpy(f->buf[2], f->buf[1], f->count[2] * 4);
    memset(f->buf[3], 0, f->count[3] * 4);
    memset(f->buf[4], 0, f->count[4] * 4);
    memset(&count, 0x55, sizeof count);
    end[0] = wm_run(&cfg, code, unpack(f->buf[0], code), f->buf[2], f->buf[3], &count);
    end[1] = trace.n;
    memcpy(f->buf[5], &count, sizeof count);
}
