/* changers.h: who changed an atomic's word before its last change, where that last change told its thread nothing of
 * others (its result is dropped). A plain access after it races with them, though the last change is its own. */
#ifndef SIMT_CHANGERS_H
#define SIMT_CHANGERS_H

#include <stdint.h>

struct changer {
    uint64_t block, tick;
    uint32_t pc, epoch, grid_epoch, clock, thread;
};

/* One of another block, and one of another warp of the same block. */
enum { CHANGER_BLOCK, CHANGER_WARP, CHANGERS };

struct changers; /* NULL: none was ever noted */

/* `life`: what a note is good for, a launch or the time between two barriers. Of two words that share a place the
 * later stays. */
void changer_note(struct changers **c, uint64_t word, uint64_t life, int which, const struct changer *who);
const struct changer *changer_of(const struct changers *c, uint64_t word, uint64_t life, int which); /* or NULL */
void changers_forget(struct changers *c);

#endif
