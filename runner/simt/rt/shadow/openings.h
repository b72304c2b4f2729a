/* openings.h: races of plain reads with atomics, which are none where the read opens a loop around atomicCAS.
 * `at`: the address of a row's first lane. */
#ifndef SIMT_OPENINGS_H
#define SIMT_OPENINGS_H

#include "runner/simt/rt/sched/sched.h"

enum { OPENINGS_RECENT = 4, OPENINGS_KNOWN = 64, OPENINGS_DOUBTS = 64 };

struct openings {
    struct {
        uint32_t pc;
        uint64_t at;
    } read[SIMT_MAX_WARPS][OPENINGS_RECENT];
    uint8_t next[SIMT_MAX_WARPS];
    uint32_t known[OPENINGS_KNOWN]; /* pcs; as long as there is room */
    unsigned nknown;
    struct error doubt[OPENINGS_DOUBTS];
    uint32_t doubt_pc[OPENINGS_DOUBTS];
    unsigned ndoubts;
};

void opening_read(struct openings *o, unsigned warp, uint32_t pc, uint64_t at); /* a plain read */
void opening_cas(struct openings *o, unsigned warp, uint64_t at);
void opening_race(struct openings *o, uint32_t pc, const struct error *e); /* of the plain read at pc; reported at
                                                                              the end, or never */
void openings_end(struct openings *o);

#endif
