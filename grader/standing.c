/* standing.c: the best of each milestone, and what they come to. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "standing.h"
#include "runner/base/js.h"

#include <stdbool.h>
#include <string.h>

/* ---- the sum of rows -------------------------------------------------------------------- */

static int rank(const char *stage)
{
    static const char *const order[] = {"bronze", "silver", "gold"};
    int k = 0;
    while (k < 3 && strcmp(stage, order[k]))
        k++;
    return k < 3 ? k + 1 : 0;
}

static const char *least_stage(const json_t *rows)
{
    static const char *const names[] = {"", "bronze", "silver", "gold", ""};
    const json_t *m;
    size_t k;
    int least = 4;
    json_array_foreach(rows, k, m) {
        if (!js_is(m, "kind", "perf") || js_is(m, "status", "SKIPPED") || json_is_true(json_object_get(m, "beside")))
            continue;
        least = rank(js_text(m, "stage")) < least ? rank(js_text(m, "stage")) : least;
    }
    return names[least];
}

static const char *verdict(const json_t *rows)
{
    const char *skipped = NULL;
    const json_t *m;
    size_t k;
    bool judged = false, stale = false;
    json_array_foreach(rows, k, m) {
        const char *status = *js_text(m, "status") ? js_text(m, "status") : "ERROR";
        if (json_is_true(json_object_get(m, "beside")))
            continue;
        if (!strcmp(status, "PASS"))
            judged = true;
        else if (!strcmp(status, "STALE"))
            stale = true;
        else if (strcmp(status, "SKIPPED"))
            return status;
        else if (js_is(m, "kind", "correct"))
            skipped = status;
    }
    return skipped ? skipped : stale ? "STALE" : judged ? "PASS" : "SKIPPED";
}

/* Thirds of a point add up to whole ones. */
static double tidy(double points)
{
    return (double)(long long)(points * 1e6 + .5) / 1e6;
}

struct standing standing_of(const json_t *rows)
{
    struct standing s = {.status = verdict(rows), .stage = least_stage(rows)};
    const json_t *m;
    size_t k;
    json_array_foreach(rows, k, m) {
        s.points += js_number(m, "points");
        s.max += js_number(m, "max");
    }
    s.points = tidy(s.points);
    s.max = tidy(s.max);
    return s;
}

/* ---- the best of each milestone --------------------------------------------------------- */

static double share(const json_t *won)
{
    double max = js_number(won, "max");
    return max > 0 ? js_number(won, "points") / max : 0;
}

/* Not won, but partly right: worth its points at its own revision alone. */
static bool is_partial(const json_t *won)
{
    return json_is_true(json_object_get(won, "partial"));
}

/* Is `a` the better win of one milestone? Of equals the earlier stays. */
static bool better(const json_t *a, const json_t *b)
{
    if (!b || js_number(a, "rev") != js_number(b, "rev"))
        return !b || js_number(a, "rev") > js_number(b, "rev");
    return share(a) != share(b) ? share(a) > share(b) : rank(js_text(a, "stage")) > rank(js_text(b, "stage"));
}

/* The best win of `id` up to a revision and a run, or NULL. */
static const json_t *best(const json_t *won, const char *id, int rev, json_int_t until)
{
    const json_t *w, *found = NULL;
    size_t k;
    json_array_foreach(won, k, w) {
        bool counts = (!until || json_integer_value(json_object_get(w, "attempt")) <= until) &&
                      (!is_partial(w) || js_number(w, "rev") == rev);
        if (counts && js_is(w, "id", id) && js_number(w, "rev") <= rev && better(w, found))
            found = w;
    }
    return found;
}

/* Every start makes a row of each milestone that there is, for which json_pack() would be most of the work. */
static void put(json_t *row, const char *key, json_t *value)
{
    json_object_set_new_nocheck(row, key, value);
}

static json_t *row_of(const json_t *m, const json_t *w, int rev)
{
    bool now = w && js_number(w, "rev") == rev, part = w && is_partial(w);
    double max = js_number(m, "max");
    json_t *row = json_object();
    put(row, "id", json_string(js_text(m, "id")));
    put(row, "kind", json_string(js_text(m, "kind")));
    put(row, "status", json_string(part ? "PENDING" : now ? "PASS" : w ? "STALE" : "PENDING"));
    put(row, "stage", json_string(now ? js_text(w, "stage") : ""));
    put(row, "points", json_real(now ? share(w) * max : 0.0));
    put(row, "max", json_real(max));
    put(row, "won", json_integer(json_integer_value(json_object_get(w, "attempt"))));
    if (w)
        json_object_set(row, "when", json_object_get(w, "when"));
    if (now && !js_is(m, "kind", "answers") && json_is_true(json_object_get(w, "after_solution")))
        json_object_set_new(row, "after_solution", json_true());
    if (json_is_true(json_object_get(m, "beside")))
        json_object_set_new(row, "beside", json_true());
    return row;
}

json_t *standing_rows(const json_t *milestones, int rev, const json_t *won, json_int_t until, double answers)
{
    json_t *rows = json_array();
    const json_t *m;
    size_t k;
    json_array_foreach(milestones, k, m) {
        json_t *row = row_of(m, best(won, js_text(m, "id"), rev, until), rev);
        if (js_is(m, "kind", "answers") && !js_is(row, "status", "PASS")) {
            json_object_set_new(row, "status", json_string(answers >= 1 ? "PASS" : "PENDING"));
            json_object_set_new(row, "points", json_real(answers * js_number(m, "max")));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

struct standing standing_then(const json_t *attempt, const json_t *won)
{
    int rev = (int)js_number(attempt, "rev");
    json_int_t id = json_integer_value(json_object_get(attempt, "id"));
    struct standing s = { js_number(attempt, "answers"), js_number(attempt, "max"), js_text(attempt, "status"),
                          js_text(attempt, "stage") };
    const json_t *w;
    size_t k;
    json_array_foreach(won, k, w) {
        const json_t *its = best(won, js_text(w, "id"), rev, id);
        if (its == w && js_number(w, "rev") == rev && !js_is(w, "kind", "answers"))
            s.points += js_number(w, "points");
    }
    if (s.points < js_number(attempt, "points"))
        s.points = js_number(attempt, "points");
    if (s.points > s.max)
        s.points = s.max;
    return s;
}
