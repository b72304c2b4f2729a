/*
 * fakes: an attack on the lab, not on the host. The reference's right outputs are spoiled the way a lazy
 * or clever submission would spoil them, and the lab's own verifier must refuse each of them somewhere.
 */
#define _GNU_SOURCE
#include "phases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "case_run.h"
#include "data.h"
#include "emitted.h"
#include "width.h"

struct view {
    struct case_memory *b;
    size_t k;               /* the output buffer */
    const struct case_memory *before; /* the case that ran just before, for stale results */
    const void *in;
};

static size_t count_of(const struct view *v)
{
    return v->b->buf[v->k].count;
}

static double get(const struct view *v, size_t i)
{
    return data_get(v->b->buf[v->k].decl->dtype, v->b->buf[v->k].snapshot, i);
}

static void put(struct view *v, size_t i, double x)
{
    data_put(v->b->buf[v->k].decl->dtype, v->b->buf[v->k].snapshot, i, x);
}

static void zeros(struct view *v)
{
    memset(v->b->buf[v->k].snapshot, 0, v->b->buf[v->k].bytes);
}

static void nothing(struct view *v)
{
    data_poison(v->b->buf[v->k].decl->dtype, v->b->buf[v->k].snapshot, count_of(v));
}

static void input_copy(struct view *v, size_t nth)
{
    for (size_t k = 0; k < v->b->nbuf; k++) {
        if (v->b->buf[k].writable || nth--)
            continue;
        const char *src = (const char *)v->in + v->b->buf[k].offset;
        for (size_t i = 0; i < count_of(v) && v->b->buf[k].count; i++)
            put(v, i, data_get(v->b->buf[k].decl->dtype, src, i % v->b->buf[k].count));
        return;
    }
}

static void input_0(struct view *v)
{
    input_copy(v, 0);
}

static void input_1(struct view *v)
{
    input_copy(v, 1);
}

static void input_2(struct view *v)
{
    input_copy(v, 2);
}

static void previous(struct view *v)
{
    const struct case_memory *p = v->before;
    if (!p || p->nbuf <= v->k || !p->buf[v->k].writable || !p->buf[v->k].bytes)
        return;
    unsigned char *to = v->b->buf[v->k].snapshot;
    const unsigned char *from = p->buf[v->k].snapshot;
    for (size_t i = 0; i < v->b->buf[v->k].bytes; i++)
        to[i] = from[i % p->buf[v->k].bytes];
}

static void first_half(struct view *v)
{
    for (size_t i = count_of(v) / 2; i < count_of(v); i++)
        put(v, i, 0);
}

static void last_wrong(struct view *v)
{
    if (count_of(v))
        put(v, count_of(v) - 1, get(v, count_of(v) - 1) * 1.5 + 1);
}

static void mean(struct view *v)
{
    double s = 0;
    for (size_t i = 0; i < count_of(v); i++)
        s += get(v, i);
    for (size_t i = 0; i < count_of(v); i++)
        put(v, i, s / (double)count_of(v));
}

static void half_precision(struct view *v)
{
    for (size_t i = 0; i < count_of(v); i++)
        put(v, i, (double)data_f16_to_f32(data_f32_to_f16((float)get(v, i))));
}

static void sign_flip(struct view *v)
{
    for (size_t i = 0; i < count_of(v); i++)
        put(v, i, -get(v, i));
}

static void permuted(struct view *v)
{
    size_t n = count_of(v), size = data_size(v->b->buf[v->k].decl->dtype);
    char *p = v->b->buf[v->k].snapshot, t[8];
    for (size_t i = 0; i < n / 2; i++) {
        memcpy(t, p + i * size, size);
        memcpy(p + i * size, p + (n - 1 - i) * size, size);
        memcpy(p + (n - 1 - i) * size, t, size);
    }
}

static const struct fake {
    const char *name;
    void (*apply)(struct view *v);
} fakes[] = {
    { "zeros", zeros },          { "nothing-written", nothing }, { "copy-of-input-1", input_0 },
    { "copy-of-input-2", input_1 }, { "copy-of-input-3", input_2 }, { "previous-output", previous },
    { "first-half-right", first_half }, { "last-element-wrong", last_wrong }, { "constant-mean", mean },
    { "fp16-round-trip", half_precision }, { "sign-flip", sign_flip }, { "permuted-rows", permuted },
};
enum { FAKES = sizeof fakes / sizeof fakes[0] };

struct tally {
    int tried, rejected;
    char by[96];
};

