/* ending.c: see ending.h. */
#define _GNU_SOURCE
#include "ending.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "intake.h"
#include "runner/base/js.h"

enum { ENDING_MOST = 16 };

int ending_is(const char *ending)
{
    size_t n = strlen(ending);
    for (size_t k = 1; k < n; k++)
        if (!isalnum((unsigned char)ending[k]) && ending[k] != '.')
            return 0;
    return *ending == '.' && n > 1 && n <= ENDING_MOST && ending[n - 1] != '.';
}

json_t *ending_also(const json_t *edit, const char *const *endings, int n)
{
    json_t *all = json_copy((json_t *)(size_t)edit);
    for (int k = 0; k < n; k++)
        json_array_append_new(all, json_sprintf("*%s", endings[k]));
    return all;
}

/* `path` without `ending`, with that of the lab's file; NULL where the lab has no file of such a name. */
static char *named(const json_t *edit, const char *path, const char *ending)
{
    size_t stem = strlen(path) - strlen(ending), k;
    const json_t *f;
    json_array_foreach(edit, k, f) {
        const char *own = strrchr(json_string_value(f), '.');
        size_t m = own ? strlen(own) : 0;
        bool has = own && stem > m && !strncasecmp(path + stem - m, own, m); /* of "a.c.txt" .txt was the ending */
        char *name = own ? util_path("%.*s%s", (int)stem, path, has ? "" : own) : NULL;
        if (name && intake_wants(edit, name))
            return name;
        free(name);
    }
    return NULL;
}

static bool has_path(const json_t *entries, const char *path)
{
    size_t k;
    const json_t *e;
    json_array_foreach(entries, k, e)
        if (!strcmp(js_text(e, "path"), path))
            return true;
    return false;
}

json_t *ending_rename(const json_t *edit, const char *const *endings, int n, json_t *entries)
{
    json_t *renamed = json_object(), *e;
    size_t k;
    json_array_foreach(entries, k, e) {
        const char *path = js_text(e, "path");
        size_t len = strlen(path);
        if (intake_wants(edit, path))
            continue;
        for (int q = 0; q < n; q++) {
            size_t m = strlen(endings[q]);
            char *name = len > m && !strcasecmp(path + len - m, endings[q]) ? named(edit, path, endings[q]) : NULL;
            if (name && !has_path(entries, name)) {
                json_object_set(renamed, name, json_object_get(e, "path"));
                json_object_set_new(e, "path", json_string(name));
                q = n;
            }
            free(name);
        }
    }
    return renamed;
}
