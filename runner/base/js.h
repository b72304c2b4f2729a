/* js.h: members of a JSON object, as everybody asks for them. */
#ifndef BASE_JS_H
#define BASE_JS_H

#include <jansson.h>

/* "" and 0 where `o` has no such member, or one of another type. */
const char *js_text(const json_t *o, const char *key);
double js_number(const json_t *o, const char *key);

#endif
