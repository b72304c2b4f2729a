/* asked.c: a failed case in the words of the one who wrote the function: the call with its arguments, what was expected
 * of it and what came. */
#define _GNU_SOURCE
#include "asked.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

enum { INPUT_MAX = 64 }; /* elements of a buffer that is shown whole */

/* What the case says of that argument; NULL: the call has none of the name. */
static const struct lab_extent *extent_of(const struct case_memory *b, const char *name)
{
    size_t k = name ? lab_arg(b->call, name) : b->call->nargs;
    return k < b->call->nargs ? &b->run->args[k] : NULL;
}

/* The learner's function: the call, or what `asks` names for this output. */
static const char *function_of(const struct case_memory *b, const char *out)
{
    size_t k = out ? lab_arg(b->call, out) : b->call->nargs;
    const char *name = k < b->call->nargs && b->call->args[k].fn ? b->call->args[k].fn : b->call->asks_fn;
    return name ? name : b->call_name;
}

static int is_name(const char *s)
{
    if (!isalpha((unsigned char)*s) && *s != '_')
        return 0;
    while (isalnum((unsigned char)*s) || *s == '_')
        s++;
    return !*s;
}

static void add_value(struct text *t, const char *name, double x)
{
    char buf[FIGURE];
    text_addf(t, "%s%s%s", is_name(name) ? name : "", is_name(name) ? "=" : "", figure_result(x, buf));
}

static void add_buffer(struct text *t, const char *name, const struct lab_extent *x)
{
    text_addf(t, "%s", name);
    for (size_t k = 0; k < x->dims; k++)
        text_addf(t, "[%.0f]", x->shape[k]);
}

/* All arguments of the manifest's call: numbers by value, buffers by shape. */
static void add_all(struct text *t, const struct case_memory *b)
{
    size_t scalar = 0;
    for (size_t k = 0; k < b->call->nargs; k++) {
        const struct lab_arg *a = &b->call->args[k];
        text_addf(t, "%s", k ? ", " : "");
        if (a->role != LAB_VALUE) {
            add_buffer(t, a->name, &b->run->args[k]);
        } else {
            add_value(t, a->name, scalar < b->run->nscalars ? b->run->scalars[scalar].d : 0);
            scalar++;
        }
    }
}

static const struct ridge_buffer *rows_of(const struct case_memory *b, size_t *columns, size_t *rows)
{
    const struct ridge_buffer *from = b->call->asks_of ? ridge_buffer(&b->rc, b->call->asks_of) : NULL;
    const struct lab_extent *x = extent_of(b, b->call->asks_of);
    *columns = x && x->dims ? (size_t)x->shape[x->dims - 1] : 0;
    *rows = from && *columns ? from->count / *columns : 0;
    return *rows ? from : NULL;
}

/* The arguments that `asks` names: columns of one row, or fields of the case. */
static void add_named(struct text *t, const struct case_memory *b, const struct ridge_buffer *rows, size_t at)
{
    int n = 0;
    for (size_t k = 0; k < b->call->nasks_args; k++) {
        const char *name = b->call->asks_args[k];
        if (!*name)
            continue;
        text_addf(t, "%s", n++ ? ", " : "");
        add_value(t, name, rows ? data_get(rows->dtype, rows->data, at + k) : ridge_num(&b->rc, name));
    }
}

/* Where an element stands: the call that made it, its place there and what is around the learner's own part. */
struct place {
    struct text call; /* with its arguments */
    char at[96];      /* ".bytes", "dst[17]"; "" when the call returns just that */
    char guard[160];  /* "wrote past the end of dst (element 4 of 4)" */
    int returned;     /* `at` follows the call at once */
};

static void guarded(struct place *p, const struct lab_buffer *decl, const char *out, uint64_t index, size_t count)
{
    uint64_t before = decl->guard[0], after = decl->guard[1];
    const char *name = decl->guard_of ? decl->guard_of : out;
    if (before + after > count)
        return;
    unsigned long long own = count - before - after;
    if (index < before)
        snprintf(p->guard, sizeof p->guard, "wrote before the start of %.60s (element -%llu)", name,
                 (unsigned long long)(before - index));
    else if (index >= count - after)
        snprintf(p->guard, sizeof p->guard, "wrote past the end of %.60s (element %llu of %llu)", name,
                 (unsigned long long)(index - before), own);
    else
        snprintf(p->at, sizeof p->at, "%.60s[%llu]", name, (unsigned long long)(index - before));
}

/* "out[3][17]" */
static void indexed(struct place *p, const struct lab_extent *x, const char *out, uint64_t index)
{
    size_t dims = x ? x->dims : 0, n = (size_t)snprintf(p->at, sizeof p->at, "%.40s", out);
    uint64_t below = 1;
    for (size_t k = 1; k < dims; k++)
        below *= (uint64_t)x->shape[k];
    for (size_t k = 0; k < dims && n < sizeof p->at; k++) {
        n += (size_t)snprintf(p->at + n, sizeof p->at - n, "[%llu]", (unsigned long long)(below ? index / below : 0));
        index = below ? index % below : 0;
        if (k + 1 < dims)
            below /= (uint64_t)fmax(1, x->shape[k + 1]);
    }
}

/* The element of the output that the learner's function made wrong. */
static void find_element(const struct case_memory *b, const struct ridge_buffer *made, uint64_t index, size_t per,
                         const struct ridge_buffer *rows, struct place *p)
{
    static const struct lab_buffer none;
    size_t k = lab_arg(b->call, made->name);
    const struct lab_buffer *decl = k < b->call->nargs && b->call->args[k].buffer ? b->call->args[k].buffer : &none;
    p->returned = rows != NULL;
    if (decl->guarded)
        guarded(p, decl, made->name, index, made->count);
    else if (decl->nfields)
        snprintf(p->at, sizeof p->at, ".%.60s", decl->fields[index % decl->nfields]);
    else if (rows && per > 1)
        snprintf(p->at, sizeof p->at, "[%llu]", (unsigned long long)(index % per));
    else if (!rows)
        indexed(p, extent_of(b, made->name), made->name, index);
}

