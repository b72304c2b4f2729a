/*
 * cut.h: the C library's operations on files, one of which fails: what disk.h does beneath SQLite, for everything else.
 *
 * Counted are those that change a disk: making a file, write, sync, change of mode, link, rename, unlink. Arm it in a
 * child of fork(); SQLite, too, calls these.
 */
#ifndef RIDGE_TEST_CUT_H
#define RIDGE_TEST_CUT_H

#include <stdbool.h>

enum cut {
    CUT_NONE,
    CUT_KILL,  /* SIGKILL before the n-th */
    CUT_FULL,  /* from the n-th on: ENOSPC, of what needs room */
    CUT_EIO,   /* the n-th alone */
    CUT_EINTR, /* the n-th alone, if it is a write */
    CUT_SHORT, /* from the n-th on a write takes half of what it is given */
};

void cut_arm(enum cut how, int n); /* n counts from 0 */
bool cut_fired(void);

#endif
