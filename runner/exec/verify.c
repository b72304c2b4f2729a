#define _GNU_SOURCE
#include "verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "runner/base/figure.h"

struct lab_tol verify_tol(const json_t *t)
{
    const char *kind = json_string_value(json_object_get(t, "kind"));
    double eps = json_number_value(json_object_get(t, "eps"));
    if (!kind)
        return (struct lab_tol){ LAB_TOL_BAD, 0, 0, 0 };
    if (!strcmp(kind, "exact"))
        return (struct lab_tol){ LAB_TOL_EXACT, 0, 0, 0 };
    if (!strcmp(kind, "rel_l2"))
        return (struct lab_tol){ LAB_TOL_REL_L2, eps, 0, 0 };
    if (!strcmp(kind, "abs"))
        return (struct lab_tol){ LAB_TOL_ABS, eps, 0, 0 };
    if (!strcmp(kind, "rel"))
        return (struct lab_tol){ LAB_TOL_REL, eps, 0, 0 };
    if (strcmp(kind, "dot"))
        return (struct lab_tol){ LAB_TOL_BAD, 0, 0, 0 };
    const char *u = json_string_value(json_object_get(t, "u"));
    double k = json_number_value(json_object_get(t, "K"));
    struct lab_tol dot = { LAB_TOL_DOT, 8 * 0x1p-24 * sqrt(k < 1 ? 1 : k), 0, 0 };
    if (u && !strcmp(u, "f16"))
        dot.u_out = 0x1p-11, dot.least = 0x1p-25;
    else if (u && !strcmp(u, "bf16"))
        dot.u_out = 0x1p-8;
    return dot;
}

static int same_kind(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return isinf(a) && isinf(b) && signbit(a) == signbit(b);
}

static int agrees(const struct lab_tol *t, double got, double want, double scale)
{
    if (!isfinite(want) || !isfinite(got))
        return same_kind(got, want);
    double d = fabs(got - want);
    switch (t->kind) {
    case LAB_TOL_EXACT:
        return got == want;
    case LAB_TOL_DOT:
        return d <= t->a * scale + fmax(t->u_out * fabs(want), t->least);
    case LAB_TOL_ABS:
        return d <= t->a;
    case LAB_TOL_REL:
        return d <= t->a * fabs(want);
    case LAB_TOL_REL_L2: /* judged over the whole output */
        return 1;
    case LAB_TOL_BAD:
    case LAB_TOL_SCRATCH:
        break;
    }
    return 0;
}

struct compare {
    size_t *index, n;
    double *want, *scale;
};

static int positions(struct compare *c, size_t count, size_t sample)
{
    uint64_t seed; /* drawn here and shown to nobody */
    c->n = sample && sample < count ? sample : count;
    c->index = malloc((c->n + 1) * sizeof *c->index);
    c->want = malloc((c->n + 1) * sizeof *c->want);
    c->scale = calloc(c->n + 1, sizeof *c->scale);
    if (!c->index || !c->want || !c->scale || util_random(&seed, sizeof seed))
        return -1;
    for (size_t k = 0; k < c->n; k++)
        c->index[k] = c->n == count ? k : (size_t)(ridge_next(&seed) % count);
    return 0;
}

static void compare_free(struct compare *c)
{
    free(c->index);
    free(c->want);
    free(c->scale);
}

static void first_mismatch(struct verify_result *r, const struct ridge_buffer *b, const struct compare *c,
                           size_t k, double got)
{
    if (r->bad++)
        return;
    r->pass = 0;
    snprintf(r->out, sizeof r->out, "%.39s", b->name);
    r->index = c->index[k];
    r->expected = c->want[k];
    r->actual = got;
}

static void judge(struct verify_result *r, const struct ridge_buffer *b, const struct compare *c,
                  const struct lab_tol *t)
{
    double err2 = 0, norm2 = 0;
    size_t worst = 0;
    double worst_d = -1;
    for (size_t k = 0; k < c->n; k++) {
        double got = data_get(b->dtype, b->data, c->index[k]), want = c->want[k];
        if (!agrees(t, got, want, c->scale[k])) {
            first_mismatch(r, b, c, k, got);
        } else if (isfinite(want)) {
            double d = got - want;
            err2 += d * d;
            norm2 += want * want;
            if (fabs(d) > worst_d) {
                worst_d = fabs(d);
                worst = k;
            }
        }
    }
    r->total += c->n;
    if (t->kind == LAB_TOL_REL_L2 && !r->bad && !(sqrt(err2) <= t->a * sqrt(norm2)) && c->n)
        first_mismatch(r, b, c, worst, data_get(b->dtype, b->data, c->index[worst]));
}

static void explain(struct verify_result *r, const struct ridge_case *c)
{
    const struct ridge_buffer *b = ridge_buffer(c, r->out);
    if (!b)
        return;
    char got[FIGURE], want[FIGURE];
    r->untouched = data_is_poison(b->dtype, b->data, r->index);
    figure_results(r->actual, r->expected, got, want);
    snprintf(r->message, sizeof r->message, "mismatch: %s[%llu] is %s, expected %s (%llu of %llu elements differ)%s",
             r->out, (unsigned long long)r->index, got, want, (unsigned long long)r->bad, (unsigned long long)r->total,
             r->untouched ? "; that element was never written" : "");
}

static int oracle_compare(struct oracle *o, const struct lab_run *run, const struct ridge_case *c, size_t sample,
                          struct verify_result *r, struct err *e)
{
    for (size_t k = 0; k < run->call->nargs; k++) {
        const struct lab_arg *arg = &run->call->args[k];
        const struct lab_tol *tol = &run->args[k].tol;
        if (arg->role != LAB_OUTPUT && arg->role != LAB_INOUT)
            continue;
        if (tol->kind == LAB_TOL_SCRATCH)
            continue;
        const struct ridge_buffer *b = ridge_buffer(c, arg->name);
        struct compare cmp = { 0 };
        if (!b || tol->kind == LAB_TOL_BAD)
            return err_set(e, "Case %s: the output %s has no tolerance.", c->id, arg->name);
        int rc = positions(&cmp, b->count, sample)
                     ? err_set(e, "There is no memory, or there are no random numbers, to judge %s.", arg->name)
                     : 0;
        if (!rc && cmp.n)
            rc = oracle_values(o, run->call->oracle, c, arg->name, cmp.index, cmp.n, cmp.want, cmp.scale, e);
        if (!rc)
            judge(r, b, &cmp, tol);
        compare_free(&cmp);
        if (rc)
            return -1;
    }
    explain(r, c);
    return 0;
}

int verify_case(struct oracle *o, const struct lab_run *run, const struct ridge_case *c, size_t sample,
                struct verify_result *r, struct err *e)
{
    *r = (struct verify_result){ .pass = 1 };
    const char *whole = run->call->verify;
    if (run->call->oracle && oracle_compare(o, run, c, sample, r, e))
        return -1;
    if (!whole || !r->pass)
        return 0;
    if (oracle_judge(o, whole, c, &r->counted, e))
        return -1;
    r->pass = r->counted.pass;
    snprintf(r->message, sizeof r->message, "%s", r->counted.message);
    return 0;
}
