/*
 * net_files.h: the files of ridge-net's jobs, on our side: it is given a descriptor when it asks, and knows no path.
 * What came is looked at, and gets its name, when ridge-net has ended and can write to it no more.
 */
#ifndef RUNNER_NET_FILES_H
#define RUNNER_NET_FILES_H

#include <jansson.h>

#include "runner/base/util.h"

enum { NET_TAG = 256 }; /* an ETag, or a date: what an interrupted transfer goes on with; and its 0 */

/* Opens a job's file: to read what is sent, to write FILE.part of what comes. The descriptor, yours to close, with the
 * version in ret_tag of which FILE.part has the beginning; or -1. */
int net_file_open(const json_t *job, char ret_tag[NET_TAG], struct err *e);

/* Of which version FILE.part is from now on; "": of one without a name. */
void net_file_tag(const json_t *job, const char *tag);

/* FILE.part is whole: held against `begins` and `sha256`, dated (modified: ms, or 0), renamed. 0, or -1 with *kind. */
int net_file_keep(const json_t *job, int64_t modified, const char **kind, struct err *e);

/* It is not whole: what there is stays for another time, when that is something. */
void net_file_leave(const json_t *job);
void net_file_drop(const json_t *job);

#endif
