/*
 * lab.h: the interface of h08-unified-mem. You write pager.c: what a token costs where memory is one or two, what a
 * fault brings along, a pager in virtual time, the brake for pages that go back and forth, and a planner that gives
 * the pager hints and prefetches.
 *
 * The pager is that of a discrete GPU with managed memory, a block (2 MiB in NVIDIA's driver) at a time. Its rules are
 * this lab's and leave out what the driver has besides: faults that come in batches, parts of blocks, memory that
 * nobody has written yet. Times are ns and rates bytes a ns; every quotient of bytes and a rate is rounded up.
 */
#ifndef H08_LAB_H
#define H08_LAB_H

#include <stdint.h>

enum { UM_BLOCKS = 256, UM_OPS = 4096 };

/* ---- 1. one memory or two ------------------------------------------------------------------------- */

/* Rates are bytes a second here, and `cap` is bytes. A link_Bps or cpu_Bps of 0: there is no such way. */
typedef struct {
    double cap, mem_Bps;      /* the GPU's memory, both above 0 */
    double link_Bps, cpu_Bps; /* the link to host memory, and the CPU's own reading there; neither above mem_Bps */
} um_box_t;

/*
 * Seconds that a token takes whose model has so many bytes of weights, all of which are read once. What fits is read
 * from the GPU's memory. What does not fit, either comes over the link for each token or is multiplied by the CPU where
 * it lies, all of it by the faster of the two ways, and not while the GPU reads its own part. -1 if there is no way.
 */
double um_token(const um_box_t *b, double bytes);

/*
 * The smallest size from which on `one`, a box without a second memory (its other rates are 0), is at least as fast as
 * `two`, up to all that `one` holds; a border counts, whoever wins on it. 0 if that is so from the start, -1 if it is
 * so nowhere.
 */
double um_break_even(const um_box_t *one, const um_box_t *two);

/* ---- 2. what a fault brings along ----------------------------------------------------------------- */

/*
 * A block has 32 leaves of 64 KiB, bit i of a mask is leaf i. Leaves `there` are on the GPU, leaves `faulted` are not
 * and are wanted. Leaves 0 and 1 are a subtree, so are 2 and 3, 0 to 3, ..., 0 to 31, and each leaf alone. A subtree
 * is full enough if of its leaves more than `percent` in a hundred (1 ... 99) are there or faulted. For each faulted
 * leaf the largest subtree around it that is full enough comes, and the leaf itself in any case. Returns what is moved:
 * nothing that is there already. What comes along for one leaf does not count for another.
 */
uint32_t um_grow(uint32_t there, uint32_t faulted, int percent);

/* ---- 3. the pager --------------------------------------------------------------------------------- */

typedef struct {
    int blocks, cap; /* blocks there are, 1 ... UM_BLOCKS, and how many fit into the GPU's memory, at least 1 */
    int64_t block_B;
    int64_t fault_ns;  /* from a fault until its block may move, or its other copy is gone */
    int64_t link, far; /* the link in each direction; and what the GPU gets when it reads or writes across it */
    int64_t gpu, cpu;  /* accesses to the own memory */
} um_machine_t;

enum { UM_GPU_READ, UM_GPU_WRITE, UM_CPU_READ, UM_CPU_WRITE, UM_PREFETCH };
enum { UM_NONE, UM_MOSTLY, UM_HOME }; /* hints: read mostly; at home in host memory and mapped by the GPU */

typedef struct {
    int kind, block;
    int64_t bytes; /* of the block that are accessed, 1 ... block_B; 0 for UM_PREFETCH */
} um_op_t;

typedef struct {
    int64_t ns, faults;
    int64_t in_B, out_B, far_B; /* moved to the GPU, moved from it, accessed across the link */
} um_stats_t;

/*
 * A program does op[0] ... op[n - 1] one after the other, from time 0 on; n is 0 ... UM_OPS. A block lies in host
 * memory, in the GPU's, or in both; at the beginning all lie in host memory. hint[b] is block b's.
 *
 * AN ACCESS TO A BLOCK THAT LIES THERE waits until the block has arrived. If it is a write and the block lies in both,
 * the access waits until it has arrived on both sides, has a fault, and the other copy is gone. Then it takes bytes /
 * gpu or bytes / cpu.
 * AN ACCESS BY THE GPU TO A BLOCK THAT LIES ONLY IN HOST MEMORY waits until the block has arrived there. With UM_HOME
 * it takes bytes / far, nothing moves, and nothing on the link becomes slower. Else it has a fault, the block moves,
 * and the access goes on as above.
 * AN ACCESS BY THE CPU TO A BLOCK THAT LIES ONLY IN THE GPU'S MEMORY has a fault, whatever the hint; the block moves.
 * A FAULT takes fault_ns. The move that follows it begins afterwards, and the access waits for its end.
 * A MOVE is block_B over the link, whole. Each direction carries one at a time, in the order in which they were asked
 * for. A move begins when its direction is free and the block has arrived where it comes from. With UM_MOSTLY and a
 * read or a prefetch, the block then lies in both memories; else only where it has moved to.
 * ROOM: a move to the GPU for which cap blocks are there makes the one whose last access by the GPU or prefetch is
 * longest ago leave. If that one lies in both, its copy is dropped at once. If not, it moves out, and the move in
 * begins when that has ended. A block lies on the GPU, and no longer in the memory it leaves, from the moment in which
 * its move is asked for.
 * A PREFETCH asks for a move to the GPU, also of a block that is at home, and the program goes on at once; of a block
 * that lies on the GPU it only counts as its last use.
 *
 * end[k] is when op k is over and the next begins. s->ns is the end of the last op or move, whichever is later.
 */
void um_run(const um_machine_t *m, const uint8_t *hint, const um_op_t *op, int n, int64_t *end, um_stats_t *s);

/* ---- 4. the brake --------------------------------------------------------------------------------- */

typedef struct {
    int64_t t;      /* never before that of the access before */
    int block, gpu; /* block: below UM_BLOCKS; gpu: 1 the GPU, 0 the CPU */
} um_touch_t;

enum { UM_LOCAL, UM_MOVED, UM_ACROSS };

/*
 * Blocks begin in host memory. An access to a block that lies on the other side is a fault, and moves the block, unless
 * the block is pinned: then the access goes across the link. A fault that comes at most `lapse` after the block's last
 * fault is one more in a row, any other begins a row with itself. The fault that makes a row longer than `threshold`
 * faults pins the block where it lies, until `pin` later (then no more), and already goes across. Accesses to a pinned
 * block are no faults; once it is free, its next fault begins a row. Each of the three may be 0, and t + pin fits an
 * int64_t. what[k] is UM_LOCAL, UM_MOVED or UM_ACROSS. Returns how many moves there were.
 */
int um_thrash(const um_touch_t *a, int n, int64_t lapse, int threshold, int64_t pin, uint8_t *what);

/* ---- 5. the planner ------------------------------------------------------------------------------- */

/*
 * op[0] ... op[n - 1] are accesses, no prefetches, and n is 0 ... UM_OPS / 2. Writes a hint for each of the m->blocks
 * blocks, and to out[] the same accesses in the same order with as many prefetches between them as you like, at most
 * UM_OPS in all, so that um_run ends as early as you can make it. Returns how many there are in out[]. The same trace
 * gives the same plan, whenever it is asked for.
 */
int um_place(const um_machine_t *m, const um_op_t *op, int n, uint8_t *hint, um_op_t *out);

#endif
