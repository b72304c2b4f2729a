/*
 * warp_machine.c: runs the programs of c05-warp-machine that have twins in CUDA on a machine that is linked to it, and
 * prints of each what warp_machine.sh takes from `ridge simt --json` of twins.cu. An argument takes the paths in turns.
 */
#include "asm.h"
#include "programs.h"

enum { TWINS = 13, IN = 2048, GLOBAL = 4096, SHARED = 2048, OUT = 128 };

static const int threads[TWINS] = { 128, 128, 32, 128, 32, 32, 32, 64, 128, 32, 32, 128, 32 };

void wm_issued(int64_t cycle, int warp, int pc, uint32_t mask)
{
    (void)cycle, (void)warp, (void)pc, (void)mask;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int k = 0; k < TWINS; k++) {
        static uint32_t global[GLOBAL], shared[SHARED];
        wm_cfg_t cfg = { threads[k], WM_OLDEST, argc > 1, 4, 29, 660, 1 << 24, sizeof global, sizeof shared };
        wm_ins_t code[WM_CODE];
        wm_count_t c;
        unsigned sum = 0;
        int n = wm_assemble(wm_programs[k].text, code, WM_CODE);
        memset(global, 0, sizeof global);
        memset(shared, 0, sizeof shared);
        for (unsigned i = 0; i < IN; i++)
            global[i] = i < 1024 ? i * 37 % 32 : 0;
        if (n < 1 || wm_run(&cfg, code, n, global, shared, &c) != WM_DONE)
            return 1;
        for (int i = 0; i < OUT; i++)
            sum = sum * 31 + global[IN + i];
        printf("%s %u g_ld_req %lld g_ld_sec %lld g_st_req %lld g_st_sec %lld sh_ld_req %lld sh_ld_wave %lld "
               "sh_st_req %lld sh_st_wave %lld bar %lld cycles %lld issued %lld lanes %lld splits %lld\n",
               wm_programs[k].name, sum, (long long)c.g_ld_req, (long long)c.g_ld_sec, (long long)c.g_st_req,
               (long long)c.g_st_sec, (long long)c.sh_ld_req, (long long)c.sh_ld_wave, (long long)c.sh_st_req,
               (long long)c.sh_st_wave, (long long)c.bar, (long long)c.cycles, (long long)c.issued, (long long)c.lanes,
               (long long)c.splits);
    }
    return 0;
}
