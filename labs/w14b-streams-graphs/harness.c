/*
 * harness.c: the calls of lab.h on a clock, written down one by one. It judges nothing: oracle.c goes through the list
 * again, on a clock of its own.
 */
#include <ridge/frame.h>
#include <ridge/vclock.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

struct vcuda {
    struct vclock *clock;
    struct vclock_op *log;
    int64_t cap, calls;
    int events;
};

static int call(v_t *v, struct vclock_op o)
{
    if (v->calls < v->cap)
        v->log[v->calls] = o;
    v->calls++;
    vclock_call(v->clock, &o);
    return v->clock->wrong[0] ? vErrorInvalidValue : vSuccess;
}

int vMemcpyAsync(v_t *v, int64_t dst, int64_t src, int64_t cells, int kind, vStream_t s)
{
    return call(v, (struct vclock_op){kind == vMemcpyHostToDevice ? VC_H2D : VC_D2H, s, 0, dst, src, 0, cells, 0});
}

int vLaunchKernel(v_t *v, int64_t out, int64_t a, int64_t b, int64_t cells, vStream_t s)
{
    return call(v, (struct vclock_op){VC_KERNEL, s, 0, out, a, b, cells, 0});
}

vEvent_t vEventCreate(v_t *v)
{
    return v->events++;
}

int vEventRecord(v_t *v, vEvent_t e, vStream_t s)
{
    return call(v, (struct vclock_op){.kind = VC_RECORD, .stream = s, .x = e});
}

int vStreamWaitEvent(v_t *v, vStream_t s, vEvent_t e)
{
    return call(v, (struct vclock_op){.kind = VC_WAIT, .stream = s, .x = e});
}

int vEventSynchronize(v_t *v, vEvent_t e)
{
    return call(v, (struct vclock_op){.kind = VC_SYNC_EVENT, .x = e});
}

int vStreamSynchronize(v_t *v, vStream_t s)
{
    return call(v, (struct vclock_op){.kind = VC_SYNC_STREAM, .stream = s});
}

int vDeviceSynchronize(v_t *v)
{
    return call(v, (struct vclock_op){.kind = VC_SYNC_DEVICE});
}

static int is_over(const struct vclock *c, vEvent_t e)
{
    if (e < 0 || e >= VC_EVENTS || !c->event[e].set || c->event[e].graph >= 0 || c->event[e].time > c->host)
        return 0;
    for (int p = 0; p < VC_PLACES; p++)
        if (c->event[e].past.know[p] > c->known.know[p])
            return 0;
    return 1;
}

int vEventElapsedTime(v_t *v, int64_t *ns, vEvent_t a, vEvent_t b)
{
    if (!is_over(v->clock, a) || !is_over(v->clock, b))
        return vErrorNotReady;
    *ns = v->clock->event[b].time - v->clock->event[a].time;
    return vSuccess;
}

int vStreamBeginCapture(v_t *v, vStream_t s)
{
    return call(v, (struct vclock_op){.kind = VC_BEGIN, .stream = s});
}

int vStreamEndCapture(v_t *v, vStream_t s, vGraph_t *graph)
{
    *graph = v->clock->capturing;
    return call(v, (struct vclock_op){.kind = VC_END, .stream = s});
}

int vGraphLaunch(v_t *v, vGraph_t graph, vStream_t s)
{
    return call(v, (struct vclock_op){.kind = VC_LAUNCH, .stream = s, .x = graph});
}

/* ---- calls ------------------------------------------------------------------------------ */

enum { MAX_NODES = 512 };
static const vStream_t streams[] = {3, 1, 4, 7, 5, 9, 2, 6}; /* handles mean nothing */

static v_t begin(const void *machine, void *log, uint64_t numbers)
{
    return (v_t){.clock = vclock_new(machine), .log = log, .cap = (int64_t)(numbers / 8)};
}

static void finish(v_t *v, int64_t *end, int64_t value)
{
    end[0] = v->calls;
    end[1] = value;
    vclock_free(v->clock);
}

static const vNode_t *list(const int64_t *row, int n)
{
    static vNode_t node[MAX_NODES];
    for (int k = 0; k < n && k < MAX_NODES; k++, row += 6)
        node[k] = (vNode_t){row[0], row[1], row[2], row[3], (row[4] >= 0) + (row[5] >= 0), {(int)row[4], (int)row[5]}};
    return node;
}

/* chunks cells ns | machine, log, end */
HARNESS(overlap)
{
    v_t v = begin(f->buf[0], f->buf[1], f->count[1]);
    if (v.clock)
        overlap(&v, (int)f->i[0], f->i[1], streams, (int)f->i[2]);
    finish(&v, f->buf[2], 0);
}

/* n ns | machine, nodes, log, end */
HARNESS(run_dag)
{
    v_t v = begin(f->buf[0], f->buf[2], f->count[2]);
    if (v.clock)
        run_dag(&v, list(f->buf[1], (int)f->i[0]), (int)f->i[0], streams, (int)f->i[1]);
    finish(&v, f->buf[3], 0);
}

/* n steps | machine, nodes, log, end */
HARNESS(replay)
{
    v_t v = begin(f->buf[0], f->buf[2], f->count[2]);
    if (v.clock)
        replay(&v, list(f->buf[1], (int)f->i[0]), (int)f->i[0], (int)f->i[1], streams[0]);
    finish(&v, f->buf[3], 0);
}

/* n busy | machine, nodes, log, end; `busy` kernels of 64 cells are under way in other streams, on cells of their own */
HARNESS(span_ns)
{
    v_t v = begin(f->buf[0], f->buf[2], f->count[2]);
    const struct vclock_machine *m = f->buf[0];
    int64_t value = 0;
    for (int k = 0; v.clock && k < f->i[1]; k++) {
        int64_t at = m->dev_cells - 64 * (1 + k % 2);
        vLaunchKernel(&v, at, at, at, 64, streams[1 + k % 2]);
    }
    if (v.clock)
        value = span_ns(&v, list(f->buf[1], (int)f->i[0]), (int)f->i[0], streams[0]);
    vDeviceSynchronize(&v); /* for what it began itself */
    finish(&v, f->buf[3], value);
}
