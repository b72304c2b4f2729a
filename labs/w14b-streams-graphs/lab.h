/*
 * w14b-streams-graphs: work in streams, ordered by events, recorded in graphs, and timed, on a GPU in virtual time.
 *
 * The calls are CUDA's with a v in place of cuda; what they do, and what the clock models, stands in ridge/vclock.h.
 * Memory is counted in cells of one number each. The host's memory begins with cell k holding k, the device's cells
 * hold -1. A kernel computes out[i] = 3 a[i] + 5 b[i] + 1 for `cells` cells; a and b may be the same, and out may be a
 * or b.
 *
 * Work that touches the same cell, and writes it, must be in an order: by its stream, by events, by the host's waiting,
 * or by the legacy default stream. Two pieces of work that nothing orders are a race, and fail, whatever the clock
 * says.
 * Orders add up: what a stream waited for, all that waits for that stream is behind as well.
 *
 * Where a function returns, all that it issued must be known to the host to be done: by waiting for its streams, for
 * events recorded behind its work, or for the device. What is recorded in a graph was not issued; its launches are.
 *
 * A function uses the streams that it is given, none of which is 0, and stream 0 where it wants to: there are no
 * others. There is room for 256 events, 8 graphs and 4,000 pieces of work in one call.
 */
#ifndef W14B_STREAMS_GRAPHS_H
#define W14B_STREAMS_GRAPHS_H

#include <stdint.h>

typedef struct vcuda v_t;
typedef int vStream_t; /* 0: the legacy default stream */
typedef int vEvent_t;
typedef int vGraph_t;

enum { vSuccess, vErrorInvalidValue, vErrorNotReady };
enum { vMemcpyHostToDevice, vMemcpyDeviceToHost };

/* Work. It returns when it is issued; copies return when they are done where the host's memory is pageable. */
int vMemcpyAsync(v_t *v, int64_t dst, int64_t src, int64_t cells, int kind, vStream_t s);
int vLaunchKernel(v_t *v, int64_t out, int64_t a, int64_t b, int64_t cells, vStream_t s);

/* Order. An event stands for all work that was in its stream when it was recorded, and for all that this work is
 * behind. Whoever waits for one that was never recorded waits for nothing. vEventCreate gives a new one. */
vEvent_t vEventCreate(v_t *v);
int vEventRecord(v_t *v, vEvent_t e, vStream_t s);
int vStreamWaitEvent(v_t *v, vStream_t s, vEvent_t e);
int vEventSynchronize(v_t *v, vEvent_t e);
int vStreamSynchronize(v_t *v, vStream_t s);
int vDeviceSynchronize(v_t *v);

/* *ns = the time from event a to event b, each the time at which its stream had reached it. vErrorNotReady, and *ns is
 * as it was, unless the host knows both to be over: it waited for them, or for something behind them. */
int vEventElapsedTime(v_t *v, int64_t *ns, vEvent_t a, vEvent_t b);

/* Graphs, of 64 nodes at most. Between begin and end, work in s, and in streams that wait for events of it, is recorded
 * and not done; all of it has to come back to s before the end. Meanwhile nobody may have the host wait (event, stream
 * or device), issue work to stream 0, begin another capture or launch a graph. Stream 0 cannot be captured. An event
 * that was recorded in a capture means nothing after its end; a captured stream cannot wait for one from before. */
int vStreamBeginCapture(v_t *v, vStream_t s);
int vStreamEndCapture(v_t *v, vStream_t s, vGraph_t *graph);
int vGraphLaunch(v_t *v, vGraph_t graph, vStream_t s);

/* A kernel of a list: dep names kernels before it in the list whose results it reads, or which read what it overwrites.
 * Kernels that do not depend on each other, directly or through others, touch no common cell that one of them
 * writes. */
typedef struct {
    int64_t out, a, b, cells;
    int ndeps, dep[2];
} vNode_t;

/* Chunk c of `chunks`, each of `cells` cells: copy host cells c * cells .. to the device, have a kernel compute them in
 * place (a, b and out are the same), and copy the result to host cells (chunks + c) * cells .. . The device has room
 * for `ns` chunks only, from cell 0 on (no other cell may be used), and there are `ns` streams, s[0] .. s[ns - 1]. What
 * can overlap does. The inputs on the host stay as they are. chunks may be 0, and more or fewer than ns, which is 1 or
 * more. */
void overlap(v_t *v, int chunks, int64_t cells, const vStream_t *s, int ns);

/* Runs the n kernels of a list (0 to 200), each once, in any order that the dependences allow and at once where nothing
 * forbids it, on ns streams (1 or more). It makes no more than one call of vStreamWaitEvent for a dependence, and none
 * where the stream's own order says the same. None is needed, either, where the stream is behind it by another wait. */
void run_dag(v_t *v, const vNode_t *node, int n, const vStream_t *s, int ns);

/* Runs the list of n kernels (1 to 64) `steps` times, in order, in stream s; steps may be 0. It makes a call a step,
 * from the second step on at the latest: 2 n + steps + 8 calls in all at most, the last wait among them. */
void replay(v_t *v, const vNode_t *node, int n, int steps, vStream_t s);

/* Runs the list once, in stream s, while other streams are at work, and returns how many nanoseconds that took on the
 * device: from when the first kernel could start to the end of the last, give or take what two calls cost the host.
 * The others stay at work: it waits for nothing but its own. What was in s before does not count. n may be 0, which
 * takes no time but that of the calls. */
int64_t span_ns(v_t *v, const vNode_t *node, int n, vStream_t s);

#endif
