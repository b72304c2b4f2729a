/*
 * lab.h: the interface of c05-warp-machine. You write machine.c: a machine that runs one block of a kernel as a GPU's
 * scheduler does, a warp of 32 lanes at a time, one instruction a cycle.
 *
 * What NVIDIA documents is as documented: warps of 32, sectors of 32 bytes, 32 banks of 4 bytes, barriers. What no
 * document says is a rule of this lab, and is marked (rule): order of lanes that went apart, choice of the warp, times.
 */
#ifndef C05_LAB_H
#define C05_LAB_H

#include <stdint.h>

enum { WM_LANES = 32, WM_REGS = 16, WM_WARPS = 16, WM_CODE = 64 };

/* Registers are 32 bits wide, and all arithmetic wraps. d, a, b are numbers of registers, imm is a number. */
enum {
    WM_LI,   /* li   d, imm         d = imm */
    WM_ADD,  /* add  d, a, b        d = a + b */
    WM_ADDI, /* addi d, a, imm      d = a + imm */
    WM_SUB,  /* sub  d, a, b        d = a - b */
    WM_MUL,  /* mul  d, a, b        d = a * b, its lower 32 bits */
    WM_AND,  /* and  d, a, b        d = a & b */
    WM_SHR,  /* shr  d, a, b        d = a >> (b & 31), with zeros from the left */
    WM_SLT,  /* slt  d, a, b        d = 1 where a < b, both with a sign; else 0 */
    WM_LDG,  /* ldg  d, [a + imm]   d = the word at that byte of global memory */
    WM_STG,  /* stg  [a + imm], b   and the other way */
    WM_LDS,  /* lds  d, [a + imm]   the same of shared memory */
    WM_STS,  /* sts  [a + imm], b */
    WM_BZ,   /* bz   a, imm         go on at instruction imm where a == 0, else at the next */
    WM_JMP,  /* jmp  imm            go on at instruction imm */
    WM_BAR,  /* bar                 wait until all warps of the block are there */
    WM_EXIT, /* exit                the lane is done */
    WM_OPS
};

typedef struct {
    int32_t op, d, a, b, imm; /* what the operation does not use is 0 */
} wm_ins_t;

/* ---- 1. where lanes meet again ---------------------------------------------------------------------- */

/*
 * join[p] of each instruction p of `code` (1 <= n <= WM_CODE): for a bz its immediate post-dominator, the first
 * instruction that every way from p to the last exit of the code passes, whichever side it takes; n where no way leads
 * there. Other exits end ways that do not count: nobody waits for lanes that leave. -1 for all other instructions. From
 * every instruction some way leads to an exit, and the last one is exit or jmp.
 */
void wm_joins(const wm_ins_t *code, int n, int *join);

/* ---- 2. what a request costs ------------------------------------------------------------------------ */

/*
 * Of the lanes in `mask` (bit k is lane k): how many aligned pieces of `bytes` their words lie in. `bytes` is a power
 * of two of at least 4; addresses are any multiples of 4, here and below.
 */
int wm_pieces(uint32_t mask, const uint32_t addr[WM_LANES], uint32_t bytes);

/*
 * Passes over shared memory that these lanes need: the word at byte x lies in bank (x / 4) % 32, a bank gives one word
 * a pass, and gives it to all lanes that want that word. 0 for no lanes.
 */
int wm_waves(uint32_t mask, const uint32_t addr[WM_LANES]);

/* ---- 3. whose turn it is ---------------------------------------------------------------------------- */

enum { WM_OLDEST, WM_TURNS };

/*
 * Which of the warps that can issue (can[w] != 0) does; -1 if none can. `last` is the one that issued last, or -1 at
 * first.
 *   WM_OLDEST  (rule) greedy, then oldest: `last` as long as it can, else the lowest number
 *   WM_TURNS   (rule) in turns: the next one that can after `last`, from the highest number on to 0, `last` at the end
 */
int wm_pick(int policy, int warps, const uint8_t *can, int last);

/* ---- 4. the machine --------------------------------------------------------------------------------- */

enum { WM_STACK, WM_INDEPENDENT };

