/* rank.h: the rank's end of wire.h: a transport whose every call goes to the hub and waits for its turn. */
#ifndef RANKS_RANK_H
#define RANKS_RANK_H

#include "wire.h"

/* In the rank's process, before its first call; waits until the hub lets the rank begin. */
const struct ranks_transport *rank_transport(struct ranks_page *page);
void rank_begin(void);

/* page_wait() sleeps until a counter of a page changes, a few milliseconds at most; page_wake() announces a change. */
void page_wait(volatile uint32_t *at, uint32_t while_it_is);
void page_wake(volatile uint32_t *at);

#endif
