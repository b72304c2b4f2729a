/* lab.c: from the JSON of a resolved lab to the structs of lab.h. */
#include "lab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"
#include "runner/base/js.h"

/* What later code takes for a string without asking. `in` is an array of the lab, `of` an array in each of
 * its elements, `key` a string there (NULL: the element itself is one). */
static const struct {
    const char *in, *of, *key;
} strings[] = {
    { "calls", NULL, "name" }, { "calls", "args", "kind" }, { "calls", "args", "name" },
    { "cases", NULL, "id" },   { "cases", "tags", NULL },   { "cases", "calls", "call" },
    { "gates", NULL, "call" }, { "gates", NULL, "counter" }, { "bench", NULL, "id" },
    { "bench", NULL, "call" }, { "bench", NULL, "case" }, { "curves", NULL, "id" },
    { "curves", NULL, "call" }, { "curves", NULL, "case" }, { "curves", NULL, "output" },
};

static int is_string(const json_t *o, const char *key)
{
    return json_is_string(key ? json_object_get(o, key) : o);
}

static int check(const json_t *lab, struct err *e)
{
    static const char *const top[] = { "id", "lang", "dir", "kernels", "reference" };
    size_t a, b;
    const json_t *o, *inner;
    for (size_t k = 0; k < sizeof top / sizeof top[0]; k++)
        if (!is_string(lab, top[k]))
            return err_set(e, "The lab of this job has no \"%s\".", top[k]);
    for (size_t k = 0; k < sizeof strings / sizeof strings[0]; k++)
        json_array_foreach(json_object_get(lab, strings[k].in), a, o) {
            if (!strings[k].of && !is_string(o, strings[k].key))
                return err_set(e, "In the lab of this job, %s[%zu] has no \"%s\".", strings[k].in, a, strings[k].key);
            json_array_foreach(strings[k].of ? json_object_get(o, strings[k].of) : NULL, b, inner)
                if (!is_string(inner, strings[k].key))
                    return err_set(e, "In the lab of this job, %s[%zu].%s[%zu] is not usable.", strings[k].in, a,
                                   strings[k].of, b);
        }
    json_array_foreach(json_object_get(lab, "calls"), a, o)
        if (!is_string(o, "oracle") && !is_string(o, "verify"))
            return err_set(e, "In the lab of this job nothing judges the call %s.", util_str(o, "name", ""));
    return 0;
}

static const char *text(const json_t *o, const char *key)
{
    return util_str(o, key, NULL);
}

static int truth(const json_t *o, const char *key)
{
    return json_is_true(json_object_get(o, key));
}

/* Zeroed room for `many` of them, and *n is as many. Like util_path() it aborts where memory has ended. */
static void *room(size_t size, size_t many, size_t *n)
{
    void *at = calloc(many + 1, size);
    if (!at)
        abort();
    *n = many;
    return at;
}

static const char **names(const json_t *array, size_t *n)
{
    const char **all = room(sizeof *all, json_array_size(array), n);
    for (size_t k = 0; k < *n; k++)
        all[k] = json_is_string(json_array_get(array, k)) ? json_string_value(json_array_get(array, k)) : "";
    return all;
}

/* A real beyond 63 bits has no integer to become. */
static int64_t whole_number(const json_t *v)
{
    double x = json_number_value(v);
    return json_is_integer(v) ? json_integer_value(v) : fabs(x) < 0x1p63 ? (int64_t)x : 0;
}

static uint32_t extent(const json_t *v, uint32_t otherwise)
{
    int64_t x = v ? whole_number(v) : otherwise;
    return x < 0 || x > UINT32_MAX ? 0 : (uint32_t)x;
}

/* ---- buffers and calls ----------------------------------------------------------------------------------- */

