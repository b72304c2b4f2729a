/*
 * snapshot.h: keep what a clean load of the whole curriculum gave, so that the next start need not
 * evaluate a hundred Lua files, nor read what it does not show: each part is read by itself. Valid as long as no file
 * that was read has another size, time or inode, and none came or went; and where one has, as long as all texts are
 * what they were.
 */
#ifndef RIDGE_SNAPSHOT_H
#define RIDGE_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

struct files;

/* Of all data files below root and shelves: the prelude, the tables, the weeks, the labs' manifests. */
uint64_t snapshot_stamp(const struct files *places);

struct snapshot;

/* Of the same files' texts and names, wherever they lie: slower, and the same on another machine. */
uint64_t snapshot_texts(const struct files *places);

/* NULL when there is none for this stamp, or its head is torn. The parts come from the file as it is now, also when
 * another process puts a newer one in its place. */
struct snapshot *snapshot_open(const char *path, uint64_t stamp);
/* For these texts, whatever stamp the file has: from now on this one. */
struct snapshot *snapshot_open_texts(const char *path, uint64_t texts, uint64_t stamp);
bool snapshot_is(const struct snapshot *s, uint64_t stamp); /* NULL is none */
json_t *snapshot_part(const struct snapshot *s, const char *name); /* yours; NULL: not there, or torn */
void snapshot_close(struct snapshot *s);

/* `values` is {part: value}. Both are atomic; a failure leaves the old file or none. */
bool snapshot_write(const char *path, uint64_t stamp, uint64_t texts, const json_t *values);
bool snapshot_copy(const struct snapshot *s, const char *path); /* under its present stamp */

#endif
