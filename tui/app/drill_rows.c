/* drill_rows.c: see drill_rows.h. */
#define _GNU_SOURCE
#include "drill_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/js.h"
#include "runner/base/util.h"

static const json_t *all_of(struct app *a, const char *id)
{
    char *lab = util_path("%.*s", (int)strcspn(id, "/"), id);
    const json_t *list = json_object_get(curriculum_brief(a->cur, lab), "drills");
    free(lab);
    return list;
}

const json_t *drill_rows_find(struct app *a, const char *id)
{
    return js_row(all_of(a, id), "id", id);
}

void drill_rows_names(struct app *a, const char *lab, char *ret, size_t n)
{
    size_t k, used = 0;
    const json_t *d;
    *ret = 0;
    json_array_foreach(all_of(a, lab), k, d)
        if (used < n)
            used += (size_t)snprintf(ret + used, n - used, "%s%s", k ? ", " : "", js_text(d, "name"));
}
