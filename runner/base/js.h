/* js.h: members of a JSON object and rows of an array, as everybody asks for them. Each function takes NULL, too. */
#ifndef BASE_JS_H
#define BASE_JS_H

#include <jansson.h>
#include <stdbool.h>

/* "" and 0 where `o` has no such member, or one of another type. */
const char *js_text(const json_t *o, const char *key);
double js_number(const json_t *o, const char *key);

double js_number_or(const json_t *o, const char *key, double otherwise); /* `otherwise` where js_number() says 0 */
json_t *js_real(double x); /* null where x is no finite number; you own it */

/* Is the member this text? A member that is not there, or is no text, is "". */
bool js_is(const json_t *o, const char *key, const char *value);

/* The first object of `rows` whose member `key` is this text, the array's own; NULL where there is none. */
json_t *js_row(const json_t *rows, const char *key, const char *value);

#endif
