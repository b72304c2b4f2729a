/*
 * lab.h: the interface of h03-fpga-hls. You write dataflow.c: what a high-level synthesis tool decides when it turns a
 * loop into a pipeline, what pipelines do when FIFOs connect them, and a small int8 network as such an engine.
 *
 * Latencies, ports and sizes are inputs. What is documented of AMD's UltraScale+ is as documented: the two ports of a
 * block RAM, its shapes, the 27 x 18 multiplier and the 48-bit sum of a DSP slice. What a layer's pipeline is made of
 * (DF_PIPE, DF_LUTRAM), and that FIFOs and processes act in one order within a cycle, are rules of this lab.
 */
#ifndef H03_LAB_H
#define H03_LAB_H

#include <stdint.h>

/* ---- 1. a loop as a pipeline ---------------------------------------------------------------------- */

enum { DF_OPS = 64, DF_EDGES = 192, DF_KINDS = 8 };

/*
 * The body of a loop. An operation has a kind: a load from array A, a multiplication, an addition. A kind's units start
 * one operation a cycle each, however long it takes: for a multiplication they are multipliers, for a load of array A
 * the ports of A's memories, two for each bank. An edge says that operation `to` of iteration i needs the result of
 * `from` of iteration i - dist. Each circle of edges has a dist above 0 somewhere.
 */
typedef struct {
    int ops, edges, kinds; /* at least 1 operation and 1 kind */
    int kind[DF_OPS];      /* of each operation */
    int lat[DF_KINDS];     /* cycles from its start until another can start with its result, 1 ... 40 */
    int units[DF_KINDS];   /* at least 1; 0: as many as anybody wants */
    int from[DF_EDGES], to[DF_EDGES], dist[DF_EDGES];
} df_loop_t;

/*
 * `times` iterations in one: operation v of copy k (0 ... times - 1) is number k * ops + v, edge e of its copy leads to
 * it and is number k * edges + e. Copy k of an iteration is iteration i * times + k of the given loop. Kinds, latencies
 * and units stay as they are: nobody has bought anything. All fits DF_OPS and DF_EDGES.
 */
void df_unroll(const df_loop_t *loop, int times, df_loop_t *out);

/*
 * The initiation interval that no pipeline of this loop can be below: iterations begin every II cycles. It is at
 * least 1, and the larger of what the units demand (a kind with n operations and u units) and what the circles demand
 * (the latencies on a circle must fit II times its dists). Whole cycles.
 */
int df_ii(const df_loop_t *loop);

/*
 * A pipeline: returns its II and start[v] for each operation, in cycles from the begin of its iteration, 0 ... 100,000.
 *
 *   edges   start[to] + II * dist >= start[from] + lat of from, for each edge
 *   units   iterations overlap, so operations compete whose starts are equal modulo II: of each kind with units > 0 at
 *           most `units` start in each residue
 *
 * An iteration takes depth cycles, the largest start[v] + lat; N iterations depth + II * (N - 1). As few as you can for
 * N = DF_TURNS. The same loop gives the same pipeline, whenever it is asked for.
 */
enum { DF_TURNS = 64 };
int df_schedule(const df_loop_t *loop, int start[DF_OPS]);

/* ---- 2. pipelines and FIFOs ----------------------------------------------------------------------- */

enum { DF_PROCS = 16, DF_FIFOS = 32 };

typedef struct {
    int procs, fifos;
    int ii[DF_PROCS], depth[DF_PROCS]; /* of each process, both 1 ... 64 */
    int firings[DF_PROCS];             /* that it has to do, at least 1 */
    int from[DF_FIFOS], to[DF_FIFOS];  /* two different processes */
    int give[DF_FIFOS], take[DF_FIFOS]; /* tokens that a firing of `from` writes, that one of `to` takes, 1 ... 64 */
    int size[DF_FIFOS];                /* tokens that it holds at most, at least 1 */
    int width[DF_FIFOS];               /* bits of a token */
} df_net_t;

typedef struct {
    int64_t last;             /* the cycle of the last thing that happened: a firing began or wrote; 0: none did */
    int64_t done[DF_PROCS];   /* firings that have written */
    int64_t stalls[DF_PROCS]; /* cycles up to `last`, and with it, in which the process was stalled */
    int64_t high[DF_FIFOS];   /* the most tokens that the FIFO held when all had written in a cycle */
} df_stat_t;

