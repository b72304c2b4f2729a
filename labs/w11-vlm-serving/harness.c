/*
 * harness.c: hands the learner's functions room of exact size, and drives the planner through a list
 * of requests in virtual time, writing down what it decided.
 *
 * It runs in the learner's process, so it judges nothing and trusts nothing: ids and counts are
 * logged as they are and only used after a range check. The clock is whole picoseconds, so that
 * oracle.c, which replays the log, arrives at the same times.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "ridge/frame.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* A poisoned block of `count` floats; ends the process when there is none. */
static float *room(size_t count)
{
    float *p = malloc(count ? count * sizeof *p : 1);
    if (!p)
        abort();
    memset(p, 0xff, count * sizeof *p);
    return p;
}

/* scalars: n; args: pictures [n][3] = H W policy | counts [n] */
HARNESS(tokens)
{
    const int32_t *in = f->buf[0];
    for (int64_t k = 0; k < f->i[0]; k++)
        ((int32_t *)f->buf[1])[k] = vlm_tokens(in[3 * k], in[3 * k + 1], in[3 * k + 2]);
}

/* scalars: H W p D; args: image, We | tok, ntok [1] */
HARNESS(patchify)
{
    int H = (int)f->i[0], W = (int)f->i[1], p = (int)f->i[2], D = (int)f->i[3];
    float *work = room((size_t)((W + p - 1) / p) * 3 * (size_t)(p * p));
    *(int32_t *)f->buf[3] = patchify_gemm(f->buf[2], f->buf[0], H, W, p, f->buf[1], D, work);
    free(work);
}

/* scalars: n in out; args: x, W1, b1, W2, b2 | y */
HARNESS(project)
{
    float *work = room((size_t)f->i[2]);
    projector(f->buf[5], f->buf[0], (int)f->i[0], (int)f->i[1], (int)f->i[2], f->buf[1], f->buf[2],
              f->buf[3], f->buf[4], work);
    free(work);
}

/* scalars: n V cap npics d; args: text, table, pics, ntok | emb [cap][d], rows [1] */
HARNESS(splice)
{
    int d = (int)f->i[4];
    size_t count = (size_t)f->i[2] * (size_t)d;
    float *emb = room(count);
    int rows = splice(emb, (int)f->i[2], f->buf[0], (int)f->i[0], f->buf[1], (int)f->i[1], f->buf[2],
                      f->buf[3], (int)f->i[3], d);
    memcpy(f->buf[4], emb, count * sizeof *emb);
    *(int32_t *)f->buf[5] = rows;
    free(emb);
}

/* scalars: n; args: rows [n][11] = L d H Hkv hd dv every latents text pics img | costs [n][6] */
HARNESS(xattn)
{
    const int32_t *r = f->buf[0];
    int64_t *out = f->buf[1];
    for (int64_t k = 0; k < f->i[0]; k++, r += 11, out += 6) {
        vlm_shape s = { r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7] };
        vlm_cost join = { -1, -1, -1 }, cross = { -1, -1, -1 };
        xattn_cost(&s, r[8], r[9], r[10], &join, &cross);
        const int64_t all[] = { join.kv_B, join.step, join.weights, cross.kv_B, cross.step, cross.weights };
        memcpy(out, all, sizeof all);
    }
}

/* ---------------------------------------------------------------------------- the planner */

enum { FUTURE, WAITING, ENCODED, RUNNING, FINISHED };
enum { END_OK, END_LOG_FULL, END_COUNTS, END_NO_MEMORY, END_STUCK };
/* log[0] numbers used, log[1] passes, log[2] how it ended; then for each pass kind nreject n kv_B */
enum { HEAD = 8, FIELDS = 8 };

struct request {
    vlm_req q;
    int state, output, tokens; /* tokens: of the answer, so far */
};

struct engine {
    plan_cfg cfg;
    struct request r[PLAN_MAX];
    int n, next, live;
    int64_t now, *log, cap, used;
    vlm_pass out;
};

