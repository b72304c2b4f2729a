#define _GNU_SOURCE
#include "job.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"

enum { ALIGN = 4096 };

static void bind_fields(struct bound *b)
{
    const char *name;
    const json_t *v;
    json_object_foreach((json_t *)json_object_get(b->entry, "fields"), name, v)
        if (json_is_number(v) && b->rc.nscalars < 64)
            b->rs[b->rc.nscalars++] = (struct ridge_scalar){ name, json_number_value(v) };
    b->rc.scalars = b->rs;
}

static int bind_buffer(struct job *j, struct bound *b, const char *name, const char *kind, struct err *e)
{
    const json_t *decl = json_object_get(json_object_get(j->lab, "buffers"), name);
    const json_t *count = json_object_get(json_object_get(b->run, "counts"), name);
    size_t k = b->nbuf;
    if (k == PROTO_BUFS)
        return err_set(e, "call %s has more than %d buffers", b->call_name, PROTO_BUFS);
    if (!decl || !json_is_number(count) || json_number_value(count) < 0 ||
        json_number_value(count) > 0x1p33)
        return err_set(e, "case %s: buffer %s has no usable size", b->case_id, name);
    if (data_dtype(json_string_value(json_object_get(decl, "dtype")), &b->buf[k].dtype))
        return err_set(e, "buffer %s has an unknown dtype", name);
    b->buf[k].name = name;
    b->buf[k].count = (size_t)json_number_value(count);
    b->buf[k].bytes = b->buf[k].count * data_size(b->buf[k].dtype);
    b->buf[k].inout = !strcmp(kind, "inout");
    b->buf[k].writable = b->buf[k].inout || !strcmp(kind, "output");
    b->buf[k].dist = json_object_get(decl, "dist");
    b->buf[k].split = json_is_true(json_object_get(decl, "split"));
    size_t *end = b->buf[k].writable ? &b->out_size : &b->in_size;
    b->buf[k].offset = *end;
    *end += (b->buf[k].bytes + ALIGN - 1) / ALIGN * ALIGN;
    if (b->buf[k].writable && !(b->buf[k].snapshot = oracle_memory(b->buf[k].bytes + 1)))
        return err_set(e, "out of memory for %zu MiB of %s", b->buf[k].bytes >> 20, name);
    if (b->buf[k].inout && !(b->buf[k].before = oracle_memory(b->buf[k].bytes + 1)))
        return err_set(e, "out of memory for %zu MiB of %s", b->buf[k].bytes >> 20, name);
    b->nbuf++;
    return 0;
}

int bound_make(struct job *j, const json_t *entry, const json_t *run, struct bound *b, struct err *e)
{
    *b = (struct bound){ .entry = entry, .run = run };
    b->case_id = json_string_value(json_object_get(entry, "id"));
    b->call_name = json_string_value(json_object_get(run, "call"));
    b->call = job_find(json_object_get(j->lab, "calls"), "name", b->call_name);
    if (!b->call)
        return err_set(e, "case %s names a call that the lab does not have", b->case_id);
    size_t k;
    const json_t *a;
    json_array_foreach(json_object_get(b->call, "args"), k, a) {
        const char *kind = json_string_value(json_object_get(a, "kind"));
        if (strcmp(kind, "input") && strcmp(kind, "output") && strcmp(kind, "inout"))
            continue;
        if (bind_buffer(j, b, json_string_value(json_object_get(a, "name")), kind, e)) {
            bound_finish(b);
            return -1;
        }
    }
    b->rc = (struct ridge_case){ .id = b->case_id, .call = b->call_name, .buffers = b->rb };
    bind_fields(b);
    if (j->ranks && ranks_spec(j, b, e)) {
        bound_finish(b);
        return -1;
    }
    return 0;
}

void bound_finish(struct bound *b)
{
    for (size_t k = 0; k < PROTO_BUFS; k++) {
        oracle_memory_free(b->buf[k].snapshot);
        oracle_memory_free(b->buf[k].before);
        b->buf[k].snapshot = b->buf[k].before = NULL;
    }
}

/* What the oracle sees: inputs where the parent wrote them, outputs as they were at the stamp. */
static void bind_views(struct bound *b, void *in)
{
    b->rc.nbuffers = 0;
    for (size_t k = 0; k < b->nbuf; k++) {
        void *at = b->buf[k].writable ? b->buf[k].snapshot : (char *)in + b->buf[k].offset;
        b->rb[b->rc.nbuffers++] =
            (struct ridge_buffer){ b->buf[k].name, b->buf[k].dtype, b->buf[k].count, at };
        if (!b->buf[k].inout)
            continue;
        snprintf(b->before_name[k], sizeof b->before_name[k], "%.36s.before", b->buf[k].name);
        b->rb[b->rc.nbuffers++] = (struct ridge_buffer){ b->before_name[k], b->buf[k].dtype,
                                                         b->buf[k].count, b->buf[k].before };
    }
}

static int fill_one(struct job *j, struct bound *b, size_t k, void *at, uint64_t seed, size_t refresh,
                    struct err *e)
{
    const json_t *dist = b->buf[k].dist;
    const char *kind = json_string_value(json_object_get(dist, "kind"));
    if (kind && !strcmp(kind, "custom"))
        return oracle_fill(j->oracle, json_string_value(json_object_get(dist, "fn")), &b->rc,
                           b->buf[k].name, seed, e);
    size_t count = b->buf[k].count, first = 0, size = data_size(b->buf[k].dtype);
    if (refresh && refresh / size < count) {
        count = refresh / size;
        uint64_t s = seed ^ k;
        first = (size_t)(ridge_next(&s) % (b->buf[k].count - count + 1));
    }
    if (data_fill(dist, b->buf[k].dtype, (char *)at + first * size, count, seed, (uint32_t)k))
        return err_set(e, "buffer %s has an unknown distribution \"%s\"", b->buf[k].name, kind ? kind : "");
    return 0;
}

