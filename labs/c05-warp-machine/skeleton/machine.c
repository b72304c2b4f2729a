/*
 * machine.c: yours. lab.h is the contract, asm.h an assembler for programs of your own, programs.h what the cases run.
 *
 * Everything compiles as it stands, and every function is wrong. Order of work: wm_pieces and wm_waves; wm_pick; wm_run
 * for programs without branches, first their results, then their cycles; wm_joins; then paths; then bars.
 */
#include "lab.h"

#include <string.h>

void wm_joins(const wm_ins_t *code, int n, int *join)
{
    /* Which instructions does every way from p pass? */
    (void)code, (void)n, (void)join;
}

int wm_pieces(uint32_t mask, const uint32_t addr[WM_LANES], uint32_t bytes)
{
    (void)mask, (void)addr, (void)bytes;
    return 0;
}

int wm_waves(uint32_t mask, const uint32_t addr[WM_LANES])
{
    (void)mask, (void)addr;
    return 0;
}

int wm_pick(int policy, int warps, const uint8_t *can, int last)
{
    (void)policy, (void)warps, (void)can, (void)last;
    return -1;
}

int wm_run(const wm_cfg_t *cfg, const wm_ins_t *code, int n, uint32_t *global, uint32_t *shared, wm_count_t *count)
{
    /* What does a warp know: registers, when they are due, paths. What does the machine know: the clock, the port. */
    memset(count, 0, sizeof *count);
    (void)cfg, (void)code, (void)n, (void)global, (void)shared;
    return WM_DONE;
}
