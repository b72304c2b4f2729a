/* js.c: see js.h. */
#include "js.h"

#include <math.h>
#include <string.h>

const char *js_text(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

double js_number(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

double js_number_or(const json_t *o, const char *key, double otherwise)
{
    const json_t *v = json_object_get(o, key);
    return json_is_number(v) ? json_number_value(v) : otherwise;
}

json_t *js_real(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

bool js_is(const json_t *o, const char *key, const char *value)
{
    return !strcmp(js_text(o, key), value);
}

json_t *js_row(const json_t *rows, const char *key, const char *value)
{
    size_t k;
    json_t *row;
    json_array_foreach(rows, k, row)
        if (json_is_string(json_object_get(row, key)) && js_is(row, key, value))
            return row;
    return NULL;
}
