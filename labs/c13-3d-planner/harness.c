/*
 * harness.c: calls the learner's functions on rows of figures. A row is a model, a cluster, a job and a plan, in the
 * order below. It judges nothing.
 */
#include <ridge/frame.h>

#include "lab.h"

#include <string.h>

enum { ROW = 36 };

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

static struct job job(const double *r)
{
    return (struct job){
        .m = { (int64_t)r[0], (int64_t)r[1], (int64_t)r[2], (int64_t)r[3], (int64_t)r[4], (int64_t)r[5], r[6], r[7],
               r[8], r[9], r[10], r[11], r[12], r[13], r[14] },
        .c = { (int64_t)r[15], (int64_t)r[16], r[17], r[18], r[19], r[20], r[21], r[22], r[23], r[24] },
        .seq = (int64_t)r[25], .batch = (int64_t)r[26],
    };
}

static struct plan plan(const double *r)
{
    return (struct plan){ (int64_t)r[27], (int64_t)r[28], (int64_t)r[29], (int64_t)r[30], (int64_t)r[31],
                          (int64_t)r[32], (int64_t)r[33], (int64_t)r[34], (int64_t)r[35] };
}

/* rows | sizes [R][3]: params, active, forward */
HARNESS(sizes)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW, out += 3) {
        struct job j = job(r);
        out[0] = params(&j.m), out[1] = active(&j.m), out[2] = forward(&j.m, j.seq);
    }
}

/* rows | faults [R] */
HARNESS(fault)
{
    const double *r = f->buf[0];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW) {
        struct job j = job(r);
        struct plan p = plan(r);
        ((int32_t *)f->buf[1])[k] = fault(&j, &p);
    }
}

/* rows | held [R][4] */
HARNESS(memory)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW, out += 4) {
        struct job j = job(r);
        struct plan p = plan(r);
        struct held h = { -1, -1, -1, -1 };
        memory(&j, &p, &h);
        out[0] = h.weights, out[1] = h.grads, out[2] = h.optimizer, out[3] = h.acts;
    }
}

/* rows | seconds [R][10] */
HARNESS(times)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW, out += 10) {
        struct job j = job(r);
        struct plan p = plan(r);
        struct times t = { -1, -1, -1, -1, -1, -1, -1, -1, -1, -1 };
        times(&j, &p, &t);
        memcpy(out, (double[]){ t.compute, t.tp, t.cp, t.ep, t.pp, t.fsdp, t.micro, t.idle, t.dp, t.step },
               10 * sizeof *out);
    }
}

static void found(const struct job *j, int64_t *out)
{
    struct plan p = { 0 };
    out[0] = best(j, &p);
    memcpy(out + 1, (int64_t[]){ p.dp, p.tp, p.pp, p.cp, p.ep, p.micro, p.chunks, p.zero, p.recompute },
           9 * sizeof *out);
}

/* rows | found [R][10]: best()'s result, and the plan */
HARNESS(best)
{
    const double *r = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW, out += 10) {
        struct job j = job(r);
        found(&j, out);
    }
}

/* passes | rows | told [R]: reported() of the row's plan; found [R][10] */
HARNESS(published)
{
    const double *r = f->buf[0];
    int64_t *out = f->buf[2];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW, out += 10) {
        struct job j = job(r);
        struct plan p = plan(r);
        ((double *)f->buf[1])[k] = reported(&j, &p, (int)f->i[0]);
        found(&j, out);
    }
}