/* Spoil the outputs, ask the verifier, put them back. */
static int try_fake(struct job *j, struct view *v, const struct fake *f, struct tally *t, struct err *e)
{
    struct case_memory *b = v->b;
    void *keep[PROTO_BUFS] = { 0 };
    int changed = 0, rc = 0;
    for (size_t k = 0; k < b->nbuf; k++) {
        if (!b->buf[k].writable || !b->buf[k].bytes)
            continue;
        if (!(keep[k] = malloc(b->buf[k].bytes))) {
            rc = err_set(e, "There is no memory left.");
            break;
        }
        memcpy(keep[k], b->buf[k].snapshot, b->buf[k].bytes);
        v->k = k;
        f->apply(v);
        changed |= memcmp(keep[k], b->buf[k].snapshot, b->buf[k].bytes) != 0;
    }
    if (changed && !rc) {
        struct verify_result r;
        rc = verify_case(j->oracle, b->run, &b->rc, 0, &r, e);
        t->tried++;
        if (!rc && !r.pass && !t->rejected++)
            snprintf(t->by, sizeof t->by, "%s/%s", b->call_name, b->case_id);
    }
    for (size_t k = 0; k < b->nbuf; k++) {
        if (keep[k])
            memcpy(b->buf[k].snapshot, keep[k], b->buf[k].bytes);
        free(keep[k]);
    }
    return rc;
}

static int run_one(struct job *j, struct case_set *s, size_t k, struct proc *p, struct tally tally[FAKES],
                   struct err *e)
{
    struct case_end end;
    struct case_memory *b = &s->b[k];
    struct case_run run = { .p = p, .limit_s = j->lab.wall_s, .seed = job_case_seed(j, b->run), .unverified = 1 };
    if (case_run(j, b, &run, &end, e))
        return -1;
    if (end.how != CASE_RIGHT)
        return err_set(e, "The reference failed: %s", end.how == CASE_BROKE ? proc_why(p) : end.text);
    struct view v = { .b = b, .in = proc_in(p) };
    for (size_t q = k; q-- > 0;)
        if (s->b[q].call == b->call) {
            v.before = &s->b[q];
            break;
        }
    for (int f = 0; f < FAKES; f++)
        if (!tally[f].rejected && try_fake(j, &v, &fakes[f], &tally[f], e)) /* one refusal is all that is asked */
            return -1;
    return 0;
}

/* What the reference emits for this case, in a child of its own. */
static int run_emitted(struct job *j, struct case_set *s, size_t k, struct tally tally[FAKES], struct err *e)
{
    char *so, msg[512];
    struct proc *p = NULL;
    enum proc_state why;
    int rc = emitted_build(j, j->object, &s->b[k], BUILD_PLAIN, &so, msg, sizeof msg, e);
    if (!rc)
        err_set(e, "The reference's own code: %s", msg);
    struct child c = child_of(j, &s->b[k], so);
    rc = rc <= 0 || child_start(j, &c, &p, &why, e) || run_one(j, s, k, p, tally, e) ? -1 : 0;
    proc_finish(p);
    free(so);
    return rc;
}

static int run_all(struct job *j, struct case_set *s, struct proc *p, struct tally tally[FAKES], struct err *e)
{
    int rc = 0;
    for (size_t k = 0; k < s->n && !rc; k++)
        if (!width_differs(j, s->b[k].of)) /* whoever refuses a fake is the same for both */
            rc = s->b[k].call->emitted ? run_emitted(j, s, k, tally, e) : run_one(j, s, k, p, tally, e);
    return rc;
}

int phase_fakes(struct job *j, struct err *e)
{
    struct case_set s = { 0 };
    struct proc *p = NULL;
    struct tally tally[FAKES] = { { 0 } };
    enum proc_state why = PROC_OURS;
    int rc = case_set_make(j, NULL, &s, e);
    if (!rc && s.n)
        rc = child_start(j, &(struct child){ .on = j->on, .object = j->object, .mode = j->on->mode,
                                             .in_size = s.in_size, .out_size = s.out_size },
                         &p, &why, e);
    if (rc && why == PROC_NO_GPU) {
        job_skip(j, "fakes", e->text);
        rc = 0;
    } else if (!rc && s.n) {
        rc = run_all(j, &s, p, tally, e);
    }
    json_t *list = job_list(j, "fakes");
    for (int f = 0; f < FAKES && !rc && p; f++)
        json_array_append_new(list, json_pack("{s:s s:i s:b s:s}", "name", fakes[f].name, "tried",
                                              tally[f].tried, "rejected", tally[f].rejected > 0, "by",
                                              tally[f].by));
    proc_finish(p);
    case_set_finish(&s);
    return rc;
}
