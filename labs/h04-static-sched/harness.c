/*
 * harness.c: lays problems out for the learner's functions, and has each problem scheduled twice. It judges nothing:
 * oracle.c replays the plans.
 */
#include <ridge/frame.h>

#include "lab.h"

#include <string.h>

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

enum { HEAD = 3 + 2 * SS_SLICES, WORDS = 2 + SS_STAGES };

/* A row: slices, streams, nodes, kind[32], lat[32], then 5 numbers a node. Returns the number of nodes. */
static int unpack(const int32_t *row, ss_chip_t *chip, ss_node_t *node)
{
    *chip = (ss_chip_t){ .slices = row[0], .streams = row[1] };
    for (int x = 0; x < SS_SLICES; x++)
        chip->kind[x] = row[3 + x], chip->lat[x] = row[3 + SS_SLICES + x];
    for (int v = 0; v < row[2]; v++) {
        const int32_t *w = row + HEAD + WORDS * v;
        node[v] = (ss_node_t){ { w[0], w[1] }, { w[2], w[3], w[4] } };
    }
    return row[2];
}

/* N | problems [R][HEAD + 5 N], plans [R][N][2] = cycle, place; results [R][4] = cycles, faults */
HARNESS(replay)
{
    int N = (int)f->i[0];
    const int32_t *row = f->buf[0], *given = f->buf[1];
    int64_t *out = f->buf[2];
    for (uint64_t r = 0; r < f->count[2] / 4; r++, row += HEAD + WORDS * N, given += 2 * N, out += 4) {
        static ss_plan_t plan;
        ss_chip_t chip;
        ss_node_t node[SS_NODES];
        int n = unpack(row, &chip, node);
        memset(&plan, 0x55, sizeof plan);
        for (int v = 0; v < n; v++)
            plan.cycle[v] = given[2 * v], plan.place[v] = given[2 * v + 1];
        out[1] = out[2] = out[3] = -1;
        out[0] = ss_replay(&chip, node, n, &plan, out + 1);
    }
}

/* N | problems; bounds [R] */
HARNESS(bound)
{
    int N = (int)f->i[0];
    const int32_t *row = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t r = 0; r < f->count[1]; r++, row += HEAD + WORDS * N) {
        ss_chip_t chip;
        ss_node_t node[SS_NODES];
        int n = unpack(row, &chip, node);
        out[r] = ss_bound(&chip, node, n);
    }
}

/* N | problems; made [R][2][N][2]: two plans of the same problem, the second after all others */
HARNESS(schedule)
{
    int N = (int)f->i[0];
    const int32_t *row = f->buf[0];
    int32_t *out = f->buf[1];
    uint64_t R = f->count[1] / (uint64_t)(4 * N);
    for (int again = 0; again < 2; again++)
        for (uint64_t r = 0; r < R; r++) {
            static ss_plan_t plan;
            ss_chip_t chip;
            ss_node_t node[SS_NODES];
            int n = unpack(row + r * (uint64_t)(HEAD + WORDS * N), &chip, node);
            int32_t *to = out + (2 * r + (uint64_t)again) * (uint64_t)(2 * N);
            memset(&plan, again ? 0x11 : 0x55, sizeof plan);
            ss_schedule(&chip, node, n, &plan);
            for (int v = 0; v < n; v++)
                to[2 * v] = plan.cycle[v], to[2 * v + 1] = plan.place[v];
        }
}
