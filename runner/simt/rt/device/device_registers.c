/* device_registers.c: special registers of the running lane that take more than its indices. */
#include <stdlib.h>
#include <string.h>

#include "runner/simt/rt/sched/sched.h"

#include "runner/simt/include/simt/library.h"

uintptr_t simt_shared_window(void)
{
    return simt_worker ? simt_worker->shared_lo : 0;
}

unsigned simt_nsmid(void)
{
    return (unsigned)api_device()->sms;
}

/* Blocks go round the multiprocessors, whatever host thread runs them. */
unsigned simt_smid(void)
{
    return simt_worker ? (unsigned)(simt_worker->block % simt_nsmid()) : 0;
}

/* Nanoseconds of the virtual clock. */
unsigned long long simt_globaltimer(void)
{
    return simt_clock() * 1000000ull / (unsigned)api_device()->clock_kHz;
}

unsigned simt_dynamic_smem_size(void)
{
    return (unsigned)simt_current.in.smem;
}

/* ---- setmaxnreg ---------------------------------------------------------------------------------------- */

enum { WARPGROUP = 4, REGISTERS_SM = 65536, LEAST = 24, MOST = 256, LAUNCH_FAILURE = 719 };

/* Registers a thread at launch: what the compiler said, else the most that so large a block can have. */
static unsigned at_launch(const struct worker *w)
{
    const char *known = getenv("SIMT_REGS");
    unsigned n = known ? (unsigned)atoi(known) : 0, most = REGISTERS_SM / (unsigned)(w->nwarps * SIMT_WARP) / 8 * 8;
    n = (n + 7) / 8 * 8;
    return n ? n : most < MOST ? most : MOST;
}

/* Once a warp: its lanes have to come together, which the collective judges. */
void registers_meet(void *arg[SIMT_WARP], simt_mask mask)
{
    (void)arg;
    (void)mask;
    simt_worker->sched->registers.times[simt_worker->w->id]++;
}

void simt_setmaxnreg(int inc, unsigned n, uintptr_t pc)
{
    struct fiber *f = simt_self();
    if (!f)
        return;
    struct worker *w = simt_worker;
    struct registers *r = &w->sched->registers;
    unsigned warp = f->index / SIMT_WARP;
    simt_lane.x_end = 0;
    (void)simt_warp_op(SIMT_WARP_CALL, (simt_mask)~(simt_mask)0, 0, (uintptr_t)registers_meet, pc);
    if (!r->launched) {
        r->launched = at_launch(w);
        for (int i = 0; i < SIMT_MAX_WARPS; i++)
            r->of[i] = r->launched;
    }
    if (n < LEAST || n > MOST || n % 8) {
        lane_error("api", pc, "setmaxnreg %u: a warp has %d to %d registers a thread, a multiple of 8", n, LEAST, MOST);
        simt_abandon(LAUNCH_FAILURE);
    }
    if (r->next[warp] && (inc ? n < r->of[warp] : n > r->of[warp])) { /* how many it began with may be unknown */
        lane_error("api", pc, "setmaxnreg.%s %u: the warp has %u registers a thread", inc ? "inc" : "dec", n,
                   r->of[warp]);
        simt_abandon(LAUNCH_FAILURE);
    }
    if (inc)
        r->pc = pc;
    (void)simt_warp_op(SIMT_SYNCWARP, (simt_mask)~(simt_mask)0, 0, 0, pc); /* all lanes have looked */
    r->at[warp] = pc;
    r->of[warp] = r->next[warp] = n;
}

/* The warps of a warpgroup execute the same ones. Whether two places are one line, of which the compiler made two
 * copies, is seen when the report is made. */
static void same_in_group(struct worker *w, int first)
{
    const struct registers *r = &w->sched->registers;
    int end = first + WARPGROUP < w->nwarps ? first + WARPGROUP : w->nwarps, most = first;
    for (int i = first; i < end; i++)
        most = r->times[i] > r->times[most] ? i : most;
    for (int i = first; i < end; i++) {
        int fewer = r->times[i] < r->times[most], other = r->next[i] != r->next[most];
        if (!fewer && !other && r->at[i] == r->at[most])
            continue;
        struct error e = { .kind = "aligned", .pc = r->at[most], .other_pc = fewer ? 0 : r->at[i], .block = w->block,
                           .other_block = fewer ? ~0ull : w->block, .thread = (unsigned)(most * SIMT_WARP),
                           .other_thread = fewer ? ~0u : (unsigned)(i * SIMT_WARP), .count = 1 };
        snprintf(e.text, sizeof e.text, fewer ? "Warp %d executes setmaxnreg and warp %d of its warpgroup does not: "
                 "all four warps have to." : "Warps %d and %d of one warpgroup execute setmaxnreg at two places of the "
                 "code: all four have to execute the same one.", most, i);
        error_add(&e);
        return;
    }
}

void registers_block_end(struct worker *w)
{
    struct registers *r = &w->sched->registers;
    unsigned all = 0;
    for (int i = 0; i < w->nwarps && r->launched && !w->failed; i += WARPGROUP)
        same_in_group(w, i);
    for (int i = 0; i < w->nwarps; i++)
        all += r->next[i] ? r->next[i] : r->launched;
    if (r->pc && all > r->launched * (unsigned)w->nwarps) {
        struct error e = { .kind = "deadlock", .pc = r->pc, .block = w->block, .other_block = ~0ull,
                           .thread = 0, .other_thread = ~0u, .count = 1 };
        snprintf(e.text, sizeof e.text, "setmaxnreg.inc waits for ever: the block's %d warps ask for %u registers in "
                 "all, and had %u when it was launched (%u a thread): other warps have to give more back by "
                 "setmaxnreg.dec",
                 w->nwarps, all * SIMT_WARP, r->launched * (unsigned)w->nwarps * SIMT_WARP, r->launched);
        error_add(&e);
    }
    if (r->launched)
        memset(r, 0, sizeof *r);
}
