/*
 * harness.c: lays wafers out for the learner's functions, and has each program made twice. It judges nothing: oracle.c
 * floods, places and runs the programs on a wafer of its own.
 */
#include <ridge/frame.h>

#include "lab.h"

#include <string.h>

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

enum { WAFER = 2 + WM_PES, PLACE = 3 + WM_SIDE + WM_PES, SENDS = 2 * WM_SIDE };

static void unpack(const int32_t *row, wm_wafer_t *w)
{
    w->H = row[0], w->W = row[1];
    for (int p = 0; p < WM_PES; p++)
        w->dead[p] = (uint8_t)row[2 + p];
}

/* P, Q, rows, columns; behind what is used stands what nobody may look at. */
static void unplace(const int32_t *row, wm_place_t *at)
{
    at->P = row[1], at->Q = row[2];
    for (int i = 0; i < WM_SIDE; i++)
        at->row[i] = row[3 + i];
    for (int k = 0; k < WM_PES; k++)
        at->col[k / WM_SIDE][k % WM_SIDE] = row[3 + WM_SIDE + k];
}

/* wafers [R][WAFER], starts [R][2] = PE, side, routes [R][PES][2] = rx, tx | floods [R][1 + PES] */
HARNESS(flood)
{
    const int32_t *row = f->buf[0], *start = f->buf[1];
    const uint8_t *routes = f->buf[2];
    int32_t *out = f->buf[3];
    for (uint64_t r = 0; r < f->count[1] / 2; r++, row += WAFER, routes += 2 * WM_PES, start += 2, out += 1 + WM_PES) {
        static wm_wafer_t w;
        static wm_route_t route[WM_PES];
        static int at[WM_PES];
        unpack(row, &w);
        for (int p = 0; p < WM_PES; p++)
            route[p] = (wm_route_t){ routes[2 * p], routes[2 * p + 1] }, at[p] = 0x5555;
        out[0] = wm_flood(&w, route, start[0], start[1], at);
        for (int p = 0; p < WM_PES; p++)
            out[1 + p] = p < w.H * w.W ? at[p] : 0;
    }
}

/* wafers, meshes [R][2] = P, Q | placed [R][PLACE] */
HARNESS(place)
{
    const int32_t *row = f->buf[0], *mesh = f->buf[1];
    int32_t *out = f->buf[2];
    for (uint64_t r = 0; r < f->count[1] / 2; r++, row += WAFER, mesh += 2, out += PLACE) {
        static wm_wafer_t w;
        static wm_place_t at;
        unpack(row, &w);
        memset(&at, 0x55, sizeof at);
        out[0] = wm_place(&w, mesh[0], mesh[1], &at);
        memset(out + 1, 0, (PLACE - 1) * sizeof *out);
        for (int i = 0; out[0] && i < mesh[0]; i++) {
            out[1] = at.P, out[2] = at.Q, out[3 + i] = at.row[i];
            for (int j = 0; j < mesh[1]; j++)
                out[3 + WM_SIDE + i * WM_SIDE + j] = at.col[i][j];
        }
    }
}

/* sends [R][1 + 2 SENDS] = n; from, to | colored [R][1 + SENDS] */
HARNESS(colors)
{
    const int32_t *row = f->buf[0];
    int32_t *out = f->buf[1];
    for (uint64_t r = 0; r < f->count[1] / (1 + SENDS); r++, row += 1 + 2 * SENDS, out += 1 + SENDS) {
        wm_send_t send[SENDS];
        int color[SENDS];
        for (int k = 0; k < SENDS; k++)
            send[k] = (wm_send_t){ row[1 + 2 * k], row[2 + 2 * k] }, color[k] = -1;
        out[0] = wm_colors(row[0], send, color);
        for (int k = 0; k < SENDS; k++)
            out[1 + k] = k < row[0] ? color[k] : 0;
    }
}

/* wafers, for oracle.c alone, places [R][PLACE], sizes [R][3] = m, n, root | clocks [R] */
HARNESS(cycles)
{
    const int32_t *row = f->buf[1], *size = f->buf[2];
    int64_t *out = f->buf[3];
    for (uint64_t r = 0; r < f->count[3]; r++, row += PLACE, size += 3) {
        static wm_place_t at;
        unplace(row, &at);
        out[r] = wm_cycles(&at, size[0], size[1], size[2]);
    }
}

/* wafers, places, sizes | plans [R][2][sizeof(wm_plan_t)]: two of each, the second after all others */
HARNESS(program)
{
    const int32_t *row = f->buf[0], *place = f->buf[1], *size = f->buf[2];
    uint8_t *out = f->buf[3];
    uint64_t R = f->count[2] / 3;
    for (int again = 0; again < 2; again++)
        for (uint64_t r = 0; r < R; r++) {
            static wm_wafer_t w;
            static wm_place_t at;
            static wm_plan_t plan;
            unpack(row + r * WAFER, &w);
            unplace(place + r * PLACE, &at);
            memset(&plan, again ? 0x11 : 0x55, sizeof plan);
            wm_program(&w, &at, size[3 * r], size[3 * r + 1], &plan);
            memcpy(out + (2 * r + (uint64_t)again) * sizeof plan, &plan, sizeof plan);
        }
}
