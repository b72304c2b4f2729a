/*
 * net_files.h: the files of ridge-net's jobs, on our side. ridge-net gets a descriptor when it asks for one, and knows
 * no path. A file is checked and gets its name once ridge-net has ended and can't write to it any more.
 */
#ifndef RUNNER_NET_FILES_H
#define RUNNER_NET_FILES_H

#include <jansson.h>

#include "runner/base/util.h"

enum { NET_TAG = 256 }; /* bytes of an ETag or a date, by which an interrupted transfer continues, with the final 0 */

/* Opens a job's file: for reading when it is sent, else its FILE.part for writing. The descriptor, yours to close, and
 * in ret_tag the version whose beginning FILE.part has; or -1. */
int net_file_open(const json_t *job, char ret_tag[NET_TAG], struct err *e);

/* Notes the version of which FILE.part is a part from now on; "": a version without a name. */
void net_file_tag(const json_t *job, const char *tag);

/* Takes a whole FILE.part: checks `begins` and `sha256`, dates the file (`modified` in ms, or 0) and renames it. 0, or
 * -1 with *kind and a sentence. */
int net_file_keep(const json_t *job, int64_t modified, const char **kind, struct err *e);

/* Leaves an unfinished FILE.part for a later run, unless it is empty. */
void net_file_leave(const json_t *job);

/* Removes FILE.part. */
void net_file_drop(const json_t *job);

#endif
