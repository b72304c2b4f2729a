/* sources.c: see sources.h. */
#include "sources.h"

size_t sources_rows(const json_t *files, struct db_file ret[DB_MAX_FILES])
{
    size_t n = 0;
    const char *name;
    const json_t *text;
    json_object_foreach((json_t *)(size_t)files, name, text)
        if (n < DB_MAX_FILES)
            ret[n++] = (struct db_file){ name, json_string_value(text), json_string_length(text) };
    return n;
}

json_t *sources_json(const struct db_file *files, size_t n)
{
    json_t *o = json_object();
    for (size_t k = 0; k < n; k++)
        json_object_set_new(o, files[k].name, json_stringn(files[k].data, files[k].size));
    return o;
}
