/* js.c: see js.h. */
#include "js.h"

const char *js_text(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

double js_number(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}