static void find_place(const struct case_memory *b, const char *out, uint64_t index, struct place *p)
{
    const struct ridge_buffer *made = out ? ridge_buffer(&b->rc, out) : NULL;
    size_t columns, nrows, per = 1;
    const struct ridge_buffer *rows = made ? rows_of(b, &columns, &nrows) : NULL;
    *p = (struct place){ .call = { .cap = 600 } };
    if (rows && made->count >= nrows)
        per = made->count / nrows;
    text_addf(&p->call, "%s(", function_of(b, out));
    if (b->call->nasks_args && (rows || !b->call->asks_of))
        add_named(&p->call, b, rows, rows ? index / per * columns : 0);
    else
        add_all(&p->call, b);
    text_addf(&p->call, ")");
    if (made)
        find_element(b, made, index, per, rows, p);
}

static void say_mismatch(struct text *t, const struct place *p, const struct verify_result *v)
{
    char want[FIGURE], got[FIGURE];
    figure_results(v->expected, v->actual, want, got);
    text_addf(t, "%s", text_str(&p->call));
    if (*p->guard) {
        text_addf(t, " %s", p->guard);
        return;
    }
    text_addf(t, "%s%s: expected %s, ", !*p->at || p->returned || *p->at == '.' ? "" : ": ", p->at, want);
    text_addf(t, v->untouched ? "never written" : "yours %s", got);
}

static void add_inputs(const struct case_memory *b, json_t *row)
{
    json_t *all = json_object();
    for (size_t k = 0; k < b->nbuf; k++) {
        char before[48];
        snprintf(before, sizeof before, "%.36s.before", b->buf[k].name);
        const struct ridge_buffer *in = ridge_buffer(&b->rc, b->buf[k].inout ? before : b->buf[k].name);
        if (!in || (b->buf[k].writable && !b->buf[k].inout) || in->count > INPUT_MAX)
            continue;
        json_t *values = json_array();
        for (size_t q = 0; q < in->count; q++)
            json_array_append_new(values, js_real(data_get(in->dtype, in->data, q)));
        json_object_set_new(all, b->buf[k].name, values);
    }
    if (json_object_size(all))
        json_object_set(row, "inputs", all);
    json_decref(all);
}

/* "mismatch: dst_s[1] is 5, …" with what that element is for. */
static void explain_guard(json_t *row, const char *mismatch, const char *guard)
{
    const char *message = util_str(row, "message", "");
    char *whole = util_path("%.*smismatch: %s: %s", (int)(mismatch - message), message, guard,
                            mismatch + strlen("mismatch: "));
    json_object_set_new(row, "message", job_text(whole));
    free(whole);
}

void asked_row(const struct case_memory *b, const struct verify_result *v, json_t *row)
{
    struct place p;
    struct text said = { .cap = 1200 };
    const char *message = util_str(row, "message", ""), *mismatch = strstr(message, "mismatch: ");
    int wrong = v && v->bad && mismatch;
    find_place(b, wrong ? v->out : NULL, wrong ? v->index : 0, &p);
    if (wrong)
        text_addf(&said, "%.*s", (int)(mismatch - message), message); /* "under order 2 of delivery: " */
    if (wrong)
        say_mismatch(&said, &p, v);
    else
        text_addf(&said, "%s: %s", text_str(&p.call), message);
    json_object_set_new(row, "function", job_text(function_of(b, wrong ? v->out : NULL)));
    json_object_set_new(row, "asked", job_text(text_str(&p.call)));
    json_object_set_new(row, "said", job_text(text_str(&said)));
    json_t *figures = wrong ? json_object_get(row, "mismatch") : NULL;
    if (*p.guard && figures)
        json_object_set_new(figures, "guard", job_text(p.guard));
    if (*p.at && figures)
        json_object_set_new(figures, "at", job_text(p.at));
    if (figures && v->untouched)
        json_object_set_new(figures, "untouched", json_true());
    if (*p.guard && figures)
        explain_guard(row, mismatch, p.guard);
    if (!b->of->hidden)
        add_inputs(b, row);
    text_finish(&p.call);
    text_finish(&said);
}

void asked_overrun(const struct case_memory *b, size_t buf, size_t bytes, int rank, int wrote, long long byte,
                   char *ret, size_t n)
{
    const struct lab_buffer *decl = b->buf[buf].decl;
    const char *name = decl->guard_of ? decl->guard_of : b->buf[buf].name, *did = wrote ? "wrote" : "read";
    long long size = (long long)data_size(decl->dtype), before = (long long)decl->guard[0];
    long long own = (long long)bytes / size - before - (long long)decl->guard[1];
    long long at = (byte < 0 ? (byte - size + 1) / size : byte / size) - before;
    size_t columns, rows;
    struct place p;
    find_place(b, NULL, 0, &p);
    /* which of several rows it was is not known: then the function's name has to do */
    const char *call = rows_of(b, &columns, &rows) ? function_of(b, b->buf[buf].name) : text_str(&p.call);
    char where[32] = "";
    if (rank >= 0)
        snprintf(where, sizeof where, " on rank %d", rank);
    if (at < 0)
        snprintf(ret, n, "%s%s %s before the start of %s (element %lld)", call, where, did, name, at);
    else
        snprintf(ret, n, "%s%s %s past the end of %s (element %lld of %lld)", call, where, did, name, at, own);
    text_finish(&p.call);
}
