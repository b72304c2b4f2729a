/*
 * disk.h: a disk that fails, kills or remembers: a layer over SQLite's own VFS, for tests.
 *
 * Counted are the operations that change a disk, or make a file: open, write, truncate, sync,
 * delete. One test arms it, one thread uses it.
 */
#ifndef RIDGE_TEST_DISK_H
#define RIDGE_TEST_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum disk_fault {
    DISK_SOUND,
    DISK_FULL_ONCE, /* the n-th operation finds the disk full, the next one does not */
    DISK_FULL,      /* from the n-th on all do */
    DISK_EIO_ONCE,
    DISK_EIO,
    DISK_KILL, /* SIGKILL before the n-th */
};

void disk_install(void); /* becomes SQLite's default; once a process, before the first open */

/* From here on; n counts from 0. */
void disk_arm(enum disk_fault fault, int n);
int disk_fired(void); /* how many operations failed since */

/* ---- Power cuts ------------------------------------------------------------------------- */

/* Remembers every operation on the files PATH, PATH-wal and PATH-journal from now on, which start
 * as they are now. */
void disk_record(const char *path);
size_t disk_recorded(void); /* operations so far: a moment to cut at */
void disk_forget(void);

/*
 * Writes to `to` (and to-wal, to-journal) what may be left after a power cut at moment `at`: what
 * was synced by then, and of the rest each write whole, not at all, or some of its 512-byte
 * sectors. The same `seed` makes the same choices.
 */
bool disk_image(size_t at, uint32_t seed, const char *to);

#endif
