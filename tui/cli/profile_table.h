/* profile_table.h: prints the counters of a profile as a table. */
#ifndef RIDGE_PROFILE_TABLE_H
#define RIDGE_PROFILE_TABLE_H

#include <jansson.h>

/* The counters of a report, to standard output; columns beyond `width` characters go below. */
void profile_table(const json_t *report, int width);

#endif
