/* packed.c: a letter for the kind, then counts of seven bits a byte, the least significant first. */
#include "packed.h"
#include "runner/base/util.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { DEEP = 64 };

/* --- write -------------------------------------------------------------------------------- */

static void add_count(struct text *to, uint64_t n)
{
    char bytes[10];
    size_t used = 0;
    for (; n > 127; n >>= 7)
        bytes[used++] = (char)((n & 127u) | 128u);
    bytes[used++] = (char)n;
    text_add(to, bytes, used);
}

static void add_letter(struct text *to, char letter)
{
    text_add(to, &letter, 1);
}

static void add_bytes(struct text *to, const char *s, size_t n)
{
    add_count(to, n);
    text_add(to, s, n);
}

static void add_number(struct text *to, const json_t *value)
{
    if (json_is_integer(value)) {
        const json_int_t i = json_integer_value(value);
        add_letter(to, 'i');
        add_count(to, ((uint64_t)i << 1) ^ (i < 0 ? UINT64_MAX : 0)); /* small ones of either sign are short */
    } else {
        const double x = json_real_value(value);
        char bytes[sizeof x];
        memcpy(bytes, &x, sizeof x);
        add_letter(to, 'd');
        text_add(to, bytes, sizeof bytes);
    }
}

static void add_list(struct text *to, const json_t *value)
{
    const json_t *v;
    size_t k;
    add_letter(to, 'a');
    add_count(to, json_array_size(value));
    json_array_foreach(value, k, v)
        packed_add(to, v);
}

static void add_object(struct text *to, const json_t *value)
{
    json_t *o = (json_t *)(size_t)value, *v;
    const char *key;
    add_letter(to, 'o');
    add_count(to, json_object_size(o));
    json_object_foreach(o, key, v) {
        add_bytes(to, key, strlen(key));
        add_letter(to, 0); /* so that a reader need not copy the key */
        packed_add(to, v);
    }
}

void packed_add(struct text *to, const json_t *value)
{
    if (json_is_object(value)) {
        add_object(to, value);
    } else if (json_is_array(value)) {
        add_list(to, value);
    } else if (json_is_string(value)) {
        add_letter(to, 's');
        add_bytes(to, json_string_value(value), json_string_length(value));
    } else if (json_is_number(value)) {
        add_number(to, value);
    } else {
        add_letter(to, json_is_true(value) ? 't' : json_is_false(value) ? 'f' : 'n');
    }
}

/* --- read --------------------------------------------------------------------------------- */

struct reader {
    const unsigned char *at, *end;
    int depth;
};

static json_t *read_value(struct reader *r);

static bool read_count(struct reader *r, uint64_t *ret)
{
    uint64_t n = 0;
    for (int shift = 0; shift < 64 && r->at < r->end; shift += 7) {
        const unsigned char byte = *r->at++;
        n |= (uint64_t)(byte & 127u) << shift;
        if (byte < 128) {
            *ret = n;
            return true;
        }
    }
    return false;
}

/* A count of what takes at least a byte each: more than there are bytes left are none. */
static bool read_length(struct reader *r, size_t *ret)
{
    uint64_t n;
    if (!read_count(r, &n) || n > (uint64_t)(r->end - r->at))
        return false;
    *ret = (size_t)n;
    return true;
}

static const char *read_bytes(struct reader *r, size_t *ret_n)
{
    if (!read_length(r, ret_n))
        return NULL;
    const char *s = (const char *)r->at;
    r->at += *ret_n;
    return s;
}

/* NULL: there is none. */
static const char *read_key(struct reader *r)
{
    size_t n;
    const char *key = read_bytes(r, &n);
    return key && r->at < r->end && *r->at++ == 0 ? key : NULL;
}

static json_t *read_string(struct reader *r)
{
    size_t n;
    const char *s = read_bytes(r, &n);
    return s ? json_stringn(s, n) : NULL;
}

static json_t *read_integer(struct reader *r)
{
    uint64_t n;
    return read_count(r, &n) ? json_integer((json_int_t)((n >> 1) ^ (n & 1 ? UINT64_MAX : 0))) : NULL;
}

static json_t *read_real(struct reader *r)
{
    double x;
    if ((size_t)(r->end - r->at) < sizeof x)
        return NULL;
    memcpy(&x, r->at, sizeof x);
    r->at += sizeof x;
    return json_real(x); /* NULL when the number is not finite */
}

static json_t *read_list(struct reader *r)
{
    size_t n;
    json_t *list = read_length(r, &n) ? json_array() : NULL;
    for (size_t k = 0; list && k < n; k++)
        if (json_array_append_new(list, read_value(r)) != 0) {
            json_decref(list);
            list = NULL;
        }
    return list;
}

static json_t *read_object(struct reader *r)
{
    size_t n;
    json_t *o = read_length(r, &n) ? json_object() : NULL;
    for (size_t k = 0; o && k < n; k++) {
        const char *key = read_key(r);
        if (!key || json_object_set_new(o, key, read_value(r)) != 0) {
            json_decref(o);
            o = NULL;
        }
    }
    return o;
}

static json_t *read_value(struct reader *r)
{
    json_t *v = NULL;
    if (r->at == r->end || r->depth == DEEP)
        return NULL;
    r->depth++;
    switch (*r->at++) {
    case 'o':
        v = read_object(r);
        break;
    case 'a':
        v = read_list(r);
        break;
    case 's':
        v = read_string(r);
        break;
    case 'i':
        v = read_integer(r);
        break;
    case 'd':
        v = read_real(r);
        break;
    case 't':
        v = json_true();
        break;
    case 'f':
        v = json_false();
        break;
    case 'n':
        v = json_null();
        break;
    default:
        break;
    }
    r->depth--;
    return v;
}

json_t *packed_read(const void *bytes, size_t n)
{
    struct reader r = {.at = bytes, .end = (const unsigned char *)bytes + n};
    json_t *v = n ? read_value(&r) : NULL;
    if (v && r.at == r.end)
        return v;
    json_decref(v);
    return NULL;
}
