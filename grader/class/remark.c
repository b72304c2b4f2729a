/* remark.c: see remark.h. */
#include "remark.h"

#include <stdlib.h>
#include <string.h>

#include "adjust.h"
#include "runner/base/memory.h"

static const double thousandth = 1000;

static bool is_kind(const json_t *row, const char *kind)
{
    return !strcmp(util_str(row, "kind", ""), kind);
}

static json_int_t number(const json_t *row, const char *key)
{
    return json_integer_value(json_object_get(row, key));
}

/* ---- what holds ------------------------------------------------------------------------- */

static void forget_row(json_t *list, json_int_t id)
{
    for (size_t k = json_array_size(list); k-- > 0;)
        if (number(json_array_get(list, k), "id") == id)
            json_array_remove(list, k);
}

/* An item is marked anew. */
static void replace_mark(json_t *marks, json_t *row)
{
    for (size_t k = json_array_size(marks); k-- > 0;)
        if (!strcmp(util_str(json_array_get(marks, k), "place", ""), util_str(row, "place", "")))
            json_array_remove(marks, k);
    json_array_append(marks, row);
}

static void answer(const json_t *requests, json_t *row)
{
    size_t k;
    json_t *asked;
    json_array_foreach(requests, k, asked)
        if (number(asked, "id") == number(row, "about"))
            json_object_set(asked, "answer", row);
}

static void add(json_t *said, json_t *row)
{
    json_t *marks = json_object_get(said, "marks"), *comments = json_object_get(said, "comments"),
           *requests = json_object_get(said, "requests");
    if (is_kind(row, "mark")) {
        replace_mark(marks, row);
    } else if (is_kind(row, "comment")) {
        json_array_append(comments, row);
    } else if (is_kind(row, "request")) {
        json_t *asked = json_copy(row);
        json_object_set_new(asked, "answer", json_null());
        json_array_append_new(requests, asked);
    } else if (is_kind(row, "undo")) {
        forget_row(marks, number(row, "about"));
        forget_row(comments, number(row, "about"));
    } else {
        answer(requests, row);
    }
}

static int by_place(const void *a, const void *b)
{
    const json_t *x = *(const json_t *const *)a, *y = *(const json_t *const *)b;
    int d = strcmp(util_str(x, "place", ""), util_str(y, "place", ""));
    json_int_t p = number(x, "line"), q = number(y, "line");
    if (!d)
        d = (p > q) - (p < q);
    p = number(x, "id");
    q = number(y, "id");
    return d ? d : (p > q) - (p < q);
}

/* By file and line, as a reader of the code meets them. */
static json_t *sorted(const json_t *list)
{
    size_t n = json_array_size(list);
    json_t **order = calloc(n + 1, sizeof *order), *ret = json_array();
    if (!order)
        memory_end();
    for (size_t k = 0; k < n; k++)
        order[k] = json_array_get(list, k);
    qsort(order, n, sizeof *order, by_place);
    for (size_t k = 0; k < n; k++)
        json_array_append(ret, order[k]);
    free(order);
    return ret;
}

json_t *remark_students(const json_t *students, const json_t *remarks)
{
    json_t *held = json_object(), *list = json_array(), *row, *s;
    size_t k;
    json_array_foreach(remarks, k, row) {
        const char *key = util_str(row, "key", "");
        json_t *said = json_object_get(held, key);
        if (!said) {
            said = json_pack("{s:[] s:[] s:[]}", "marks", "comments", "requests");
            json_object_set_new(held, key, said);
        }
        add(said, row);
    }
    json_array_foreach(students, k, s) {
        json_t *said = json_object_get(held, util_str(s, "key", ""));
        json_t *copy = said ? json_copy(s) : json_incref(s);
        if (said) {
            json_object_set_new(said, "comments", sorted(json_object_get(said, "comments")));
            json_object_set(copy, "remarks", said);
        }
        json_array_append_new(list, copy);
    }
    json_decref(held);
    return list;
}

/* ---- what it does ------------------------------------------------------------------------ */

double remark_possible(const json_t *rubric)
{
    double sum = 0;
    size_t k;
    const json_t *item;
    json_array_foreach(rubric, k, item) {
        double points = json_number_value(json_object_get(item, "points"));
        sum += points > 0 ? points : 0;
    }
    return sum;
}

json_t *remark_item(const json_t *rubric, const char *id)
{
    size_t k;
    json_t *item;
    json_array_foreach(rubric, k, item)
        if (!strcmp(util_str(item, "id", ""), id))
            return item;
    return NULL;
}

static double points_of(const json_t *row, const char *key)
{
    return (double)number(row, key) / thousandth;
}

