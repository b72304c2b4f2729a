/*
 * harness.c: runs the learner's clock on registers that are given, holds the array that his schedule drives, and asks
 * his figures. It judges nothing: each clock of that array is written down with all that was on its wires, and
 * oracle.c, which has an array of its own, goes through it again.
 */
#include <ridge/frame.h>

#include "lab.h"

#include <setjmp.h>
#include <string.h>

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* P steps | cells [P*P][3] = w shadow x, tags [P*P], sums [P*P], wires [steps][2P] = x, w, wtags [steps][P],
 * rows [steps], after [steps][P*P][5] = w shadow x tag sum */
HARNESS(step)
{
    int P = (int)f->i[0], steps = (int)f->i[1];
    const int8_t *cells = f->buf[0], *wires = f->buf[3];
    const uint8_t *tags = f->buf[1], *wtags = f->buf[4];
    const int32_t *sums = f->buf[2], *rows = f->buf[5];
    int32_t *after = f->buf[6];
    sa_cell_t cell[SA_MAX * SA_MAX];
    for (int k = 0; k < P * P; k++)
        cell[k] = (sa_cell_t){ cells[3 * k], cells[3 * k + 1], cells[3 * k + 2], tags[k], sums[k] };
    for (int s = 0; s < steps; s++) {
        sa_in_t in = { .row = rows[s] };
        memcpy(in.x, wires + 2 * P * s, (size_t)P);
        memcpy(in.w, wires + 2 * P * s + P, (size_t)P);
        memcpy(in.tag, wtags + P * s, (size_t)P);
        sa_step(P, cell, &in);
        for (int k = 0; k < P * P; k++, after += 5) {
            after[0] = cell[k].w, after[1] = cell[k].shadow, after[2] = cell[k].x;
            after[3] = cell[k].tag, after[4] = cell[k].sum;
        }
    }
}

/* ------------------------------------------------------------------------------------------------- the given array */

struct cell {
    int8_t w, shadow, x;
    uint8_t tag, fresh; /* fresh: the shadow was written and has not been taken */
    int32_t sum;
};

enum { RUNS, NO_SHADOW, OVERWRITES, NO_SUCH_ROW, TOO_LONG }; /* oracle.c has the same list */

struct sa_hw {
    int P, fault;
    int64_t clocks, cap;
    int8_t *log;
    jmp_buf over; /* where a fault leads: whoever waits for sums would wait for ever */
    struct cell cell[SA_MAX * SA_MAX];
};

int sa_side(const sa_hw_t *hw)
{
    return hw->P;
}

static void note(sa_hw_t *hw, const sa_in_t *in)
{
    size_t P = (size_t)hw->P;
    int8_t *at = hw->log + hw->clocks++ * (3 * hw->P + 1);
    at[0] = (int8_t)in->row;
    memcpy(at + 1, in->x, P);
    memcpy(at + 1 + P, in->tag, P);
    memcpy(at + 1 + 2 * P, in->w, P);
}

static void move(sa_hw_t *hw, const sa_in_t *in, int r, int c)
{
    struct cell *at = &hw->cell[r * hw->P + c];
    int32_t above = r ? at[-hw->P].sum : 0;
    at->x = c ? at[-1].x : in->x[r];
    at->tag = c ? at[-1].tag : in->tag[r];
    if (at->tag & SA_SWAP) {
        hw->fault = at->fresh ? hw->fault : NO_SHADOW;
        at->w = at->shadow;
        at->fresh = 0;
    }
    at->sum = above + (at->tag & SA_ON ? at->w * at->x : 0);
    if (in->row != r)
        return;
    hw->fault = at->fresh ? OVERWRITES : hw->fault;
    at->shadow = in->w[c];
    at->fresh = 1;
}

void sa_clock(sa_hw_t *hw, const sa_in_t *in, sa_out_t *out)
{
    memset(out, 0, sizeof *out);
    if (hw->clocks == hw->cap || in->row < -1 || in->row >= hw->P) {
        hw->fault = hw->clocks == hw->cap ? TOO_LONG : NO_SUCH_ROW;
        longjmp(hw->over, 1);
    }
    note(hw, in);
    for (int r = hw->P - 1; r >= 0; r--)
        for (int c = hw->P - 1; c >= 0; c--)
            move(hw, in, r, c);
    if (hw->fault)
        longjmp(hw->over, 1);
    for (int c = 0; c < hw->P; c++) {
        out->sum[c] = hw->cell[(hw->P - 1) * hw->P + c].sum;
        out->tag[c] = hw->cell[(hw->P - 1) * hw->P + c].tag;
    }
}

/* P M K N cap | A, W, C, log [cap][3P+1] = row, x, tag, w, end [2] = clocks, fault */
HARNESS(matmul)
{
    static sa_hw_t hw;
    int64_t *end = f->buf[4];
    memset(&hw, 0, sizeof hw);
    hw.P = (int)f->i[0], hw.cap = f->i[4], hw.log = f->buf[3];
    memset(f->buf[3], 0, (size_t)hw.cap * (size_t)(3 * hw.P + 1));
    if (!setjmp(hw.over))
        sa_matmul(&hw, (int)f->i[1], (int)f->i[2], (int)f->i[3], f->buf[0], f->buf[1], f->buf[2]);
    end[0] = hw.clocks;
    end[1] = hw.fault;
}

/* ------------------------------------------------------------------------------------------------------ the figures */

/* rows [R][4] = P M K N | clocks [R] */
HARNESS(cycles)
{
    const int64_t *r = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[1]; k++, r += 4)
        out[k] = sa_cycles(r[0], r[1], r[2], r[3]);
}

/* shapes [R][10] = rank, 4 extents, 4 of an order, elem_B | bytes [R] */
HARNESS(layout)
{
    const int64_t *r = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[1]; k++, r += 10) {
        int order[4] = { (int)r[5], (int)r[6], (int)r[7], (int)r[8] };
        out[k] = layout_bytes((int)r[0], r + 1, order, (int)r[9]);
    }
}

/* shapes as above | best [R][5] = bytes, order */
HARNESS(best)
{
    const int64_t *r = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[1] / 5; k++, r += 10, out += 5) {
        int order[4] = { -1, -1, -1, -1 };
        out[0] = layout_best((int)r[0], r + 1, (int)r[9], order);
        for (int d = 0; d < 4; d++)
            out[1 + d] = order[d];
    }
}

/* tori [R][5] = X Y bytes rate hop | clocks [R] */
HARNESS(torus)
{
    const int64_t *r = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[1]; k++, r += 5)
        out[k] = torus_allreduce(r[0], r[1], r[2], r[3], r[4]);
}
