/*
 * lab.h: the interface of h04-static-sched. You write sched.c: the part of a compiler that gives every instruction of
 * a chip without caches, queues and arbiters its cycle.
 *
 * The chip is a row of slices, as Groq's TSP is: units and memories, each at its place. Between them flow streams:
 * registers that hand their values to the neighbour in every cycle, to the east (place + 1) or to the west. Nothing
 * can wait on a stream, and nothing checks: a value that comes when nobody reads it is gone. Latencies, sizes and the
 * number of streams are inputs; that a value is kept in one memory slice is a rule of this lab.
 */
#ifndef H04_LAB_H
#define H04_LAB_H

#include <stdint.h>

enum { SS_SLICES = 32, SS_NODES = 512, SS_STAGES = 3 };
enum { SS_MEM, SS_VXM, SS_SXM, SS_MXM }; /* memory, vector unit, switch, matrix unit */

typedef struct {
    int slices;          /* 2 ... SS_SLICES; slice x stands at place x */
    int streams;         /* of each direction, 2 ... 16 */
    int kind[SS_SLICES]; /* at least two are SS_MEM */
    int lat[SS_SLICES];  /* from an instruction's cycle to the one in which its result is on a stream there, 1 ... 40 */
} ss_chip_t;

/*
 * A node is a value: an input, which is in memory from the start (in[0] is -1), or what a chain of one to three
 * instructions makes of one or two other values.
 */
typedef struct {
    int in[2];            /* numbers of nodes before this one, two different ones; in[1] may be -1 */
    int stage[SS_STAGES]; /* the slices of its instructions, none is SS_MEM, neighbours differ; -1 behind the last */
} ss_node_t;

typedef struct {
    int cycle[SS_NODES]; /* of the node's first instruction, 0 ... 100,000; of an input nobody looks at it */
    int place[SS_NODES]; /* the SS_MEM slice that keeps the value, of inputs, too */
} ss_plan_t;

/*
 * What a plan makes the chip do. Take a node whose first instruction is issued at slice q in cycle t:
 *
 *   read   of each of its values, at slice m = place[value], in cycle t - |q - m| - lat[m]: then the value is on a
 *          stream at m in cycle t - |q - m|, moves one place a cycle, and is at q in cycle t
 *   next   an instruction issued at q in cycle c has its result on a stream at q in cycle c + lat[q]. The chain's next
 *          slice q' issues its own when that is there: in cycle c + lat[q] + |q' - q|
 *   write  the last result goes on to slice m = place[node] in the same way, and an instruction of m writes it in the
 *          cycle in which it is there. From the cycle after that it can be read
 *
 * A value on its way is in one stream register in each cycle, at its first place, at its last and at all between them:
 * of the east if it goes to a higher place, else of the west. Which of the `streams` registers of a place, direction
 * and cycle it is in does not matter: while there are enough at each, they can be given out so that each value keeps
 * its own.
 *
 * The plan's faults:
 *   SS_EARLY   a read in a cycle before 0, or not after the write of what it reads: one for each read
 *   SS_SLICE   two instructions (reads and writes are some) of a slice in one cycle: of k in one cycle, k - 1
 *   SS_STREAM  more values in a place, direction and cycle than `streams`: as many as are too many
 */
enum { SS_EARLY, SS_SLICE, SS_STREAM, SS_FAULTS };

/*
 * Counts the faults of any plan into fault[], and returns its cycles: 1 + that of the last write, 0 if there is none.
 * Faulty instructions count like others, also in cycles before 0. A plan's cycles and places are what ss_plan_t says,
 * so instructions behind the first may be later than 100,000.
 */
int64_t ss_replay(const ss_chip_t *chip, const ss_node_t *node, int n, const ss_plan_t *plan,
                  int64_t fault[SS_FAULTS]);

/*
 * Cycles that no plan without faults can do without: the largest of three numbers. 0 if all nodes are inputs.
 *
 *   way     Each node as early as it could be if it were alone: first(v) is the earliest cycle of its first
 *           instruction when each of its values takes its shortest way, by whichever memory slice: an input is read in
 *           cycle 0, another value in the cycle after its write. (One value may take different memory slices for
 *           different readers here, and two values the same.) end(v) is 1 + the cycle of its write by the nearest
 *           memory slice. The number is the largest end(v).
 *   slice   For each slice with k > 0 instructions (no reads, no writes): the earliest cycle of any of them when each
 *           node begins at its first(v), plus k - 1, plus the least of what remains after one of them, which is end(v)
 *           minus its cycle.
 *   memory  All reads and writes, divided by the number of memory slices, rounded up. A value has a read for each
 *           node that takes it.
 */
int64_t ss_bound(const ss_chip_t *chip, const ss_node_t *node, int n);

/*
 * A plan without faults, of as few cycles as you can. The same problem gives the same plan, whenever it is asked for.
 * In all nodes together a value is taken beside fewer different others than there are memory slices: whatever is placed
 * already, each value has a place left. Plans of far fewer than 100,000 cycles exist. n is at most SS_NODES.
 */
void ss_schedule(const ss_chip_t *chip, const ss_node_t *node, int n, ss_plan_t *plan);

#endif
