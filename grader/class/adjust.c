/* adjust.c: see adjust.h. */
#include "adjust.h"

#include <stdlib.h>
#include <string.h>

static const double thousandth = 1000;

static bool is_kind(const json_t *note, const char *kind)
{
    return note && !strcmp(util_str(note, "kind", ""), kind);
}

/* ---- what holds ------------------------------------------------------------------------- */

/* {"KEY", or "LAB KEY": {"due": row, "grade": row}}: the latest of each sort. */
static json_t *fold(const json_t *adjustments, bool by_lab)
{
    json_t *held = json_object(), *note;
    size_t k;
    json_array_foreach(adjustments, k, note) {
        const char *key = util_str(note, "key", "");
        char *place = util_path("%s%s%s", by_lab ? util_str(note, "lab", "") : "", by_lab ? " " : "", key);
        if (is_kind(note, "undo"))
            json_object_del(held, place);
        else if (!json_object_get(held, place))
            json_object_set_new(held, place, json_object());
        json_object_set(json_object_get(held, place), is_kind(note, "due") ? "due" : "grade", note);
        free(place);
    }
    return held;
}

void adjust_mark(json_t *adjustments)
{
    json_t *held = fold(adjustments, true), *one, *note;
    const char *place, *sort;
    size_t k;
    json_array_foreach(adjustments, k, note)
        json_object_set_new(note, "holds", json_false());
    json_object_foreach(held, place, one)
        json_object_foreach(one, sort, note)
            json_object_set_new(note, "holds", json_true());
    json_decref(held);
}

static json_t *describe(const json_t *held)
{
    json_t *due = json_object_get(held, "due"), *grade = json_object_get(held, "grade");
    bool excused = is_kind(grade, "excuse");
    json_t *a = json_pack("{s:s+, s:[]}", "marks", due ? "d" : "", !grade ? "" : excused ? "e" : "p", "notes");
    if (due) {
        json_object_set(a, "due", json_object_get(due, "value"));
        json_array_append(json_object_get(a, "notes"), due);
    }
    if (excused)
        json_object_set_new(a, "excused", json_true());
    if (grade && !excused) {
        double points = json_number_value(json_object_get(grade, "value"));
        double most = json_number_value(json_object_get(grade, "most"));
        json_object_set_new(a, "points", json_real(points / thousandth));
        json_object_set_new(a, "most", json_real(most / thousandth));
    }
    if (grade)
        json_array_append(json_object_get(a, "notes"), grade);
    return a;
}

json_t *adjust_students(const json_t *students, const json_t *adjustments)
{
    json_t *held = fold(adjustments, false), *list = json_array(), *s;
    size_t k;
    json_array_foreach(students, k, s) {
        const json_t *mine = json_object_get(held, util_str(s, "key", ""));
        json_t *copy = mine ? json_copy(s) : json_incref(s);
        if (mine)
            json_object_set_new(copy, "adjust", describe(mine));
        json_array_append_new(list, copy);
    }
    json_decref(held);
    return list;
}

/* ---- what it does ------------------------------------------------------------------------ */

void adjust_policy(const json_t *adjust, struct late_policy *p)
{
    const json_t *due = json_object_get(adjust, "due");
    if (!due)
        return;
    p->has_due = json_is_integer(due);
    p->due = json_integer_value(due);
}

void adjust_row(json_t *row, const json_t *adjust, const struct late_policy *p)
{
    json_t *a = adjust ? json_copy((json_t *)(size_t)adjust) : json_null(), *points = json_object_get(adjust, "points");
    json_object_set_new(row, "adjust", a);
    if (!adjust)
        return;
    if (p->has_zone)
        json_object_set_new(a, "zone", json_integer(p->zone));
    json_object_set_new(a, "measured", json_pack("{s:O, s:O}", "status", json_object_get(row, "status"), "grade",
                                                 json_object_get(row, "grade")));
    if (json_is_true(json_object_get(adjust, "excused"))) {
        json_object_set_new(row, "status", json_string("EXCUSED"));
        json_object_set_new(row, "grade", json_null());
    } else if (points) {
        json_object_set(row, "grade", points);
        if (!json_is_number(json_object_get(row, "max")))
            json_object_set(row, "max", json_object_get(adjust, "most"));
    }
}

int adjust_decides(const json_t *row)
{
    const json_t *a = json_object_get(row, "adjust");
    return json_is_true(json_object_get(a, "excused")) || json_is_number(json_object_get(a, "points"));
}

/* ---- text --------------------------------------------------------------------------------- */

int adjust_parse_points(const char *text, int64_t *ret)
{
    static const char digits[] = "0123456789";
    size_t whole = strspn(text, digits), places = 0;
    int64_t v = 0;
    if (!whole || whole > 7)
        return -1;
    for (size_t k = 0; k < whole; k++)
        v = v * 10 + (text[k] - '0');
    text += whole;
    if (*text == '.' && (places = strspn(++text, digits)) == 0)
        return -1;
    if (places > 3 || text[places])
        return -1;
    for (size_t k = 0; k < 3; k++)
        v = v * 10 + (k < places ? text[k] - '0' : 0);
    if (v > 1000000 * (int64_t)thousandth)
        return -1;
    return *ret = v, 0;
}

static void add_due(const json_t *note, const struct late_policy *p, struct text *to)
{
    char when[40];
    if (!json_is_integer(json_object_get(note, "value"))) {
        text_addf(to, "no due time");
        return;
    }
    late_format_in(p, (int64_t)json_integer_value(json_object_get(note, "value")), when);
    text_addf(to, "due %s", when);
}

void adjust_sentence(const json_t *note, const struct late_policy *p, struct text *to)
{
    if (is_kind(note, "due"))
        add_due(note, p, to);
    else if (is_kind(note, "points"))
        text_addf(to, "%g of %g points by hand", json_number_value(json_object_get(note, "value")) / thousandth,
                  json_number_value(json_object_get(note, "most")) / thousandth);
    else
        text_addf(to, is_kind(note, "excuse") ? "excused" : "undone");
    text_addf(to, ": %s", util_str(note, "reason", ""));
}

void adjust_sentences(const json_t *row, struct text *to)
{
    size_t k;
    const json_t *note, *adjust = json_object_get(row, "adjust"), *zone = json_object_get(adjust, "zone");
    const struct late_policy p = { .has_zone = json_is_integer(zone), .zone = (int)json_integer_value(zone) };
    json_array_foreach(json_object_get(adjust, "notes"), k, note) {
        text_addf(to, k ? "; " : "");
        adjust_sentence(note, &p, to);
    }
}
