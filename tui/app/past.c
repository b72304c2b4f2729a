/* past.c: see past.h. */
#include "past.h"

#include <string.h>

#include "interview.h"
#include "runner/base/js.h"

bool past_is_sitting(const json_t *row)
{
    return json_object_get(row, "scope") != NULL;
}

int64_t past_when(const json_t *row)
{
    return (int64_t)js_number(row, past_is_sitting(row) ? "when" : "started");
}

/* The attempts of a lab or of all; none of a deep dive. NULL with a->error. */
static json_t *attempts_of(struct app *a, const char *of, int limit)
{
    json_t *rows = NULL;
    if (of && !strncmp(of, "deep/", 5))
        return json_array();
    if (db_attempts(a->db, of, limit, &rows) != DB_OK) {
        app_fail_db(a);
        return NULL;
    }
    app_stood(a, rows);
    app_cases(a, rows);
    return rows;
}

/* The sittings on a deep dive or all of them, without those that are open; none of a lab. NULL with a->error. */
static json_t *sittings_of(struct app *a, const char *of)
{
    json_t *all = interview_past(a), *rows = all ? json_array() : NULL;
    size_t k;
    json_t *s;
    json_array_foreach(all, k, s)
        if (*js_text(s, "how") && (!of || !strcmp(js_text(s, "scope"), of)))
            json_array_append(rows, s);
    json_decref(all);
    return rows;
}

json_t *past_rows(struct app *a, const char *of, int limit)
{
    json_t *attempts = attempts_of(a, of, limit), *sittings = attempts ? sittings_of(a, of) : NULL;
    json_t *rows = sittings ? json_array() : NULL;
    size_t i = 0, j = 0;
    while (rows && json_array_size(rows) < (size_t)limit) {
        json_t *x = json_array_get(attempts, i), *s = json_array_get(sittings, j);
        bool sat = s && (!x || past_when(s) >= past_when(x));
        if (!x && !s)
            break;
        json_array_append(rows, sat ? s : x);
        i += !sat;
        j += sat;
    }
    json_decref(attempts);
    json_decref(sittings);
    return rows;
}
