/*
 * transfer.h: what the two halves of transfer share: the file's form (transfer_file.c) and what is
 * done with it (transfer.c).
 *
 * A file of `ridge export-data` is a head of 128 bytes and after it an SQLite database, a workbook
 * with the tables of the learner filled and those of a class empty. The head is text:
 *
 *     ridge-data 1\n                  the form's version
 *     blake2b-256 HEX\n               of all bytes after the head
 *     bytes DIGITS\n                  how many those are
 *
 * and newlines up to 128. `tail -c +129 FILE > copy.db` gives a database that any SQLite opens.
 */
#ifndef RIDGE_DB_TRANSFER_H
#define RIDGE_DB_TRANSFER_H

#include "internal.h"

enum { TRANSFER_VERSION = 1, TRANSFER_HEAD = 128 };

/* Half-made files beside an export: whatever its name is, nobody else's files are called so. */
#define TRANSFER_IMAGE ".ridge-image-"
#define TRANSFER_PART ".ridge-part-"

/* Writes head and image to `path`, which must not exist; complete or not at all. */
enum db_status transfer_pack(struct db *db, const char *image, const char *path);

/* Checks the head and copies the image, whose hash must be right, to the file `image`. */
enum db_status transfer_unpack(struct db *db, const char *path, const char *image);

/* Is the image a sound workbook with no table, view or trigger of somebody else's? Brings an older
 * one to this version's schema. `path`: for messages. */
enum db_status transfer_check(struct db *db, const char *path, const char *image);

#endif
