/* case_memory.c: see case_memory.h. */
#define _GNU_SOURCE
#include "case_memory.h"

#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "job.h"
#include "runner/base/util.h"

enum { ALIGN = 4096, FIELDS = 64 };

static int add_buffer(struct case_memory *b, const struct lab_arg *a, const struct lab_extent *x, struct err *e)
{
    size_t k = b->nbuf;
    if (k == PROTO_BUFS)
        return err_set(e, "The call %s has more than %d buffers.", b->call_name, PROTO_BUFS);
    if (!a->buffer || x->count < 0)
        return err_set(e, "Case %s: the buffer %s has no usable size.", b->case_id, a->name);
    if (!a->buffer->known)
        return err_set(e, "The buffer %s has an unknown dtype.", a->name);
    b->buf[k].name = a->name;
    b->buf[k].decl = a->buffer;
    b->buf[k].count = (size_t)x->count;
    b->buf[k].bytes = b->buf[k].count * data_size(a->buffer->dtype);
    b->buf[k].inout = a->role == LAB_INOUT;
    b->buf[k].writable = a->role != LAB_INPUT;
    size_t *end = b->buf[k].writable ? &b->out_size : &b->in_size;
    b->buf[k].offset = *end;
    *end += (b->buf[k].bytes + ALIGN - 1) / ALIGN * ALIGN;
    if (b->buf[k].writable && !(b->buf[k].snapshot = oracle_memory(b->buf[k].bytes + 1)))
        return err_set(e, "There is no memory for the %zu MiB of %s.", b->buf[k].bytes >> 20, a->name);
    if (b->buf[k].inout && !(b->buf[k].before = oracle_memory(b->buf[k].bytes + 1)))
        return err_set(e, "There is no memory for the %zu MiB of %s.", b->buf[k].bytes >> 20, a->name);
    b->nbuf++;
    return 0;
}

int case_memory_make(struct job *j, const struct lab_run *run, struct case_memory *b, struct err *e)
{
    *b = (struct case_memory){ .run = run, .call = run->call, .of = run->of, .case_id = run->of->id,
                               .call_name = run->name };
    if (!b->call)
        return err_set(e, "Case %s names a call that the lab does not have.", b->case_id);
    for (size_t k = 0; k < b->call->nargs; k++)
        if (b->call->args[k].role != LAB_VALUE && add_buffer(b, &b->call->args[k], &run->args[k], e)) {
            case_memory_finish(b);
            return -1;
        }
    const struct backend *on = backend_of(j, b->call);
    b->rc = (struct ridge_case){ .id = b->case_id, .call = b->call_name, .buffers = b->rb, .scalars = b->of->fields,
                                 .nscalars = b->of->nfields < FIELDS ? b->of->nfields : FIELDS };
    if (on->spec && on->spec(j, b, e)) {
        case_memory_finish(b);
        return -1;
    }
    return 0;
}

void case_memory_finish(struct case_memory *b)
{
    for (size_t k = 0; k < PROTO_BUFS; k++) {
        oracle_memory_free(b->buf[k].snapshot);
        oracle_memory_free(b->buf[k].before);
        b->buf[k].snapshot = b->buf[k].before = NULL;
    }
}

/* What the oracle sees: inputs where the parent wrote them, outputs as they were at the stamp. */
static void bind_views(struct case_memory *b, void *in)
{
    b->rc.nbuffers = 0;
    for (size_t k = 0; k < b->nbuf; k++) {
        enum ridge_dtype type = b->buf[k].decl->dtype;
        void *at = b->buf[k].writable ? b->buf[k].snapshot : (char *)in + b->buf[k].offset;
        b->rb[b->rc.nbuffers++] = (struct ridge_buffer){ b->buf[k].name, type, b->buf[k].count, at };
        if (!b->buf[k].inout)
            continue;
        snprintf(b->before_name[k], sizeof b->before_name[k], "%.36s.before", b->buf[k].name);
        b->rb[b->rc.nbuffers++] =
            (struct ridge_buffer){ b->before_name[k], type, b->buf[k].count, b->buf[k].before };
    }
}

static int fill_one(struct job *j, struct case_memory *b, size_t k, void *at, uint64_t seed, size_t refresh,
                    struct err *e)
{
    const struct lab_buffer *decl = b->buf[k].decl;
    if (decl->dist.kind == DATA_CUSTOM)
        return oracle_fill(j->oracle, decl->dist.fn, &b->rc, b->buf[k].name, seed, e);
    size_t count = b->buf[k].count, fresh = refresh / data_size(decl->dtype);
    int rc = refresh && fresh < count ? data_renew(&decl->dist, decl->dtype, at, count, fresh / 2, seed, (uint32_t)k)
                                      : data_fill(&decl->dist, decl->dtype, at, count, seed, (uint32_t)k);
    if (rc)
        return err_set(e, "The buffer %s has an unknown distribution \"%s\".", b->buf[k].name, decl->dist.name);
    return 0;
}