typedef struct {
    int threads;                          /* of the block: 1 ... 512. Thread t is lane t % 32 of warp t / 32 */
    int policy;                           /* WM_OLDEST or WM_TURNS */
    int paths;                            /* WM_STACK or WM_INDEPENDENT */
    int lat_alu, lat_shared, lat_global;  /* cycles, at least 1 */
    int64_t cap;                          /* the machine is stopped at this cycle */
    uint32_t global_B, shared_B;          /* bytes of the memories, multiples of 4; 0: there is none */
} wm_cfg_t;

typedef struct {
    int64_t cycles;                 /* 1 + the cycle of the last issue; cap for WM_HUNG; 0 if nothing was issued */
    int64_t issued, lanes, splits;  /* instructions; lanes they were for; bz whose lanes went both ways,
                                       also where both are the next instruction */
    int64_t bar;                    /* how often all warps that were not done had met at a bar */
    int64_t g_ld_req, g_ld_sec, g_st_req, g_st_sec;       /* requests, and sectors of 32 bytes */
    int64_t sh_ld_req, sh_ld_wave, sh_st_req, sh_st_wave; /* requests, and passes over the banks */
} wm_count_t;

/* WM_SPLIT_BAR: some lanes of a warp that are not done are not with those that come to a bar. WM_ADDRESS: a word of a
 * lane lies outside of its memory, or not at a multiple of 4. WM_HUNG: cycle `cap` has come. */
enum { WM_DONE, WM_SPLIT_BAR, WM_ADDRESS, WM_HUNG };

/* Given. To be called for each instruction that is issued, in order: lanes `mask` of a warp at instruction pc. */
void wm_issued(int64_t cycle, int warp, int pc, uint32_t mask);

/*
 * Runs `code` on one block, from cycle 0 on, until every lane is done or something of the list above ends the run: an
 * instruction at fault is not issued, and leaves no trace in memories or counts: it ends the run when its turn to be
 * issued has come, not before. All registers are 0 at first, but for r0, which has the number of the thread. *count is
 * set in any case.
 *
 * Paths. A warp is a set of paths; each has an instruction where it is, its lanes, and a join, where it ends. First
 * there is one, number 0: all lanes at instruction 0, with a join of n.
 *   - A bz whose lanes go both ways splits the path at p: it now stands at join[p] and waits for two new ones, of the
 *     lanes that jump and of those that go on to p + 1. Both have the join join[p] and get the warp's next two
 *     numbers, in this order. One that is at its join already is not made and gets no number.
 *   - A path that comes to its join ends. One with no lanes left ends, too: exit takes its lanes out of all paths.
 *   - A path that waits goes on when the paths it waits for have ended; if it then stands at its own join, it ends.
 * The warp issues for one path that does not wait: with WM_STACK for that of the highest number; with WM_INDEPENDENT
 * (rule) in turns, for the lowest number above that of the path it issued for last, else for the lowest. Time has no
 * say in that choice: if the path's instruction has to wait, so does the warp.
 *
 * Time (rule, but for the sizes of a pass). At most one instruction is issued in a cycle. A warp can issue in cycle t
 * when
 *   - it is not done and does not wait at a bar,
 *   - no register that its instruction reads or writes is still due after t: one that was written by an instruction of
 *     cycle s is due at s + lat_alu; by a load at s + lat_shared or lat_global, plus its passes, minus 1. Due times are
 *     the warp's, not the lanes';
 *   - for a load or store: the port is free. It serves one request of the whole block at a time, from its cycle on for
 *     as many cycles as it has passes: of shared memory wm_waves(), of global memory pieces of 128 bytes.
 * Results, memories and paths change in the cycle of the issue; among lanes of a store the highest is last. A warp that
 * comes to a bar waits until every warp that is not done waits at one; all of them can issue from the next cycle on,
 * after that of the last bar, or of the exit of the last warp that had not come to it.
 */
int wm_run(const wm_cfg_t *cfg, const wm_ins_t *code, int n, uint32_t *global, uint32_t *shared, wm_count_t *count);

#endif
