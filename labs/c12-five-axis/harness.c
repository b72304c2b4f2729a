/*
 * harness.c: calls the learner's functions on rows of figures. A row of `rows` is one scenario:
 * an op, a grid, a machine and a risk, in the order below. A row of `plans` is what a plan says of
 * room, lost and time[0..4].
 */
#include <ridge/frame.h>

#include "lab.h"

#include <string.h>

enum { ROW = 31, PLAN = 16, READ = 7 };

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

struct scenario {
    struct op op;
    struct grid grid;
    struct hw hw;
    struct risk risk;
};

static struct scenario scenario(const double *r)
{
    return (struct scenario){
        .op = { r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], (int)r[9], (int)r[10],
                (int)r[11], (int)r[12], (int)r[13] },
        .grid = { (int)r[14], (int)r[15], (int)r[16], (int)r[17], (int)r[18] },
        .hw = { r[19], (int)r[20], { r[21], r[22], r[23], r[24] }, r[25], (int)r[26] },
        .risk = { r[27], r[28], r[29], r[30] },
    };
}

/* rows | ridge [R][TIERS] */
HARNESS(crossover)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++) {
        struct scenario s = scenario(r + k * ROW);
        for (int t = 0; t < TIERS; t++)
            out[k * TIERS + (uint64_t)t] = crossover(&s.hw, (enum tier)t);
    }
}

/* rows | held [R][2]: devices, resident */
HARNESS(resident)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++) {
        struct scenario s = scenario(r + k * ROW);
        out[2 * k] = (double)devices(&s.grid);
        out[2 * k + 1] = resident(&s.op, &s.grid);
    }
}

/* rows | bytes [R][TIERS] */
HARNESS(moved)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++) {
        struct scenario s = scenario(r + k * ROW);
        moved(&s.op, &s.grid, &s.hw, out + k * TIERS);
    }
}

/* rows | losses [R][2]: interval, loss. The number of devices is that of a right devices(). */
HARNESS(loss)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++) {
        struct scenario s = scenario(r + k * ROW);
        int64_t n = (int64_t)s.grid.dp * s.grid.tp * s.grid.pp * s.grid.cp;
        out[2 * k + 1] = loss(&s.risk, n, &out[2 * k]);
    }
}

/* rows | made [R][PLAN] */
HARNESS(cost5)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, out += PLAN) {
        struct scenario s = scenario(r + k * ROW);
        struct plan p = cost5(&s.op, &s.grid, &s.hw, &s.risk);
        const double head[] = { p.devices, p.flops, p.intensity, p.room, p.step, p.interval, p.lost };
        memcpy(out, head, sizeof head);
        memcpy(out + 7, p.bytes, sizeof p.bytes);
        memcpy(out + 11, p.time, sizeof p.time);
    }
}

/* plans [R][READ] | binds */
HARNESS(which_axis_binds)
{
    const double *r = f->buf[0];
    int32_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / READ; k++, r += READ) {
        struct plan p = { .room = r[0], .lost = r[1] };
        for (int t = 0; t <= TIERS; t++)
            p.time[t] = r[2 + t];
        out[k] = (int32_t)which_axis_binds(&p);
    }
}
