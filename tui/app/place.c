/* place.c: which questions place a learner in a track. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

/* Numbers that no page of the workbook asks this learner with. */
static uint64_t seed_of(const struct app *a)
{
    return (uint64_t)a->learner_seed ^ 0x706c616365UL;
}

/* Judged by the machine, and answered without looking anything up. */
static int is_asked(const json_t *question)
{
    static const char *const kinds[] = { "num", "choice", "multi", "expr" };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (!strcmp(js_text(question, "kind"), kinds[k]))
            return 1;
    return 0;
}

/* Does it stand for itself? A question whose numbers are drawn speaks of no page. */
static int is_drawn(const json_t *question)
{
    return json_object_size(json_object_get(question, "params")) > 0;
}

/* What can be asked of a step's labs, of which the numbers are drawn or not; NULL: a lab does not load. */
static json_t *pool_of(struct app *a, const json_t *step, int drawn)
{
    json_t *pool = json_array();
    size_t k, q;
    const json_t *lab, *question;
    json_array_foreach(json_object_get(step, "labs"), k, lab) {
        const char *id = js_text(lab, "id");
        if (!json_is_true(json_object_get(lab, "ready")))
            continue;
        json_t *list = curriculum_questions(a->cur, id, seed_of(a));
        if (!list) {
            app_fail(a, app_code(a, APP_CONFIG), "%s", curriculum_error(a->cur));
            json_decref(pool);
            return NULL;
        }
        json_array_foreach(list, q, question)
            if (is_asked(question) && is_drawn(question) == drawn)
                json_array_append_new(pool, json_pack("{s:s s:O}", "owner", id, "question", question));
        json_decref(list);
    }
    return pool;
}

/* Draws from the pool until PLACE_ASKED are there or the pool is empty, whose reference it takes. -1: there is none. */
static int draw_from(json_t *pool, uint64_t draw, json_t *drawn)
{
    if (!pool)
        return -1;
    while (json_array_size(drawn) < PLACE_ASKED && json_array_size(pool)) {
        size_t n = json_array_size(pool), at = (size_t)(draw % n);
        json_array_append(drawn, json_array_get(pool, at));
        json_array_remove(pool, at);
        draw /= n;
    }
    json_decref(pool);
    return 0;
}

json_t *place_questions(struct app *a, const json_t *track, const json_t *step)
{
    json_t *drawn = json_array();
    char learner[24], hex[33];
    snprintf(learner, sizeof learner, "%lld", (long long)a->learner_seed);
    util_hash(hex, learner, js_text(track, "id"), js_text(step, "name"), NULL);
    hex[15] = 0;
    uint64_t draw = strtoull(hex, NULL, 16);
    int rc = draw_from(pool_of(a, step, 1), draw, drawn);
    if (!rc && json_array_size(drawn) < PLACE_RIGHT)
        rc = draw_from(pool_of(a, step, 0), draw, drawn);
    if (!rc)
        return drawn;
    json_decref(drawn);
    return NULL;
}

json_t *place_judge(struct app *a, const char *owner, const char *question, const char *typed)
{
    json_t *given = json_string(typed);
    json_t *verdict = given ? curriculum_answer(a->cur, owner, question, seed_of(a), given, false) : NULL;
    json_decref(given);
    return verdict;
}

enum app_exit place_keep(struct app *a, const json_t *track, const char *step, int right, int asked)
{
    char subject[256];
    json_t *data = json_pack("{s:i s:i}", "right", right, "asked", asked);
    snprintf(subject, sizeof subject, "%.100s/%.100s", js_text(track, "id"), step);
    enum app_exit code = db_event(a->db, "place", subject, data) == DB_OK ? APP_OK : app_fail_db(a);
    json_decref(data);
    return code;
}