int bound_fill(struct job *j, struct bound *b, void *in, uint64_t seed, size_t refresh, struct err *e)
{
    bind_views(b, in);
    for (size_t k = 0; k < b->nbuf; k++) {
        if (b->buf[k].writable && !b->buf[k].inout)
            continue;
        if (!b->buf[k].dist)
            return err_set(e, "input buffer %s has no distribution", b->buf[k].name);
        /* an inout buffer is filled in its snapshot, which the oracle's custom fill sees by name */
        void *at = b->buf[k].inout ? b->buf[k].snapshot : (char *)in + b->buf[k].offset;
        if (fill_one(j, b, k, at, seed, refresh, e))
            return -1;
        if (b->buf[k].inout)
            memcpy(b->buf[k].before, at, b->buf[k].bytes);
    }
    return 0;
}

static uint8_t arg_kind(const char *kind)
{
    return !strcmp(kind, "i32") ? 'i' : !strcmp(kind, "i64") ? 'l'
         : !strcmp(kind, "f32") ? 'f' : !strcmp(kind, "f64") ? 'd' : 'b';
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

static void go_launch(const struct bound *b, struct proto_go *go)
{
    const json_t *launch = json_object_get(b->run, "launch");
    const json_t *grid = json_object_get(launch, "grid"), *block = json_object_get(launch, "block");
    for (size_t k = 0; k < 3; k++) {
        go->grid[k] = extent(json_array_get(grid, k), 1);
        go->block[k] = extent(json_array_get(block, k), 1);
    }
    go->smem = extent(json_object_get(launch, "smem"), 0);
    go->descending = !strcmp(util_str(b->entry, "block_order", ""), "descending");
}

void bound_go(struct bound *b, struct proc *p)
{
    struct proto_go *go = proc_go(p);
    snprintf(go->call, sizeof go->call, "%s", b->call_name);
    go->nbufs = (uint32_t)b->nbuf;
    for (size_t k = 0; k < b->nbuf; k++) {
        go->buf[k] = (struct proto_buf){ b->buf[k].offset, b->buf[k].count,
                                         (uint32_t)data_size(b->buf[k].dtype),
                                         (uint32_t)(b->buf[k].writable + b->buf[k].inout),
                                         (uint32_t)b->buf[k].split, "" };
        snprintf(go->buf[k].name, sizeof go->buf[k].name, "%s", b->buf[k].name);
        char *at = (char *)proc_out(p) + b->buf[k].offset;
        if (b->buf[k].inout)
            memcpy(at, b->buf[k].before, b->buf[k].bytes);
        else if (b->buf[k].writable)
            memset(at, 0xff, b->buf[k].bytes); /* NaN in every float type, -1 in every integer */
    }
    size_t k;
    const json_t *v;
    go->nscalars = 0;
    json_array_foreach(json_object_get(b->run, "scalars"), k, v) {
        if (k == PROTO_SCALARS)
            break;
        go->d[k] = json_number_value(v);
        go->i[k] = whole_number(v);
        go->nscalars++;
    }
    go->nargs = 0;
    json_array_foreach(json_object_get(b->call, "args"), k, v)
        if (go->nargs < PROTO_BUFS + PROTO_SCALARS)
            go->arg_kind[go->nargs++] = arg_kind(json_string_value(json_object_get(v, "kind")));
    go_launch(b, go);
    go->ranks = b->ranks;
    go->ranks.wall_s *= go->mode == PROTO_SANITIZE ? 4 : 1;
}

void bound_snapshot(struct bound *b, struct proc *p)
{
    for (size_t k = 0; k < b->nbuf; k++)
        if (b->buf[k].writable)
            memcpy(b->buf[k].snapshot, (char *)proc_out(p) + b->buf[k].offset, b->buf[k].bytes);
}

int bounds_correct(const json_t *entry)
{
    if (job_has_tag(entry, "edge") || json_is_true(json_object_get(entry, "hidden")))
        return 1;
    return !job_has_tag(entry, "bench") && !job_has_tag(entry, "gate");
}

void bounds_finish(struct bounds *s)
{
    for (size_t k = 0; k < s->n; k++)
        bound_finish(&s->b[k]);
    free(s->b);
    *s = (struct bounds){ 0 };
}

int bounds_make(struct job *j, struct bounds *s, int (*want)(const json_t *entry), struct err *e)
{
    size_t c, r;
    const json_t *entry, *run;
    json_array_foreach(json_object_get(j->lab, "cases"), c, entry) {
        if (!want(entry))
            continue;
        json_array_foreach(json_object_get(entry, "calls"), r, run) {
            struct bound *more = realloc(s->b, (s->n + 1) * sizeof *more);
            if (!more)
                return err_set(e, "out of memory");
            s->b = more;
            if (bound_make(j, entry, run, &s->b[s->n], e))
                return -1;
            struct bound *b = &s->b[s->n++];
            s->in_size = b->in_size > s->in_size ? b->in_size : s->in_size;
            s->out_size = b->out_size > s->out_size ? b->out_size : s->out_size;
        }
    }
    for (size_t k = 0; k < s->n; k++) { /* the array has stopped moving */
        s->b[k].rc.buffers = s->b[k].rb;
        s->b[k].rc.scalars = s->b[k].rs;
    }
    return 0;
}
