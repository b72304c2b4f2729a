/*
 * ref.c: what can be at once is at once, and what must wait waits for just that.
 *
 * overlap   the copy back of a chunk is issued behind the copies and kernels of the next chunks, as many as there are
 *           other places. An engine takes its work in the order of the calls: a copy back that waits for its kernel
 *           would hold up the next chunk's copy in.
 * run_dag   a kernel goes to the stream whose last work it depends on, if there is one, else to the one with the least
 *           to do. Only other dependences need an event, and only those that nothing has carried over before.
 * replay    one capture, then a call a step.
 * span_ns   both events in the kernels' own stream, and the host waits for the second before it asks.
 */
#include "lab.h"

enum { STREAMS = 32, NODES = 512 };

static void back(v_t *v, int c, int chunks, int64_t cells, const vStream_t *s, int ns)
{
    vMemcpyAsync(v, (chunks + c) * cells, c % ns * cells, cells, vMemcpyDeviceToHost, s[c % ns]);
}

void overlap(v_t *v, int chunks, int64_t cells, const vStream_t *s, int ns)
{
    int behind = ns > 2 ? 2 : ns - 1;
    for (int c = 0; c < chunks + behind; c++) {
        int64_t at = c % ns * cells;
        if (c < chunks) {
            vMemcpyAsync(v, at, c * cells, cells, vMemcpyHostToDevice, s[c % ns]);
            vLaunchKernel(v, at, at, at, cells, s[c % ns]);
        }
        if (c >= behind)
            back(v, c - behind, chunks, cells, s, ns);
    }
    vDeviceSynchronize(v);
}

/* How far stream q knows stream p: up to which of p's kernels is done whatever q does next. */
struct plan {
    int64_t load[STREAMS], done[NODES]; /* when the stream, and the kernel, is done, as far as cells tell */
    int length[STREAMS], know[STREAMS][STREAMS];
    int of[NODES], place[NODES], told[NODES][STREAMS]; /* told: what the kernel's stream knew behind it */
    vEvent_t event[NODES];
};

static int pick(const struct plan *p, const vNode_t *k, int ns)
{
    int best = 0;
    for (int d = 0; d < k->ndeps; d++)
        if (p->place[k->dep[d]] == p->length[p->of[k->dep[d]]])
            return p->of[k->dep[d]];
    for (int q = 1; q < ns; q++)
        if (p->load[q] < p->load[best])
            best = q;
    return best;
}

static void wait_for(v_t *v, struct plan *p, int d, int q, const vStream_t *s, int ns)
{
    if (p->know[q][p->of[d]] >= p->place[d])
        return;
    vStreamWaitEvent(v, s[q], p->event[d]);
    for (int r = 0; r < ns; r++)
        if (p->told[d][r] > p->know[q][r])
            p->know[q][r] = p->told[d][r];
}

/* The kernel's event is recorded when a later kernel may ask for it. */
static int is_asked(const vNode_t *node, int n, int k)
{
    for (int j = k + 1; j < n; j++)
        for (int d = 0; d < node[j].ndeps; d++)
            if (node[j].dep[d] == k)
                return 1;
    return 0;
}

/* When the kernel begins on stream q: behind what is there, and behind what it waits for. */
static int64_t begins(const struct plan *p, const vNode_t *k, int q)
{
    int64_t at = p->load[q];
    for (int d = 0; d < k->ndeps; d++)
        at = p->done[k->dep[d]] > at ? p->done[k->dep[d]] : at;
    return at;
}

static void run_one(v_t *v, struct plan *p, const vNode_t *node, int n, int k, const vStream_t *s, int ns)
{
    int q = pick(p, &node[k], ns);
    for (int d = 0; d < node[k].ndeps; d++)
        wait_for(v, p, node[k].dep[d], q, s, ns);
    vLaunchKernel(v, node[k].out, node[k].a, node[k].b, node[k].cells, s[q]);
    p->load[q] = p->done[k] = begins(p, &node[k], q) + 1 + node[k].cells;
    p->of[k] = q;
    p->know[q][q] = p->place[k] = ++p->length[q];
    for (int r = 0; r < ns; r++)
        p->told[k][r] = p->know[q][r];
    if (ns > 1 && is_asked(node, n, k)) {
        p->event[k] = vEventCreate(v);
        vEventRecord(v, p->event[k], s[q]);
    }
}

void run_dag(v_t *v, const vNode_t *node, int n, const vStream_t *s, int ns)
{
    static struct plan p;
    p = (struct plan){.load = {0}};
    for (int k = 0; k < n; k++)
        run_one(v, &p, node, n, k, s, ns);
    vDeviceSynchronize(v);
}

static void issue(v_t *v, const vNode_t *node, int n, vStream_t s)
{
    for (int k = 0; k < n; k++)
        vLaunchKernel(v, node[k].out, node[k].a, node[k].b, node[k].cells, s);
}

void replay(v_t *v, const vNode_t *node, int n, int steps, vStream_t s)
{
    vGraph_t graph;
    if (!steps)
        return;
    vStreamBeginCapture(v, s);
    issue(v, node, n, s);
    vStreamEndCapture(v, s, &graph);
    for (int k = 0; k < steps; k++)
        vGraphLaunch(v, graph, s);
    vStreamSynchronize(v, s);
}

int64_t span_ns(v_t *v, const vNode_t *node, int n, vStream_t s)
{
    int64_t ns = 0;
    vEvent_t from = vEventCreate(v), to = vEventCreate(v);
    vEventRecord(v, from, s);
    issue(v, node, n, s);
    vEventRecord(v, to, s);
    vEventSynchronize(v, to);
    vEventElapsedTime(v, &ns, from, to);
    return ns;
}