/*
 * Runs a network. All FIFOs are empty at first. In each cycle t = 0, 1, 2 ... two things happen, all processes at once:
 *
 *   write  A process whose oldest firing began `depth` of its steps ago writes that firing's results now, `give` tokens
 *          into each FIFO that leads away from it. Unless one of these has no room, judged by what was in it when the
 *          cycle began: then the process is stalled. It writes into none, it begins nothing, and the cycle is no step
 *          of its pipeline.
 *   begin  Then a process that is not stalled begins a firing, if it has one left, if its last one began `ii` of its
 *          steps ago or earlier, and if each FIFO that leads to it has `take` tokens, those included that were written
 *          in this cycle. It takes them.
 *
 * Each process that is not stalled has made a step. (So one that waits for tokens goes on with what is in its pipeline:
 * a flushable pipeline, where Vitis HLS's plain style stops as a whole. A process alone takes depth + ii * (N - 1).)
 *
 * Returns the cycle in which the last firing of all writes; -1 if nothing can happen any more and firings are left.
 * `stat` counts to the end, or to the standstill; entries behind the last process and FIFO are 0.
 */
int64_t df_run(const df_net_t *net, df_stat_t *stat);

/*
 * Sizes for the FIFOs (net->size, whatever it holds before): the network takes exactly as many cycles as with FIFOs
 * without end, and all FIFOs together, size * width, as few bits as you can. With endless FIFOs it comes to its end.
 * The same network gives the same sizes.
 */
void df_fifos(df_net_t *net);

/* ---- 3. an int8 network --------------------------------------------------------------------------- */

typedef struct df_dsp df_dsp_t; /* given: a DSP slice */

/*
 * a * b + c, as the slice computes it: a has 27 bits, b 18, c and the result 48, all signed. The result wraps. An
 * operand that has too many bits is a fault and ends the case.
 */
int64_t df_macc(df_dsp_t *dsp, int32_t a, int32_t b, int64_t c);

enum { DF_LAYERS = 6, DF_WIDEST = 1024 };

/*
 * y = the network of x. Layer l, 0 ... layers - 1, makes n[l + 1] numbers of n[l], which are 1 ... DF_WIDEST:
 *
 *   acc[o]  bias[o] plus the sum of w[o][i] * in[i], exact; it fits an int32_t, and acc[o] * mult[l] an int64_t
 *   out[o]  acc[o] * mult[l] / 2^shift[l], rounded to the nearest (a half up), then clamped: to 0 ... 127 in all layers
 *           but the last, to -128 ... 127 in the last. mult is at least 1, shift 1 ... 40
 *
 * w and bias hold the layers one behind the other, w row by row. Each product of a weight and an input is a DSP
 * slice's: alone in a call of df_macc, or two in one, where the one stands 2^18 above the other. Two in one halves the
 * calls. Products of zeros may be left out.
 */
void df_mlp(df_dsp_t *dsp, int layers, const int *n, const int8_t *w, const int32_t *bias, const int32_t *mult,
            const int *shift, const int8_t *x, int8_t *y);

/* ---- 4. what it costs ----------------------------------------------------------------------------- */

enum { DF_PIPE = 4, DF_LUTRAM = 64 }; /* stages: read, multiply, accumulate, requantise; words */

typedef struct {
    int64_t dsp, bram, cycles, interval;
} df_cost_t;

/*
 * A layer of n_in inputs and n_out outputs that does simd inputs of pe outputs in a cycle; simd divides n_in, pe n_out.
 *
 *   interval  turns of its loop, which has II = 1: (n_in / simd) * (n_out / pe). After as many cycles the next input
 *             may come
 *   cycles    until the last output is there: depth + II * (turns - 1). The pipeline has DF_PIPE stages and those of an
 *             adder tree, one for each time that simd numbers are added up two by two until one is left
 *   dsp       an input meets pe weights, and a slice takes two of them: one and a half is two
 *   bram      blocks of 18 Kb that hold the weights, so that a word of all that one turn needs, 8 * simd * pe bits,
 *             comes out in each cycle; a word for each turn. All blocks have one shape of 1 x 16384, 2 x 8192,
 *             4 x 4096, 9 x 2048, 18 x 1024 or 36 x 512 (bits x words), the one that needs fewest. Up to DF_LUTRAM
 *             words: none, they lie in LUTs
 */
df_cost_t df_layer(int n_in, int n_out, int simd, int pe);

/*
 * simd[l] and pe[l] for each layer, 1 ... DF_LAYERS of them: all layers together need at most `dsp` slices (up to 512)
 * and `bram` blocks (up to 256), none has an interval above `interval`, and the sum of their cycles is as small as you
 * can make it. Returns that sum; -1 if there is no such choice, with nothing written.
 */
int64_t df_fit(int layers, const int *n, int64_t dsp, int64_t bram, int64_t interval, int *simd, int *pe);

#endif