static void read_buffers(struct lab *l)
{
    json_t *all = json_object_get(l->source, "buffers"), *o;
    const char *name;
    size_t k = 0;
    l->buffers = room(sizeof *l->buffers, json_object_size(all), &l->nbuffers);
    json_object_foreach(all, name, o) {
        if (k == l->nbuffers)
            break;
        struct lab_buffer *b = &l->buffers[k++];
        const json_t *guard = json_object_get(o, "guard"), *cells = json_object_get(guard, "cells");
        b->name = name;
        b->known = !data_dtype(text(o, "dtype"), &b->dtype);
        b->dist = data_dist(json_object_get(o, "dist"));
        b->split = truth(o, "split");
        b->fields = names(json_object_get(o, "fields"), &b->nfields);
        b->guarded = json_is_object(guard);
        for (size_t q = 0; q < 2; q++)
            b->guard[q] = (uint64_t)json_number_value(json_array_get(cells, q));
        b->guard_of = text(guard, "of");
    }
}

static const struct lab_buffer *buffer_named(const struct lab *l, const char *name)
{
    for (size_t k = 0; k < l->nbuffers; k++)
        if (!strcmp(l->buffers[k].name, name))
            return &l->buffers[k];
    return NULL;
}

static void read_arg(const struct lab *l, const json_t *o, const json_t *fn, struct lab_arg *a)
{
    static const struct {
        const char *kind;
        enum lab_role role;
        uint8_t code;
    } kinds[] = { { "input", LAB_INPUT, 'b' }, { "output", LAB_OUTPUT, 'b' }, { "inout", LAB_INOUT, 'b' },
                  { "i32", LAB_VALUE, 'i' },   { "i64", LAB_VALUE, 'l' },     { "f32", LAB_VALUE, 'f' },
                  { "f64", LAB_VALUE, 'd' } };
    *a = (struct lab_arg){ .name = text(o, "name"), .kind = text(o, "kind"), .role = LAB_VALUE, .code = 'b' };
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (!strcmp(kinds[k].kind, a->kind)) {
            a->role = kinds[k].role;
            a->code = kinds[k].code;
        }
    a->fn = text(json_is_object(fn) ? fn : NULL, a->name);
    a->buffer = a->role == LAB_VALUE ? NULL : buffer_named(l, a->name);
    if (a->buffer && truth(o, "tile"))
        a->code = 't';
}

static void read_calls(struct lab *l)
{
    const json_t *all = json_object_get(l->source, "calls");
    l->calls = room(sizeof *l->calls, json_array_size(all), &l->ncalls);
    for (size_t k = 0; k < l->ncalls; k++) {
        const json_t *o = json_array_get(all, k), *args = json_object_get(o, "args");
        const json_t *emitted = json_object_get(o, "emitted"), *asks = json_object_get(o, "asks");
        struct lab_call *c = &l->calls[k];
        *c = (struct lab_call){ .name = text(o, "name"), .oracle = text(o, "oracle"), .verify = text(o, "verify"),
                                .emitted = json_is_object(emitted),
                                .emitted_cuda = !strcmp(util_str(emitted, "lang", "c"), "cuda"),
                                .emitted_by = text(emitted, "by"), .emitted_text = util_str(emitted, "text", ""),
                                .asks_fn = text(asks, "fn"), .asks_of = text(asks, "of"), .source = o };
        c->asks_args = names(json_object_get(asks, "args"), &c->nasks_args);
        c->args = room(sizeof *c->args, json_array_size(args), &c->nargs);
        for (size_t q = 0; q < c->nargs; q++)
            read_arg(l, json_array_get(args, q), json_object_get(asks, "fn"), &c->args[q]);
    }
}

/* ---- cases ------------------------------------------------------------------------------------------------- */

static void read_shape(const json_t *shape, struct lab_extent *x)
{
    x->shape = room(sizeof *x->shape, json_array_size(shape), &x->dims);
    for (size_t k = 0; k < x->dims; k++)
        x->shape[k] = json_number_value(json_array_get(shape, k));
}

