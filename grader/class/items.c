/* items.c: a class's reports, milestone by milestone. */
#include "items.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/util.h"
#include "runner/base/js.h"
#include "runner/base/order.h"

enum { WHAT_MAX = 300 };

/* ---- one milestone ---------------------------------------------------------------------------------------- */

/* For a mean and a correlation: x is the share of a milestone, y that of all others. */
struct moments {
    int n;
    double x, y, xx, yy, xy;
};

/* An excuse takes the lab out of a student's grade, and out of what the class is judged by. */
static const json_t *milestones(const json_t *row)
{
    return js_is(row, "status", "EXCUSED") ? NULL : json_object_get(json_object_get(row, "report"), "milestones");
}

static const json_t *find(const json_t *row, const char *id)
{
    size_t k;
    const json_t *m;
    json_array_foreach(milestones(row), k, m)
        if (!strcmp(util_str(m, "id", ""), id))
            return m;
    return NULL;
}

/* What the others gave, as a share of what they could. */
static double rest(const json_t *row, const json_t *but)
{
    double points = 0, max = 0;
    size_t k;
    const json_t *m;
    json_array_foreach(milestones(row), k, m) {
        if (m == but || js_is(m, "status", "SKIPPED"))
            continue;
        points += js_number(m, "points");
        max += js_number(m, "max");
    }
    return max > 0 ? points / max : 0;
}

static void add(struct moments *s, double x, double y)
{
    s->n++;
    s->x += x;
    s->y += y;
    s->xx += x * x;
    s->yy += y * y;
    s->xy += x * y;
}

/* Pearson's, or null. */
static json_t *correlation(const struct moments *s)
{
    double vx = s->n * s->xx - s->x * s->x, vy = s->n * s->yy - s->y * s->y;
    bool told = s->n >= ITEMS_LEAST && vx > 1e-9 && vy > 1e-9;
    return told ? json_real((s->n * s->xy - s->x * s->y) / sqrt(vx * vy)) : json_null();
}

static json_t *item(const json_t *milestone, const json_t *rows)
{
    const char *id = util_str(milestone, "id", "");
    struct moments s = { 0 };
    int passed = 0, failed = 0, open = 0, skipped = 0;
    size_t k;
    const json_t *row, *m;
    json_array_foreach(rows, k, row) {
        if (!(m = find(row, id)))
            continue;
        if (js_is(m, "status", "SKIPPED")) {
            skipped++;
            continue;
        }
        passed += js_is(m, "status", "PASS");
        failed += js_is(m, "status", "FAIL") || js_is(m, "status", "ERROR") || js_is(m, "status", "SUSPICIOUS");
        open += js_is(m, "status", "PENDING") || js_is(m, "status", "INCONCLUSIVE");
        if (js_number(m, "max") > 0)
            add(&s, js_number(m, "points") / js_number(m, "max"), rest(row, m));
    }
    return json_pack("{s:s s:s s:f s:i s:i s:i s:i s:o s:o}", "id", id, "kind", util_str(milestone, "kind", ""), "max",
                     js_number(milestone, "max"), "passed", passed, "failed", failed, "open", open, "skipped", skipped,
                     "facility", passed + failed && s.n ? json_real(s.x / s.n) : json_null(), "discrimination",
                     correlation(&s));
}

/* ---- mistakes --------------------------------------------------------------------------------------------- */

/* The message with # for its numbers; those within a word are part of a name. */
static void without_numbers(const char *s, char ret[WHAT_MAX])
{
    size_t n = 0;
    bool word = false;
    while (*s && n + 1 < WHAT_MAX) {
        if (isdigit((unsigned char)*s) && !word) {
            ret[n++] = '#';
            while (isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1])))
                s++;
            continue;
        }
        word = isalnum((unsigned char)*s) || *s == '_' || (*s & 0x80);
        ret[n++] = *s++;
    }
    while (n && (ret[n - 1] & 0xC0) == 0x80 && n + 1 == WHAT_MAX)
        n--; /* no half of a letter */
    ret[n] = 0;
}

static json_t *mistake_of(json_t *list, const char *milestone, const char *call, const char *what, const char *example)
{
    size_t k;
    json_t *m;
    json_array_foreach(list, k, m)
        if (!strcmp(util_str(m, "milestone", ""), milestone) && !strcmp(util_str(m, "what", ""), what))
            return m;
    m = json_pack("{s:s s:s? s:s s:s s:[]}", "milestone", milestone, "call", call, "what", what, "example", example,
                  "students");
    json_array_append_new(list, m);
    return m;
}

