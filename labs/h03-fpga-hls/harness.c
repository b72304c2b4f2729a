/*
 * harness.c: lays loops and networks out for the learner's functions, and is the DSP slice, which writes down what it
 * is given. It judges nothing: oracle.c does.
 */
#include <ridge/frame.h>

#include "lab.h"
#include "rows.h"

#include <setjmp.h>
#include <string.h>

#define HARNESS(name)                                                                                                  \
    void ridge_call_##name(const struct ridge_frame *f);                                                               \
    void ridge_call_##name(const struct ridge_frame *f)

/* loops, times [R]; unrolled [R][LOOP] */
HARNESS(unroll)
{
    const int32_t *row = f->buf[0], *times = f->buf[1];
    int32_t *to = f->buf[2];
    for (uint64_t r = 0; r < f->count[1]; r++, row += LOOP, to += LOOP) {
        df_loop_t l = loop_of(row), out;
        memset(&out, 0x55, sizeof out);
        df_unroll(&l, times[r], &out);
        pack(&out, to);
    }
}

/* loops; iis [R] */
HARNESS(ii)
{
    const int32_t *row = f->buf[0];
    int32_t *out = f->buf[1];
    for (uint64_t r = 0; r < f->count[1]; r++, row += LOOP) {
        df_loop_t l = loop_of(row);
        out[r] = df_ii(&l);
    }
}

/* loops; pipelines [R][2][1 + DF_OPS]: II and starts, from two runs, the second after all others */
HARNESS(schedule)
{
    const int32_t *row = f->buf[0];
    int32_t *out = f->buf[1];
    uint64_t R = f->count[1] / (2 * (1 + DF_OPS));
    for (int again = 0; again < 2; again++)
        for (uint64_t r = 0; r < R; r++) {
            df_loop_t l = loop_of(row + r * LOOP);
            int start[DF_OPS];
            int32_t *to = out + (2 * r + (uint64_t)again) * (1 + DF_OPS);
            memset(start, again ? 0x11 : 0x55, sizeof start);
            to[0] = df_schedule(&l, start);
            for (int v = 0; v < DF_OPS; v++)
                to[1 + v] = v < l.ops ? start[v] : -1;
        }
}

/* nets; runs [R][2 + 2 DF_PROCS + DF_FIFOS] = cycles, last, done, stalls, high */
HARNESS(run)
{
    const int32_t *row = f->buf[0];
    int64_t *out = f->buf[1];
    uint64_t R = f->count[0] / NET;
    for (uint64_t r = 0; r < R; r++, row += NET, out += 2 + 2 * DF_PROCS + DF_FIFOS) {
        df_net_t net;
        df_stat_t stat;
        net_of(row, &net);
        memset(&stat, 0x55, sizeof stat);
        out[0] = df_run(&net, &stat);
        out[1] = stat.last;
        memcpy(out + 2, stat.done, sizeof stat.done);
        memcpy(out + 2 + DF_PROCS, stat.stalls, sizeof stat.stalls);
        memcpy(out + 2 + 2 * DF_PROCS, stat.high, sizeof stat.high);
    }
}

/* nets; sizes [R][2][DF_FIFOS], from two runs */
HARNESS(fifos)
{
    const int32_t *row = f->buf[0];
    int32_t *out = f->buf[1];
    uint64_t R = f->count[0] / NET;
    for (int again = 0; again < 2; again++)
        for (uint64_t r = 0; r < R; r++) {
            df_net_t net;
            net_of(row + r * NET, &net);
            memset(net.size, again ? 0x11 : 0x55, sizeof net.size);
            df_fifos(&net);
            for (int k = 0; k < DF_FIFOS; k++)
                out[(2 * r + (uint64_t)again) * DF_FIFOS + (uint64_t)k] = k < net.fifos ? net.size[k] : -1;
        }
}

/* ---------------------------------------------------------------------------------------------------- the DSP slice */

struct df_dsp {
    int64_t calls, cap;
    int fault;
    int32_t *log;
    jmp_buf over;
};

enum { RUNS, WIDE_A, WIDE_B, WIDE_C, TOO_MANY }; /* oracle.c has the same list */

int64_t df_macc(df_dsp_t *dsp, int32_t a, int32_t b, int64_t c)
{
    int fault = a < -(1 << 26) || a >= 1 << 26 ? WIDE_A : b < -(1 << 17) || b >= 1 << 17 ? WIDE_B : RUNS;
    if (c < -(INT64_C(1) << 47) || c >= INT64_C(1) << 47)
        fault = WIDE_C;
    if (dsp->calls == dsp->cap)
        fault = TOO_MANY;
    if (fault) {
        dsp->fault = fault;
        longjmp(dsp->over, 1);
    }
    dsp->log[2 * dsp->calls] = a, dsp->log[2 * dsp->calls + 1] = b;
    dsp->calls++;
    uint64_t p = (uint64_t)((int64_t)a * b) + (uint64_t)c;
    return (int64_t)((p & ((UINT64_C(1) << 48) - 1)) ^ (UINT64_C(1) << 47)) - (INT64_C(1) << 47);
}

/* layers, cap | n [DF_LAYERS + 1], w, bias, mult, shift, x; y, log [cap][2] = a, b, end [2] = calls, fault */
HARNESS(mlp)
{
    static df_dsp_t dsp;
    int layers = (int)f->i[0], n[DF_LAYERS + 1], shift[DF_LAYERS];
    int64_t *end = f->buf[8];
    memset(&dsp, 0, sizeof dsp);
    dsp.cap = f->i[1], dsp.log = f->buf[7];
    part(n, f->buf[0], DF_LAYERS + 1);
    part(shift, f->buf[4], DF_LAYERS);
    if (!setjmp(dsp.over))
        df_mlp(&dsp, layers, n, f->buf[1], f->buf[2], f->buf[3], shift, f->buf[5], f->buf[6]);
    end[0] = dsp.calls;
    end[1] = dsp.fault;
}

/* ------------------------------------------------------------------------------------------------------- the costs */

/* foldings [R][4] = n_in n_out simd pe; costs [R][4] */
HARNESS(layer)
{
    const int32_t *row = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t r = 0; r < f->count[0] / 4; r++, row += 4, out += 4) {
        df_cost_t c = df_layer(row[0], row[1], row[2], row[3]);
        out[0] = c.dsp, out[1] = c.bram, out[2] = c.cycles, out[3] = c.interval;
    }
}

/* budgets [R][4 + DF_LAYERS + 1] = layers dsp bram interval n; fits [R][1 + 2 DF_LAYERS] = cycles simd pe */
HARNESS(fit)
{
    const int32_t *row = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t r = 0; r < f->count[0] / (5 + DF_LAYERS); r++, row += 5 + DF_LAYERS, out += 1 + 2 * DF_LAYERS) {
        int n[DF_LAYERS + 1], simd[DF_LAYERS], pe[DF_LAYERS];
        part(n, row + 4, DF_LAYERS + 1);
        for (int l = 0; l < DF_LAYERS; l++)
            simd[l] = pe[l] = -1;
        out[0] = df_fit(row[0], n, row[1], row[2], row[3], simd, pe);
        for (int l = 0; l < DF_LAYERS; l++)
            out[1 + l] = simd[l], out[1 + DF_LAYERS + l] = pe[l];
    }
}
