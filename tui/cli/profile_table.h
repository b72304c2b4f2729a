#ifndef RIDGE_PROFILE_TABLE_H
#define RIDGE_PROFILE_TABLE_H

#include <jansson.h>

/* rows: [{case, call, name, value, source}], to standard output; columns beyond `width` characters go below. */
void profile_table(const json_t *rows, int width);

#endif