int case_memory_fill(struct job *j, struct case_memory *b, void *in, uint64_t seed, size_t refresh, struct err *e)
{
    bind_views(b, in);
    for (size_t k = 0; k < b->nbuf; k++) {
        if (b->buf[k].writable && !b->buf[k].inout)
            continue;
        if (b->buf[k].decl->dist.kind == DATA_NONE)
            return err_set(e, "The input buffer %s has no distribution.", b->buf[k].name);
        /* an inout buffer is filled in its snapshot, which the oracle's custom fill sees by name; what of it stays is
         * the last input's, not the last output's */
        void *at = b->buf[k].inout ? b->buf[k].snapshot : (char *)in + b->buf[k].offset;
        if (b->buf[k].inout && refresh)
            memcpy(at, b->buf[k].before, b->buf[k].bytes);
        if (fill_one(j, b, k, at, seed, refresh, e))
            return -1;
        if (b->buf[k].inout)
            memcpy(b->buf[k].before, at, b->buf[k].bytes);
    }
    return 0;
}

static void go_launch(const struct case_memory *b, struct proto_go *go)
{
    const struct lab_run *run = b->run;
    for (size_t k = 0; k < 3; k++) {
        go->grid[k] = run->grid[k];
        go->block[k] = run->block[k];
    }
    go->smem = run->smem;
    go->cooperative = run->cooperative != 0;
    go->descending = b->of->block_order && !strcmp(b->of->block_order, "descending");
}

static void go_arguments(const struct case_memory *b, struct proto_go *go)
{
    go->nscalars = 0;
    for (size_t k = 0; k < b->run->nscalars && k < PROTO_SCALARS; k++) {
        go->d[k] = b->run->scalars[k].d;
        go->i[k] = b->run->scalars[k].i;
        go->nscalars++;
    }
    go->nargs = 0;
    for (size_t k = 0, buf = 0; k < b->call->nargs && go->nargs < PROTO_BUFS + PROTO_SCALARS; k++) {
        go->arg_kind[go->nargs++] = b->call->args[k].code;
        if (b->call->args[k].role != LAB_VALUE && buf < PROTO_BUFS)
            go->buf[buf++].map = b->run->args[k].map;
    }
}

void case_memory_go(struct case_memory *b, struct proc *p)
{
    struct proto_go *go = proc_go(p);
    snprintf(go->call, sizeof go->call, "%s", b->call_name);
    go->nbufs = (uint32_t)b->nbuf;
    for (size_t k = 0; k < b->nbuf; k++) {
        go->buf[k] = (struct proto_buf){ b->buf[k].offset, b->buf[k].count,
                                         (uint32_t)data_size(b->buf[k].decl->dtype),
                                         (uint32_t)(b->buf[k].writable + b->buf[k].inout),
                                         (uint32_t)b->buf[k].decl->split, { { 0 } }, "" };
        snprintf(go->buf[k].name, sizeof go->buf[k].name, "%s", b->buf[k].name);
        char *at = (char *)proc_out(p) + b->buf[k].offset;
        if (b->buf[k].inout)
            memcpy(at, b->buf[k].before, b->buf[k].bytes);
        else if (b->buf[k].writable)
            data_poison(b->buf[k].decl->dtype, at, b->buf[k].count);
    }
    go_arguments(b, go);
    go_launch(b, go);
    go->ranks = b->ranks;
    go->ranks.wall_s *= go->mode == PROTO_SANITIZE ? 4 : 1;
}

void case_memory_snapshot(struct case_memory *b, struct proc *p)
{
    for (size_t k = 0; k < b->nbuf; k++)
        if (b->buf[k].writable)
            memcpy(b->buf[k].snapshot, (char *)proc_out(p) + b->buf[k].offset, b->buf[k].bytes);
}

void case_set_finish(struct case_set *s)
{
    for (size_t k = 0; k < s->n; k++)
        case_memory_finish(&s->b[k]);
    free(s->b);
    *s = (struct case_set){ 0 };
}

/* Is r one of the third of its call's cases that `draw` chooses? NULL chooses all. */
static int is_drawn(const struct lab *l, const struct lab_run *r, const char *draw)
{
    enum { SHARE = 3 };
    size_t at = 0, all = 0;
    if (!draw)
        return 1;
    for (const struct lab_run *q = NULL; (q = lab_next(l, q));) {
        if (q == r)
            at = all;
        all += q->of->judged && q->call == r->call;
    }
    uint64_t lot = util_mix(util_mix(UTIL_MIX, draw, strlen(draw)), r->name, strlen(r->name));
    return (lot % SHARE + at) % (all < SHARE ? all : SHARE) == 0;
}

int case_set_make(struct job *j, const char *draw, struct case_set *s, struct err *e)
{
    size_t most = 0;
    for (const struct lab_run *r = NULL; (r = lab_next(&j->lab, r));)
        most += (size_t)r->of->judged;
    s->b = calloc(most + 1, sizeof *s->b);
    if (!s->b)
        return err_set(e, "There is no memory left.");
    for (const struct lab_run *r = NULL; (r = lab_next(&j->lab, r));) {
        if (!r->of->judged || !is_drawn(&j->lab, r, draw))
            continue;
        if (case_memory_make(j, r, &s->b[s->n], e))
            return -1;
        struct case_memory *b = &s->b[s->n++];
        s->in_size = b->in_size > s->in_size ? b->in_size : s->in_size;
        s->out_size = b->out_size > s->out_size ? b->out_size : s->out_size;
    }
    return 0;
}