/* The driver's number of a type of elements. */
static uint32_t map_type(enum ridge_dtype t)
{
    static const uint8_t of[] = { [RIDGE_F32] = 7, [RIDGE_F64] = 8, [RIDGE_F16] = 6, [RIDGE_BF16] = 9, [RIDGE_I8] = 0,
                                  [RIDGE_U8] = 0, [RIDGE_I16] = 1, [RIDGE_U16] = 1, [RIDGE_I32] = 3, [RIDGE_U32] = 2,
                                  [RIDGE_I64] = 5, [RIDGE_U64] = 4 };
    return (size_t)t < sizeof of ? of[t] : 0;
}

static void read_map(const json_t *o, const struct lab_arg *a, struct proto_map *ret)
{
    const json_t *dims = json_object_get(o, "dims"), *strides = json_object_get(o, "strides");
    const json_t *box = json_object_get(o, "box");
    if (a->code != 't' || !dims)
        return;
    *ret = (struct proto_map){ .type = map_type(a->buffer->dtype),
                               .swizzle = extent(json_object_get(o, "swizzle"), 0) };
    for (; ret->rank < 5 && ret->rank < json_array_size(dims); ret->rank++) {
        uint32_t d = ret->rank;
        ret->dim[d] = (uint64_t)json_number_value(json_array_get(dims, d));
        ret->box[d] = extent(json_array_get(box, d), 1);
        if (d < 4)
            ret->stride[d] = (uint64_t)json_number_value(json_array_get(strides, d));
    }
}

static void read_extents(struct lab_run *r, const json_t *o)
{
    const json_t *counts = json_object_get(o, "counts"), *shapes = json_object_get(o, "shapes");
    const json_t *tols = json_object_get(o, "tols");
    size_t n;
    r->args = room(sizeof *r->args, r->call ? r->call->nargs : 0, &n);
    for (size_t k = 0; k < n; k++) {
        const struct lab_arg *a = &r->call->args[k];
        const json_t *tol = tols ? json_object_get(tols, a->name) : json_object_get(o, "tol");
        double count = js_number_or(counts, a->name, -1);
        r->args[k] = (struct lab_extent){ .count = count >= 0 && count <= 0x1p33 ? count : -1,
                                          .tol = verify_tol(tol) };
        read_shape(json_object_get(shapes, a->name), &r->args[k]);
        read_map(json_object_get(json_object_get(o, "maps"), a->name), a, &r->args[k].map);
        if (!tol && tols)
            r->args[k].tol.kind = LAB_TOL_SCRATCH;
    }
}

static void read_run(const struct lab *l, const struct lab_case *c, const json_t *o, struct lab_run *r)
{
    const json_t *launch = json_object_get(o, "launch"), *scalars = json_object_get(o, "scalars");
    const json_t *grid = json_object_get(launch, "grid"), *block = json_object_get(launch, "block");
    *r = (struct lab_run){ .of = c, .name = text(o, "call"), .call = lab_call(l, text(o, "call")),
                           .smem = extent(json_object_get(launch, "smem"), 0) };
    r->cooperative = json_is_true(json_object_get(launch, "cooperative"));
    for (size_t k = 0; k < 3; k++) {
        r->grid[k] = extent(json_array_get(grid, k), 1);
        r->block[k] = extent(json_array_get(block, k), 1);
    }
    r->scalars = room(sizeof *r->scalars, json_array_size(scalars), &r->nscalars);
    for (size_t k = 0; k < r->nscalars; k++) {
        const json_t *v = json_array_get(scalars, k);
        r->scalars[k] = (struct lab_scalar){ json_number_value(v), whole_number(v) };
    }
    read_extents(r, o);
}

static void read_fields(struct lab_case *c, json_t *fields)
{
    const char *name;
    const json_t *v;
    size_t most;
    c->fields = room(sizeof *c->fields, json_object_size(fields), &most);
    json_object_foreach(fields, name, v)
        if (json_is_number(v) && c->nfields < most)
            c->fields[c->nfields++] = (struct ridge_scalar){ name, json_number_value(v) };
}