static struct request *request(struct engine *e, int id, int state)
{
    return id >= 0 && id < e->n && e->r[id].state == state ? &e->r[id] : NULL;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int log_pass(struct engine *e)
{
    const vlm_pass *o = &e->out;
    if (o->nreject < 0 || o->nreject > PLAN_MAX || o->n < 0 || o->n > PLAN_MAX)
        return END_COUNTS;
    if (e->cap - e->used < 4 + o->nreject + o->n)
        return END_LOG_FULL;
    const int64_t head[] = { o->kind, o->nreject, o->n, o->kv_B };
    for (int k = 0; k < 4; k++)
        e->log[e->used++] = head[k];
    for (int k = 0; k < o->nreject; k++)
        e->log[e->used++] = o->reject[k];
    for (int k = 0; k < o->n; k++)
        e->log[e->used++] = o->id[k];
    e->log[1]++;
    return END_OK;
}

static void encode(struct engine *e)
{
    int64_t tiles = 0;
    struct request *r;
    for (int k = 0; k < e->out.n; k++)
        if ((r = request(e, e->out.id[k], WAITING))) {
            tiles += r->q.tiles;
            r->state = ENCODED;
        }
    e->now += larger(tiles * e->cfg.ps_tile, e->cfg.ps_vit);
}

static void yield_tokens(struct engine *e)
{
    e->out.ndone = 0;
    for (int k = 0; k < e->n; k++)
        if (e->r[k].state == RUNNING && ++e->r[k].tokens >= e->r[k].output) {
            e->r[k].state = FINISHED;
            e->live--;
            e->out.done[e->out.ndone++] = k;
        }
}

static void text(struct engine *e)
{
    int64_t tokens = 0, scores = 0, cached = 0;
    struct request *r;
    for (int k = 0; k < e->n; k++)
        if ((r = request(e, k, RUNNING))) {
            int64_t s = r->q.text + r->q.img + r->tokens;
            tokens++;
            scores += s;
            cached += s;
        }
    for (int k = 0; k < e->out.n; k++)
        if ((r = request(e, e->out.id[k], ENCODED))) {
            int64_t s = r->q.text + r->q.img;
            r->state = RUNNING;
            tokens += s;
            scores += s * (s + 1) / 2;
            cached += s;
        }
    e->now += larger(tokens * e->cfg.ps_token + scores * e->cfg.ps_score,
                     e->cfg.ps_weights + cached * e->cfg.ps_cached);
    yield_tokens(e);
}

/* Carry out what was decided; ids that make no sense are skipped (they are logged). */
static int perform(struct engine *e)
{
    struct request *r;
    e->out.ndone = 0;
    for (int k = 0; k < e->out.nreject; k++)
        if ((r = request(e, e->out.reject[k], WAITING)) || (r = request(e, e->out.reject[k], ENCODED))) {
            r->state = FINISHED;
            e->live--;
        }
    if (e->out.kind == PASS_ENCODE) {
        encode(e);
    } else if (e->out.kind == PASS_TEXT) {
        text(e);
    } else if (e->next < e->n) {
        e->now = larger(e->now, e->r[e->next].q.arrival);
    } else if (e->live) {
        return END_STUCK; /* work is left, and nobody else will come */
    }
    return END_OK;
}

static int simulate(struct engine *e, plan_t *p)
{
    static vlm_req arrived[PLAN_MAX];
    int end = END_OK;
    while (!end && (e->next < e->n || e->live)) {
        int n = 0;
        for (; e->next < e->n && e->r[e->next].q.arrival <= e->now; e->next++) {
            struct request *r = &e->r[e->next];
            r->state = r->q.tiles ? WAITING : ENCODED;
            arrived[n++] = r->q;
            e->live++;
        }
        e->out.now = e->now;
        e->out.kind = PASS_IDLE;
        e->out.nreject = e->out.n = 0;
        e->out.kv_B = 0;
        plan_step(p, arrived, n, &e->out);
        end = log_pass(e);
        if (!end)
            end = perform(e);
    }
    return end;
}

/*
 * scalars: policy max_batch max_tokens max_tiles kv_B pool_B ps_tile ps_vit ps_token ps_score
 * ps_weights ps_cached tpot n log_cap
 * args: reqs [n][8] = arrival ttft text img tiles max_new output, unused | log
 */
HARNESS(serve)
{
    const int64_t *i = f->i, *in = f->buf[0];
    struct engine *e = calloc(1, sizeof *e);
    if (!e)
        abort();
    e->cfg = (plan_cfg){ (int)i[0], (int)i[1], (int)i[2], (int)i[3], i[4], i[5], i[6], i[7],
                         i[8], i[9], i[10], i[11], i[12] };
    e->n = i[13] < PLAN_MAX ? (int)i[13] : PLAN_MAX;
    e->cap = i[14];
    e->log = f->buf[1];
    e->used = HEAD;
    memset(e->log, 0, (size_t)e->cap * sizeof *e->log);
    for (int k = 0; k < e->n; k++, in += FIELDS)
        e->r[k] = (struct request){ .q = { k, (int)in[2], (int)in[3], (int)in[4], (int)in[5], in[0], in[1] },
                                    .output = (int)in[6] };
    plan_t *p = plan_new(&e->cfg);
    e->log[2] = p ? simulate(e, p) : END_NO_MEMORY;
    e->log[0] = e->used;
    plan_delete(p);
    free(e);
}