static json_t *marks_of(const json_t *said, double *sum)
{
    json_t *list = json_array();
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(said, "marks"), k, m) {
        *sum += points_of(m, "value");
        json_array_append_new(list, json_pack("{s:O s:O s:f s:f s:O s:O s:O}", "id", json_object_get(m, "id"), "item",
                                              json_object_get(m, "place"), "points", points_of(m, "value"), "most",
                                              points_of(m, "most"), "text", json_object_get(m, "text"), "who",
                                              json_object_get(m, "who"), "at", json_object_get(m, "at")));
    }
    return list;
}

static json_t *comments_of(const json_t *said)
{
    json_t *list = json_array();
    size_t k;
    const json_t *c;
    json_array_foreach(json_object_get(said, "comments"), k, c)
        json_array_append_new(list, json_pack("{s:O s:O s:O s:O s:O s:O s:O}", "id", json_object_get(c, "id"), "file",
                                              json_object_get(c, "place"), "line", json_object_get(c, "line"),
                                              "submission", json_object_get(c, "submission"), "text",
                                              json_object_get(c, "text"), "who", json_object_get(c, "who"), "at",
                                              json_object_get(c, "at")));
    return list;
}

static json_t *requests_of(const json_t *said)
{
    json_t *list = json_array();
    size_t k;
    const json_t *q;
    json_array_foreach(json_object_get(said, "requests"), k, q) {
        const json_t *a = json_object_get(q, "answer");
        json_t *given = json_null();
        if (json_is_object(a))
            given = json_pack("{s:O s:O s:O s:O}", "kind", json_object_get(a, "kind"), "text",
                              json_object_get(a, "text"), "who", json_object_get(a, "who"), "at",
                              json_object_get(a, "at"));
        json_array_append_new(list, json_pack("{s:O s:O s:O s:O s:o}", "id", json_object_get(q, "id"), "made",
                                              json_object_get(q, "value"), "text", json_object_get(q, "text"), "at",
                                              json_object_get(q, "at"), "answer", given));
    }
    return list;
}

void remark_row(json_t *row, const json_t *said, const json_t *rubric)
{
    double sum = 0, possible = remark_possible(rubric);
    json_t *marks = marks_of(said, &sum);
    const json_t *grade = json_object_get(row, "grade");
    json_object_set_new(row, "comments", comments_of(said));
    json_object_set_new(row, "requests", requests_of(said));
    if (!json_array_size(rubric) && !json_array_size(marks)) {
        json_object_set_new(row, "by_hand", json_null());
        json_decref(marks);
        return;
    }
    json_object_set_new(row, "by_hand", json_pack("{s:f s:f s:o}", "points", sum, "max", possible, "marks", marks));
    if (!json_is_number(grade))
        return;
    sum += json_number_value(grade);
    json_object_set_new(row, "grade", json_real(sum > 0 ? sum : 0));
    json_object_set_new(row, "max", json_real(json_number_value(json_object_get(row, "max")) + possible));
}

size_t remark_open(const json_t *row)
{
    size_t k, n = 0;
    const json_t *q;
    json_array_foreach(json_object_get(row, "requests"), k, q)
        n += json_is_null(json_object_get(q, "answer"));
    return n;
}

/* ---- text --------------------------------------------------------------------------------- */

void remark_place(const json_t *comment, struct text *to)
{
    text_addf(to, "%s", util_str(comment, "file", ""));
    if (number(comment, "line"))
        text_addf(to, ":%lld", (long long)number(comment, "line"));
}

void remark_sentences(const json_t *row, struct text *to)
{
    size_t k, n = 0;
    const json_t *m, *c;
    json_array_foreach(json_object_get(json_object_get(row, "by_hand"), "marks"), k, m) {
        double most = json_number_value(json_object_get(m, "most"));
        text_addf(to, "%s%s %g", n++ ? "; " : "", util_str(m, "item", ""),
                  json_number_value(json_object_get(m, "points")));
        if (most > 0)
            text_addf(to, " of %g", most);
        text_addf(to, ": %s", util_str(m, "text", ""));
    }
    json_array_foreach(json_object_get(row, "comments"), k, c) {
        text_addf(to, "%s", n++ ? "; " : "");
        remark_place(c, to);
        text_addf(to, "%s%s", *util_str(c, "file", "") ? ": " : "", util_str(c, "text", ""));
    }
}

int remark_parse_points(const char *text, int64_t *ret)
{
    bool less = *text == '-';
    int64_t v;
    if (adjust_parse_points(text + less, &v))
        return -1;
    return *ret = less ? -v : v, 0;
}