static bool is_wrong(const json_t *m)
{
    return js_is(m, "status", "FAIL") || js_is(m, "status", "ERROR") || js_is(m, "status", "SUSPICIOUS");
}

/* Where a lab asks for several functions, each that is wrong is a mistake of its own: the milestone's message and hint
 * are about the first of them. How many there were. */
static size_t add_calls(json_t *list, const char *milestone, const json_t *row)
{
    json_t *seen = json_object();
    size_t k;
    const json_t *c;
    json_array_foreach(json_object_get(json_object_get(row, "report"), "cases"), k, c) {
        const char *call = util_str(c, "call", "");
        if (!*call || !is_wrong(c) || json_object_get(seen, call))
            continue;
        json_object_set_new(seen, call, json_true());
        const char *said = util_str(c, "said", util_str(c, "message", ""));
        json_t *one = mistake_of(list, milestone, call, call, said);
        json_array_append(json_object_get(one, "students"), json_object_get(row, "key"));
    }
    size_t n = json_object_size(seen);
    json_decref(seen);
    return n;
}

static void add_mistakes(json_t *list, const json_t *lab, const json_t *row)
{
    size_t k;
    const json_t *m;
    bool several = json_array_size(json_object_get(lab, "calls")) > 1;
    json_array_foreach(milestones(row), k, m) {
        char what[WHAT_MAX];
        const char *said = util_str(m, "message", ""), *hint = util_str(m, "hint", "");
        if (!is_wrong(m) || (several && js_is(m, "kind", "correct") && add_calls(list, util_str(m, "id", ""), row)))
            continue;
        without_numbers(said, what);
        json_t *one = mistake_of(list, util_str(m, "id", ""), NULL, *hint ? hint : what, said);
        json_array_append(json_object_get(one, "students"), json_object_get(row, "key"));
    }
}

/* The commonest first; then in the order of the milestones, in which they were found. */
static json_t *sorted(json_t *list)
{
    json_t *ret = json_array();
    size_t k, most = 0;
    json_t *m;
    json_array_foreach(list, k, m) {
        size_t n = json_array_size(json_object_get(m, "students"));
        most = n > most ? n : most;
    }
    for (size_t n = most; n > 0; n--)
        json_array_foreach(list, k, m)
            if (json_array_size(json_object_get(m, "students")) == n)
                json_array_append(ret, m);
    json_decref(list);
    return ret;
}

/* ---- the class -------------------------------------------------------------------------------------------- */

static json_t *median(const json_t *rows)
{
    size_t k, n = 0;
    const json_t *row;
    double *share = calloc(json_array_size(rows) + 1, sizeof *share), ret;
    if (!share)
        return NULL;
    json_array_foreach(rows, k, row)
        if (milestones(row) && js_number(row, "max") > 0)
            share[n++] = js_number(row, "points") / js_number(row, "max");
    qsort(share, n, sizeof *share, order_numbers);
    ret = n ? (share[(n - 1) / 2] + share[n / 2]) / 2 : 0;
    free(share);
    return n ? json_real(ret) : json_null();
}

static json_t *stages(const json_t *rows)
{
    static const char *const names[] = { "gold", "silver", "bronze" };
    json_t *ret = json_object();
    for (int q = 0; q < 3; q++) {
        size_t k;
        const json_t *row;
        int n = 0;
        json_array_foreach(rows, k, row)
            n += milestones(row) && !strcmp(util_str(row, "stage", ""), names[q]);
        json_object_set_new(ret, names[q], json_integer(n));
    }
    return ret;
}

json_t *items_of(const json_t *lab, const json_t *rows)
{
    json_t *items = json_array(), *mistakes = json_array();
    size_t k;
    json_int_t graded = 0;
    const json_t *m, *row;
    json_array_foreach(json_object_get(lab, "milestones"), k, m)
        json_array_append_new(items, item(m, rows));
    json_array_foreach(rows, k, row) {
        graded += milestones(row) != NULL;
        add_mistakes(mistakes, lab, row);
    }
    return json_pack("{s:s s:s s:I s:I s:o s:o s:o s:o}", "schema", "ridge.items/1", "lab", util_str(lab, "id", ""),
                     "students", (json_int_t)json_array_size(rows), "graded", graded, "median", median(rows), "stages",
                     stages(rows), "milestones", items, "mistakes", sorted(mistakes));
}
