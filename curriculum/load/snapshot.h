/*
 * snapshot.h: keep what a clean load of the whole curriculum gave, so that the next start need not
 * evaluate a hundred Lua files. Valid as long as no file that was read has another size, time or
 * inode, and none came or went.
 */
#ifndef RIDGE_SNAPSHOT_H
#define RIDGE_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

struct files;

/* Of all data files below root and shelves: the prelude, the tables, the weeks, the labs' manifests. */
uint64_t snapshot_stamp(const struct files *places);

/* NULL when there is none for this stamp. */
json_t *snapshot_read(const char *path, uint64_t stamp);

/* Atomic; a failure leaves the old file or none. */
bool snapshot_write(const char *path, uint64_t stamp, json_t *value);

#endif
