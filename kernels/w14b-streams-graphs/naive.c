/*
 * naive.c: right, and one thing after the other: chunks come and go one by one, the list runs in a single stream, and
 * each step is issued kernel by kernel.
 */
#include "lab.h"

void overlap(v_t *v, int chunks, int64_t cells, const vStream_t *s, int ns)
{
    (void)ns;
    for (int c = 0; c < chunks; c++) {
        vMemcpyAsync(v, 0, c * cells, cells, vMemcpyHostToDevice, s[0]);
        vLaunchKernel(v, 0, 0, 0, cells, s[0]);
        vMemcpyAsync(v, (chunks + c) * cells, 0, cells, vMemcpyDeviceToHost, s[0]);
    }
    vStreamSynchronize(v, s[0]);
}

static void issue(v_t *v, const vNode_t *node, int n, vStream_t s)
{
    for (int k = 0; k < n; k++)
        vLaunchKernel(v, node[k].out, node[k].a, node[k].b, node[k].cells, s);
}

void run_dag(v_t *v, const vNode_t *node, int n, const vStream_t *s, int ns)
{
    (void)ns;
    issue(v, node, n, s[0]);
    vStreamSynchronize(v, s[0]);
}

void replay(v_t *v, const vNode_t *node, int n, int steps, vStream_t s)
{
    for (int k = 0; k < steps; k++)
        issue(v, node, n, s);
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
