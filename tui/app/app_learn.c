/* What the learner said, what was measured, what is next. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "db/gradebook.h"
#include "gate.h"
#include "runner/base/js.h"

static json_t *said_of(struct app *a, const char *lab, const char *key)
{
    json_t *p = NULL, *v;
    if (!a->db || db_prediction_get(a->db, lab, key, &p) != DB_OK)
        return json_null();
    const json_t *choice = json_object_get(p, "choice");
    v = json_is_string(choice) ? json_deep_copy(choice) : json_deep_copy(json_object_get(p, "value"));
    json_decref(p);
    return v ? v : json_null();
}

int app_ran_correctly(struct app *a, const char *lab)
{
    json_t *h = NULL;
    int yes = 0;
    size_t k;
    const json_t *m;
    if (!a->db || db_history_for_grader(a->db, lab, 0, &h) != DB_OK)
        return 0;
    json_array_foreach(json_object_get(h, "passed"), k, m)
        yes |= !strcmp(json_string_value(m), "correct");
    json_decref(h);
    return yes;
}

/* {prediction id: what was said} */
static json_t *all_said(struct app *a, const json_t *lab)
{
    json_t *given = json_object();
    size_t k;
    const json_t *p;
    json_array_foreach(json_object_get(lab, "predict"), k, p) {
        const char *id = json_string_value(json_object_get(p, "id"));
        json_t *said = said_of(a, js_text(lab, "id"), id);
        if (json_is_null(said))
            json_decref(said);
        else
            json_object_set_new(given, id, said);
    }
    return given;
}

json_t *app_predicted(struct app *a, const json_t *lab)
{
    json_t *given = all_said(a, lab);
    json_t *judged = json_object_size(given) ? curriculum_predict(a->cur, js_text(lab, "id"), given) : NULL;
    json_decref(given);
    return judged;
}

/* The measured column opens with the first correct run, so that nobody copies it into the other. */
json_t *app_cost_card(struct app *a, const json_t *lab)
{
    json_t *card = json_array(), *said = all_said(a, lab);
    size_t k;
    const json_t *p;
    json_array_foreach(json_object_get(lab, "predict"), k, p) {
        const json_t *mine = json_object_get(said, json_string_value(json_object_get(p, "id")));
        json_t *row = json_deep_copy(p);
        json_object_set_new(row, "said", mine ? json_deep_copy(mine) : json_null());
        json_object_set_new(row, "measured", json_null());
        json_array_append_new(card, row);
    }
    json_t *judged = app_ran_correctly(a, js_text(lab, "id")) ? app_predicted(a, lab) : NULL;
    json_t *row;
    json_array_foreach(card, k, row) {
        const json_t *j = js_row(judged, "id", json_string_value(json_object_get(row, "id")));
        if (!j || json_is_null(json_object_get(row, "said")))
            continue;
        json_object_set(row, "measured", json_object_get(j, "expected"));
        json_object_set(row, "status", json_object_get(j, "status"));
        json_object_set(row, "hint", json_object_get(j, "hint"));
    }
    json_decref(judged);
    json_decref(said);
    return card;
}

bool app_untouched(struct app *a)
{
    json_t *entries = NULL, *students = NULL;
    bool none = a->db && db_journal(a->db, 0, 1, &entries) == DB_OK && !json_array_size(entries) &&
                db_students(a->db, &students) == DB_OK && !json_array_size(students);
    json_decref(entries);
    json_decref(students);
    return none;
}

static int passed(const json_t *standing, const char *lab)
{
    const char *s = json_string_value(json_object_get(json_object_get(standing, lab), "status"));
    return s && !strcmp(s, "PASS");
}

int app_lab_ready(struct app *a, const json_t *standing, const json_t *lab)
{
    static const char *const lists[] = { "requires", "suggests" };
    size_t k;
    const json_t *name;
    for (int q = 0; q < 2; q++)
        json_array_foreach(json_object_get(lab, lists[q]), k, name) {
            const char *id = json_string_value(name);
            if (id && curriculum_has_lab(a->cur, id) && !passed(standing, id))
                return 0;
        }
    return 1;
}

json_t *app_next(struct app *a, const json_t *standing)
{
    json_t *read = NULL, *ret = NULL;
    size_t k, q;
    const json_t *step, *name;
    const char *first = NULL, *best = NULL;
    if (!standing)
        standing = read = app_standing_all(a);
    const char *why = "next on your track", *gate = NULL;
    int gated = json_is_true(json_object_get(app_track(a), "gated"));
    if (gated && (best = gate_next(a, app_track(a), standing, &gate)))
        why = gate;
    json_array_foreach(json_object_get(gated ? NULL : app_track(a), "steps"), k, step)
        json_array_foreach(json_object_get(step, "labs"), q, name) {
            const char *id = json_string_value(name);
            const json_t *lab = id ? curriculum_brief(a->cur, id) : NULL;
            if (!lab || passed(standing, id))
                continue;
            if (!first)
                first = id;
            if (!best && app_lab_ready(a, standing, lab))
                best = id;
        }
    best = best ? best : first;
    if (best) {
        const json_t *lab = curriculum_brief(a->cur, best), *mine = json_object_get(standing, best);
        ret = json_pack("{s:s s:O? s:O? s:s}", "lab", best, "title", json_object_get(lab, "title"), "week",
                        json_object_get(lab, "week"), "why",
                        json_is_true(json_object_get(mine, "begun")) ? "you have begun it" : why);
    }
    json_decref(read);
    return ret;
}