static void read_cases(struct lab *l)
{
    const json_t *all = json_object_get(l->source, "cases");
    l->cases = room(sizeof *l->cases, json_array_size(all), &l->ncases);
    for (size_t k = 0; k < l->ncases; k++) {
        const json_t *o = json_array_get(all, k), *calls = json_object_get(o, "calls");
        const json_t *tags = json_object_get(o, "tags");
        struct lab_case *c = &l->cases[k];
        *c = (struct lab_case){ .id = text(o, "id"),
                                .block_order = text(o, "block_order"),
                                .hidden = truth(o, "hidden"),
                                .drawn = truth(o, "drawn"),
                                .gate = util_lists(tags, "gate") };
        c->judged = truth(o, "judged");
        read_fields(c, json_object_get(o, "fields"));
        c->runs = room(sizeof *c->runs, json_array_size(calls), &c->nruns);
        for (size_t q = 0; q < c->nruns; q++)
            read_run(l, c, json_array_get(calls, q), &c->runs[q]);
    }
}

/* ---- gates, benches and curves ------------------------------------------------------------------------------ */

static void read_gates(struct lab *l)
{
    const json_t *all = json_object_get(l->source, "gates");
    l->gates = room(sizeof *l->gates, json_array_size(all), &l->ngates);
    for (size_t k = 0; k < l->ngates; k++) {
        const json_t *o = json_array_get(all, k);
        l->gates[k] = (struct lab_gate){ .id = util_str(o, "id", ""), .call = text(o, "call"),
                                         .case_id = util_str(o, "case", ""), .counter = text(o, "counter"),
                                         .compile = truth(o, "compile") };
    }
}

static void read_stages(struct lab_bench *b, json_t *stages)
{
    const char *name;
    const json_t *v;
    size_t most;
    b->stages = room(sizeof *b->stages, json_object_size(stages), &most);
    json_object_foreach(stages, name, v)
        if (b->nstages < most)
            b->stages[b->nstages++] = json_number_value(v);
    b->bronze = js_number_or(stages, "bronze", 0);
}

static void read_benches(struct lab *l)
{
    const json_t *all = json_object_get(l->source, "bench");
    l->benches = room(sizeof *l->benches, json_array_size(all), &l->nbenches);
    for (size_t k = 0; k < l->nbenches; k++) {
        const json_t *o = json_array_get(all, k);
        struct lab_bench *b = &l->benches[k];
        *b = (struct lab_bench){ .id = text(o, "id"), .call = text(o, "call"), .case_id = text(o, "case"),
                                 .item = util_str(o, "item", ""), .metric = util_str(o, "metric", "time"),
                                 .clock = util_str(o, "clock", "cpu"), .mode = util_str(o, "mode", "cold"),
                                 .on = text(o, "on"), .budget_s = js_number_or(o, "budget_s", 3),
                                 .flops = js_number_or(o, "flops", 0), .bytes = js_number_or(o, "bytes", 0),
                                 .items = js_number_or(o, "items", 0) };
        read_stages(b, json_object_get(o, "stages"));
        for (size_t c = 0; c < l->ncases && !b->run; c++)
            if (!strcmp(l->cases[c].id, b->case_id))
                b->run = lab_run(&l->cases[c], b->call);
    }
}

static void read_curves(struct lab *l)
{
    const json_t *all = json_object_get(l->source, "curves");
    l->curves = room(sizeof *l->curves, json_array_size(all), &l->ncurves);
    for (size_t k = 0; k < l->ncurves; k++) {
        const json_t *o = json_array_get(all, k);
        l->curves[k] = (struct lab_curve){ .id = text(o, "id"), .call = text(o, "call"), .case_id = text(o, "case"),
                                           .output = text(o, "output"), .title = util_str(o, "title", ""),
                                           .unit = util_str(o, "unit", "") };
    }
}

/* ---- the whole --------------------------------------------------------------------------------------------- */

