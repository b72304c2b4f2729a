/* anonymous.c: see anonymous.h. */
#include "anonymous.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/memory.h"
#include "runner/base/util.h"

enum { SHORT = 6, LONG = 14 }; /* letters; the long ones are for two who would have the same short one */

const char *anonymous_secret(const json_t *policy)
{
    const char *s = util_str(policy, "anonymous", "");
    return strlen(s) == ANONYMOUS_SECRET ? s : NULL;
}

void anonymous_draw(char ret[ANONYMOUS_SECRET + 1])
{
    unsigned char bytes[ANONYMOUS_SECRET / 2];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(ret, ANONYMOUS_SECRET + 1, bytes, sizeof bytes);
}

/* "A-" and n letters or digits, none of which looks like another. */
static void name_of(const char *secret, const char *key, int n, char ret[LONG + 3])
{
    static const char letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"; /* 32 */
    unsigned char hash[LONG];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)key, strlen(key), (const unsigned char *)secret,
                       strlen(secret));
    strcpy(ret, "A-");
    for (int k = 0; k < n; k++)
        ret[2 + k] = letters[hash[k] & 31];
    ret[2 + n] = 0;
}

json_t *anonymous_names(const json_t *students, const char *secret)
{
    json_t *ret = json_object(), *seen = json_object();
    size_t k;
    const json_t *s;
    char name[LONG + 3], id[24];
    json_array_foreach(students, k, s) {
        name_of(secret, util_str(s, "key", ""), SHORT, name);
        json_object_set_new(seen, name, json_integer(json_integer_value(json_object_get(seen, name)) + 1));
    }
    json_array_foreach(students, k, s) {
        name_of(secret, util_str(s, "key", ""), SHORT, name);
        if (json_integer_value(json_object_get(seen, name)) > 1)
            name_of(secret, util_str(s, "key", ""), LONG, name);
        snprintf(id, sizeof id, "%lld", (long long)json_integer_value(json_object_get(s, "id")));
        json_object_set_new(ret, id, json_string(name));
    }
    json_decref(seen);
    return ret;
}

static json_t *pseudonym(const json_t *names, const json_t *id)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)json_integer_value(id));
    json_t *name = json_object_get(names, text);
    return name ? json_incref(name) : json_string("A-?");
}

static int by_key(const void *a, const void *b)
{
    return strcmp(util_str(*(const json_t *const *)a, "key", ""), util_str(*(const json_t *const *)b, "key", ""));
}

json_t *anonymous_students(const json_t *students, const json_t *names)
{
    static const char *const nothing[] = { "name", "email", "section" };
    size_t n = json_array_size(students), k, q;
    json_t **order = calloc(n + 1, sizeof *order), *ret = json_array(), *s;
    if (!order)
        memory_end();
    json_array_foreach(students, k, s) {
        order[k] = json_copy(s);
        json_object_set_new(order[k], "key", pseudonym(names, json_object_get(s, "id")));
        for (q = 0; q < sizeof nothing / sizeof *nothing; q++)
            json_object_set_new(order[k], nothing[q], json_string(""));
        json_object_set_new(order[k], "extra", json_null());
        json_object_del(order[k], "team");
    }
    qsort(order, n, sizeof *order, by_key);
    for (k = 0; k < n; k++)
        json_array_append_new(ret, order[k]);
    free(order);
    return ret;
}

json_t *anonymous_rows(const json_t *rows, const json_t *names)
{
    json_t *ret = json_array(), *row;
    size_t k;
    json_array_foreach(rows, k, row) {
        json_t *copy = json_copy(row);
        json_object_set_new(copy, "key", pseudonym(names, json_object_get(row, "student")));
        if (json_object_get(row, "name"))
            json_object_set_new(copy, "name", json_string(""));
        if (json_object_get(row, "origin"))
            json_object_set_new(copy, "origin", json_string(""));
        if (json_object_get(row, "of"))
            json_object_set_new(copy, "of", json_string(""));
        json_array_append_new(ret, copy);
    }
    return ret;
}
