/* own.c: from a question to the run of the learner's that it asks about. */
#define _GNU_SOURCE
#include "own.h"

#include <string.h>

#include "drills.h"
#include "runner/base/js.h"

enum { ATTEMPTS = 50 }; /* so far back a run is looked for */

static int won(const json_t *run, const char *milestone)
{
    const json_t *row = js_row(json_object_get(run, "milestones"), "id", milestone);
    return !strcmp(js_text(row, "status"), "PASS");
}

/* {counter: value} of the case, all from one source; NULL where one of them is not there. */
static json_t *values_of(const json_t *run, const json_t *own, const char *source)
{
    json_t *values = json_object();
    size_t k;
    const json_t *c, *list = json_object_get(own, "counters");
    json_array_foreach(json_object_get(run, "counters"), k, c) {
        size_t n;
        const json_t *name;
        if (strcmp(js_text(c, "source"), source) || strcmp(js_text(c, "case"), js_text(own, "case")) ||
            (*js_text(own, "call") && strcmp(js_text(c, "call"), js_text(own, "call"))))
            continue;
        json_array_foreach(list, n, name)
            if (!strcmp(json_string_value(name), js_text(c, "name")))
                json_object_set(values, json_string_value(name), json_object_get(c, "value"));
    }
    if (json_object_size(values) == json_array_size(list))
        return values;
    json_decref(values);
    return NULL;
}

/* {field: value} of what the bench measured; NULL where one of them is not there. */
static json_t *measured_of(const json_t *run, const json_t *own)
{
    const json_t *m = js_row(json_object_get(run, "measurements"), "bench", js_text(own, "bench")), *name;
    json_t *values = json_object();
    size_t k;
    json_array_foreach(json_object_get(own, "fields"), k, name) {
        const json_t *value = json_object_get(m, json_string_value(name));
        if (json_is_number(value))
            json_object_set(values, json_string_value(name), (json_t *)(size_t)value);
    }
    if (json_object_size(values) == json_array_size(json_object_get(own, "fields")))
        return values;
    json_decref(values);
    return NULL;
}

/* What an attempt has to say; NULL: nothing. */
static json_t *said_by(struct app *a, const json_t *own, int64_t id)
{
    json_t *run = NULL, *values = NULL, *ret = NULL;
    size_t k;
    const json_t *source;
    if (db_attempt_get(a->db, id, &run) != DB_OK)
        return NULL;
    if (won(run, js_text(own, "milestone")) && *js_text(own, "bench"))
        values = measured_of(run, own);
    else if (won(run, js_text(own, "milestone")))
        json_array_foreach(json_object_get(own, "source"), k, source)
            if (!values)
                values = values_of(run, own, json_string_value(source));
    if (values)
        ret = json_pack("{s:I s:O s:o}", "attempt", (json_int_t)id, "when", json_object_get(run, "started"), "values",
                        values);
    json_decref(run);
    return ret;
}

static json_t *newest(struct app *a, const json_t *own)
{
    const char *lab = js_text(own, "lab");
    json_t *list = NULL, *ret = NULL;
    size_t k;
    const json_t *x;
    int older = 0, rev = app_lab_rev(a, lab);
    if (db_attempts(a->db, lab, ATTEMPTS, &list) != DB_OK)
        return json_pack("{s:s}", "lack", db_error(a->db));
    json_array_foreach(list, k, x) {
        int now = (int)js_number(x, "rev") == rev;
        if (ret || strcmp(js_text(x, "impl"), "learner"))
            continue;
        older |= !now;
        if (now)
            ret = said_by(a, own, (int64_t)js_number(x, "id"));
    }
    json_decref(list);
    if (!ret && older)
        ret = json_pack("{s:o}", "lack",
                        json_sprintf("%s changed since your run: `ridge test %s` runs it again.", lab, lab));
    return ret;
}

json_t *own_run(struct app *a, const json_t *question, int64_t attempt)
{
    const json_t *own = json_object_get(question, "own");
    const char *lab = js_text(own, "lab");
    json_t *ret = NULL;
    if (json_object_get(question, "build"))
        return drills_outcome(a, js_text(json_object_get(question, "build"), "id"), attempt);
    if (!own)
        return NULL;
    if (a->db)
        ret = attempt ? said_by(a, own, attempt) : newest(a, own);
    if (!ret)
        ret = json_pack("{s:o}", "lack",
                        json_sprintf("There is no run of yours to ask about: `ridge test %s` first.", lab));
    return ret;
}

int own_rev(struct app *a, const char *owner, const json_t *question)
{
    const json_t *build = json_object_get(question, "build");
    return app_lab_rev(a, build ? js_text(build, "id") : owner);
}