int lab_open(const json_t *source, struct lab *ret, struct err *e)
{
    const json_t *limits = json_object_get(source, "limits");
    *ret = (struct lab){ .source = source };
    if (check(source, e))
        return -1;
    *ret = (struct lab){ .source = source, .id = text(source, "id"), .lang = text(source, "lang"),
                         .dir = text(source, "dir"), .kernels = text(source, "kernels"),
                         .reference = text(source, "reference"), .backends = json_object_get(source, "backends"),
                         .arch = text(json_object_get(source, "device"), "arch"),
                         .wall_s = js_number_or(limits, "wall_s", 10),
                         .threads = (int)js_number_or(limits, "threads", 1),
                         .mem_MiB = (int)js_number_or(limits, "mem_MiB", 1024) };
    read_buffers(ret);
    read_calls(ret);
    read_cases(ret);
    read_gates(ret);
    read_benches(ret);
    read_curves(ret);
    return 0;
}

void lab_narrow(struct lab *l, const json_t *gates)
{
    size_t kept = 0;
    if (!gates)
        return;
    for (size_t k = 0; k < l->ngates; k++)
        if (l->gates[k].compile || util_lists(gates, l->gates[k].id))
            l->gates[kept++] = l->gates[k];
    l->ngates = kept;
    for (size_t k = 0; k < l->ncases; k++)
        l->cases[k].gate = 0;
}

static void close_case(struct lab_case *c)
{
    for (size_t k = 0; k < c->nruns; k++) {
        for (size_t a = 0; c->runs[k].call && a < c->runs[k].call->nargs; a++)
            free(c->runs[k].args[a].shape);
        free(c->runs[k].args);
        free(c->runs[k].scalars);
    }
    free(c->runs);
    free(c->fields);
}

void lab_close(struct lab *l)
{
    for (size_t k = 0; k < l->nbuffers; k++)
        free(l->buffers[k].fields);
    for (size_t k = 0; k < l->ncases; k++)
        close_case(&l->cases[k]);
    for (size_t k = 0; k < l->ncalls; k++) {
        free(l->calls[k].args);
        free(l->calls[k].asks_args);
    }
    for (size_t k = 0; k < l->nbenches; k++)
        free(l->benches[k].stages);
    free(l->buffers);
    free(l->calls);
    free(l->cases);
    free(l->gates);
    free(l->benches);
    free(l->curves);
    *l = (struct lab){ 0 };
}

const struct lab_call *lab_call(const struct lab *l, const char *name)
{
    for (size_t k = 0; k < l->ncalls; k++)
        if (!strcmp(l->calls[k].name, name))
            return &l->calls[k];
    return NULL;
}

const struct lab_run *lab_run(const struct lab_case *c, const char *call)
{
    for (size_t k = 0; call && k < c->nruns; k++)
        if (!strcmp(c->runs[k].name, call))
            return &c->runs[k];
    return NULL;
}

size_t lab_arg(const struct lab_call *c, const char *name)
{
    size_t k = 0;
    while (k < c->nargs && strcmp(c->args[k].name, name))
        k++;
    return k;
}

double lab_field(const struct lab_case *c, const char *name, double otherwise)
{
    for (size_t k = 0; k < c->nfields; k++)
        if (!strcmp(c->fields[k].name, name))
            return c->fields[k].value;
    return otherwise;
}

int lab_gates(const struct lab_gate *g, const struct lab_run *r)
{
    return !strcmp(g->case_id, r->of->id) && !strcmp(g->call, r->name);
}

int lab_lists(const struct lab *l, const char *backend)
{
    return util_lists(l->backends, backend);
}

const struct lab_run *lab_next(const struct lab *l, const struct lab_run *r)
{
    const struct lab_case *c = r ? r->of : l->cases, *end = l->cases + l->ncases;
    if (r && r + 1 < c->runs + c->nruns)
        return r + 1;
    for (c += r != NULL; c < end; c++)
        if (c->nruns)
            return c->runs;
    return NULL;
}
