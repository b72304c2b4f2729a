/*
 * lab.h: the interface of h05-wafer-mesh. You write wafer.c: what a compiler for a wafer of small cores decides so that
 * they multiply a matrix by a vector: which core does what, on which routes words travel, who adds up whose sums.
 *
 * The wafer is a mesh of H rows and W columns of PEs. A PE is a core with a memory of its own and a router; routers are
 * wired to their four neighbours, and there is no other memory. Words of 32 bits travel with a color, and a router
 * knows by the color alone where they go. So far the machine is the one that Cerebras documents. What is this lab's
 * rule: the speed of a core, queues without end, one configuration a color, and what a dead PE still does.
 */
#ifndef H05_LAB_H
#define H05_LAB_H

#include <stdint.h>

enum { WM_SIDE = 32, WM_PES = WM_SIDE * WM_SIDE, WM_COLORS = 24, WM_OPS = 40, WM_SPARE = 1, WM_RAMP_CYCLES = 2 };

typedef struct {
    int H, W;             /* 1 ... WM_SIDE; PE (r, c) has the index r * W + c, row 0 is the northern edge */
    uint8_t dead[WM_PES]; /* 1: the core does not work. Its router does, and passes on like any other */
} wm_wafer_t;

/* ---- 1. one color ---------------------------------------------------------------------------------- */

enum { WM_N, WM_E, WM_S, WM_W, WM_RAMP, WM_NONE }; /* sides of a router; the ramp leads to its own core */

typedef struct {
    uint8_t rx; /* the side from which words of the color come; WM_NONE: the color is not used here */
    uint8_t tx; /* the sides to which each of them goes: a set of bits 1 << WM_N ... 1 << WM_RAMP; one copy to each */
} wm_route_t;

enum { WM_REFUSED = 1, WM_DROPPED = 2, WM_OFF = 4, WM_DEAD = 8, WM_LOOP = 16 };

/*
 * One word of a color that stands at PE p's router in cycle 0, having come from side `from`, and nothing else on the
 * wafer. `route` is the color's, of all H * W routers. A router hands copies to all sides of tx in the cycle in which
 * the word is there; a neighbour's router has its copy one cycle later, on the opposite side.
 *
 * at[q] is the cycle in which q's router hands a copy to its ramp, -1 where that never happens. Returns what went
 * wrong, all of it, or'ed together; a copy that met one of these goes no further, the others do:
 *   WM_REFUSED  a router's rx is not the side from which the copy came
 *   WM_DROPPED  rx is right, and tx is empty
 *   WM_OFF      the copy leaves the wafer
 *   WM_DEAD     a ramp leads to a dead core (at[q] is -1 then)
 *   WM_LOOP     a copy comes back to p's router, on side `from`
 */
int wm_flood(const wm_wafer_t *w, const wm_route_t *route, int p, int from, int *at);

/* ---- 2. who is who ---------------------------------------------------------------------------------- */

typedef struct {
    int P, Q;                     /* the logical mesh; P <= H and W - WM_SPARE <= Q <= W */
    int row[WM_SIDE];             /* logical row i is in this row of the wafer */
    int col[WM_SIDE][WM_SIDE];    /* and core j of logical row i in this column */
} wm_place_t;

/*
 * Makes a mesh of P x Q living cores. A row of the wafer is used if at least Q of its cores live: the first P such rows
 * from the north. In each of them the first Q living cores from the west are taken. Returns 1; 0 if there are too few
 * rows.
 */
int wm_place(const wm_wafer_t *w, int P, int Q, wm_place_t *at);

/* ---- 3. colors for a row ---------------------------------------------------------------------------- */

typedef struct {
    int from, to; /* columns of a row: the words of one core go to another; two different ones */
} wm_send_t;

/*
 * Colors 0, 1, ... for n sends within one row, 0 <= n <= 2 * WM_SIDE, each on the straight way. A router has one
 * configuration for a color, so two sends that have a router in common, at an end or between, cannot have the same.
 * Returns the number of colors, which is the least that will do.
 */
int wm_colors(int n, const wm_send_t *send, int *color);

/* ---- 4. the machine: what a plan makes of it --------------------------------------------------------- */

/*
 * y = A x with A m x n: blocks of rows and of columns, of equal size but for one: block k of u units on v is units
 * k * (u / v) + min(k, u % v) and on, u / v of them, and one more if k < u % v. Core (i, j) of the logical mesh has
 * block i of A's rows and block j of its columns in its memory before cycle 0, m >= P, n >= Q. Let it be a rows and b
 * columns. x's block j comes from outside: word k of it stands at the router of row 0, column j of the wafer in cycle k,
 * from the north, with the color x_color[j]: column j, whatever `at` says of the cores j.
 *
 * A core has `a` sums, zero at first, and does its ops one after the other. An op is so many steps, one after the other,
 * and a step that needs a word begins when the word is there. Words of one color are taken in the order in which they
 * come.
 *   WM_MAC   b steps of a cycles each: takes a word of color `in`, x[k], and adds A[.][k] * x[k] to the sums
 *   WM_ADD   a steps of one cycle: takes a word of color `in` and adds it to the next sum
 *   WM_SEND  a steps of one cycle: sends the next sum with color `out`
 *   WM_PASS  a steps of one cycle: takes a word of color `in`, adds the next sum to it, sends that with color `out`
 * A step that begins in cycle t and takes d cycles ends in t + d, and the next can begin then. A word that it sends is at
 * the core's own router in cycle t + d + WM_RAMP_CYCLES, from side WM_RAMP; a word that a router hands to its ramp in
 * cycle t can be taken from cycle t + WM_RAMP_CYCLES on.
 *
 * A link passes one word a cycle in each direction, a ramp one of each color. Words of one color wait at a router in a
 * queue. In each cycle the words at the heads of a router's queues are looked at, the one that came first there before
 * the others, and of several that came in one cycle the one of the lowest color first; a word goes on if all links of
 * its tx are still free in this cycle, over all of them at once, and else waits. Queues are as long as they have to be,
 * and a word that its core does not take yet holds nobody up.
 *
 * Faults are those of wm_flood(), a core that waits for ever, and a word that nobody takes. y's block i is the sums of
 * core (i, root[i]). The plan's cycles are those until the last step of any core has ended.
 */
enum { WM_MAC, WM_ADD, WM_SEND, WM_PASS };

typedef struct {
    uint8_t op, in, out;
} wm_op_t;

typedef struct {
    int x_color[WM_SIDE];                /* by j */
    int root[WM_SIDE];                   /* by i */
    wm_route_t route[WM_COLORS][WM_PES]; /* by color and PE of the wafer */
    int ops[WM_PES];                     /* by PE; 0 for a core that does nothing */
    wm_op_t op[WM_PES][WM_OPS];
} wm_plan_t;

/*
 * The cycles of this plan, which only chains: x goes down columns 0 ... Q - 1 and, where col[i][j] > j, along the row to
 * core (i, j); all cores do WM_MAC; in each row core 0 sends to core 1, which passes to core 2, and so on to core
 * `root`, and likewise from core Q - 1 westwards. The root adds the stream of the side with fewer cores first, of two
 * equal ones the western. No word ever waits for another at a router, which is true for all places of lab.h.
 */
int64_t wm_cycles(const wm_place_t *at, int m, int n, int root);

/*
 * A plan without faults, of as few cycles as you can. `plan` is not cleared. The cores and their blocks are those of
 * `at`, which is what wm_place() makes of w. The same wafer gives the same plan, whenever it is asked for.
 */
void wm_program(const wm_wafer_t *w, const wm_place_t *at, int m, int n, wm_plan_t *plan);

#endif
