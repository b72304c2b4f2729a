/* class_seed.c: see class_seed.h. */
#define _GNU_SOURCE
#include "class_seed.h"

#include <stdlib.h>
#include <string.h>

#include "db/gradebook.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

json_t *class_seeds(struct app *a, const char *lab)
{
    json_t *list = NULL;
    char *key = util_path("class.seeds:%s", lab);
    if (db_state_get(a->db, key, &list) != DB_OK || !json_is_array(list)) {
        json_decref(list);
        list = json_array();
    }
    free(key);
    return list;
}

/* The last that was stored of the round, or else of the rounds before. */
static bool find(const json_t *seeds, int round, struct class_seed *ret)
{
    size_t k;
    const json_t *s;
    bool found = false;
    json_array_foreach(seeds, k, s) {
        struct class_seed one = { (int64_t)json_integer_value(json_object_get(s, "seed")), (int)js_number(s, "round"),
                                  json_is_true(json_object_get(s, "given")) };
        if (one.seed <= 0 || one.round > round || (found && one.round < ret->round))
            continue;
        *ret = one;
        found = true;
    }
    return found;
}

static enum app_exit store(struct app *a, const char *lab, json_t *seeds, const struct class_seed *s)
{
    char *key = util_path("class.seeds:%s", lab);
    json_t *row = json_pack("{s:i s:I s:b}", "round", s->round, "seed", (json_int_t)s->seed, "given", s->given);
    json_array_append(seeds, row);
    enum db_status rc = db_state_put(a->db, key, seeds);
    if (rc == DB_OK)
        rc = db_audit(a->db, NULL, "seed", lab, row);
    json_decref(row);
    free(key);
    return rc == DB_OK ? APP_OK : app_fail_db(a);
}

static enum app_exit draw(struct app *a, int64_t *ret)
{
    uint64_t seed = 0;
    while (!seed) {
        if (util_random(&seed, sizeof seed))
            return app_fail(a, APP_OURS, "The kernel gives no random numbers, and a class needs a seed.");
        seed >>= 1; /* a number that JSON has as an integer */
    }
    *ret = (int64_t)seed;
    return APP_OK;
}

enum app_exit class_seed_of(struct app *a, const char *lab, int round, struct class_seed *ret)
{
    json_t *seeds = class_seeds(a, lab);
    struct class_seed s = { 0 };
    bool found = find(seeds, round, &s), over = a->seed > 0 && (!found || s.seed != a->seed);
    bool here = found && !over && s.round == round;
    enum app_exit code = APP_OK;
    if (over) {
        s.seed = a->seed;
        s.given = true;
    } else if (!found) {
        code = draw(a, &s.seed);
    }
    s.round = round;
    if (code == APP_OK && !here)
        code = store(a, lab, seeds, &s);
    json_decref(seeds);
    if (code == APP_OK)
        *ret = s;
    return code;
}

uint64_t class_seed_draw(const struct class_seed *s)
{
    char hex[33], text[24];
    snprintf(text, sizeof text, "%lld", (long long)s->seed);
    util_hash(hex, "class draw", text, NULL);
    hex[16] = 0;
    return strtoull(hex, NULL, 16) | 1ull << 12; /* never 0, which draws anew */
}
