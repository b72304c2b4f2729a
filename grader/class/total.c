/* total.c: see total.h. */
#include "total.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runner/base/js.h"
#include "runner/base/memory.h"

struct part {
    const char *lab;
    double share, weight;
    bool dropped;
};

static double weight_of(const json_t *weights, const char *lab, double possible)
{
    return weights ? js_number(weights, lab) : possible;
}

static const json_t *cell_of(const json_t *row, const char *lab)
{
    return json_object_get(json_object_get(row, "labs"), lab);
}

static double possible_of(const json_t *rows, const char *lab)
{
    double most = 0;
    size_t k;
    const json_t *r;
    json_array_foreach(rows, k, r)
        most = js_number(cell_of(r, lab), "max") > most ? js_number(cell_of(r, lab), "max") : most;
    return most;
}

/* A new number, or null of who is excused. */
static json_t *share_of(const json_t *row, const char *lab, double possible)
{
    const json_t *grade = json_object_get(cell_of(row, lab), "grade");
    if (json_is_null(grade))
        return json_null();
    return json_real(possible > 0 ? json_number_value(grade) / possible : 0);
}

/* ---- a lab ----------------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool is_graded(const json_t *cell)
{
    return js_number(cell, "max") > 0 && json_is_number(json_object_get(cell, "grade"));
}

static json_t *describe_lab(const json_t *rows, const char *lab, const json_t *weights)
{
    double possible = possible_of(rows, lab), *share = calloc(json_array_size(rows) + 1, sizeof *share);
    json_int_t bin[TOTAL_BINS] = { 0 };
    json_t *bins = json_array(), *median = json_null();
    size_t k, n = 0;
    const json_t *r;
    if (!share)
        memory_end();
    json_array_foreach(rows, k, r) {
        if (!is_graded(cell_of(r, lab)))
            continue;
        double v = js_number(cell_of(r, lab), "grade") / possible;
        share[n++] = v;
        bin[v < 0 ? 0 : v >= 1 ? TOTAL_BINS - 1 : (int)(v * TOTAL_BINS)]++;
    }
    qsort(share, n, sizeof *share, by_size);
    if (n)
        median = json_real((share[(n - 1) / 2] + share[n / 2]) / 2);
    for (k = 0; k < TOTAL_BINS; k++)
        json_array_append_new(bins, json_integer(bin[k]));
    free(share);
    return json_pack("{s:s s:f s:f s:I s:o s:o}", "lab", lab, "possible", possible, "weight",
                     weight_of(weights, lab, possible), "graded", (json_int_t)n, "median", median, "bins", bins);
}

/* ---- a student ------------------------------------------------------------------------------------------- */

/* The part that is left out next; NULL where the last one has to stay. */
static struct part *lowest(struct part *part, size_t n)
{
    struct part *least = NULL;
    size_t left = 0;
    for (size_t k = 0; k < n; k++) {
        left += !part[k].dropped;
        if (!part[k].dropped && (!least || part[k].share < least->share ||
                                 (part[k].share == least->share && part[k].weight > least->weight)))
            least = &part[k];
    }
    return left > 1 ? least : NULL;
}

static json_t *mean(const struct part *part, size_t n)
{
    double sum = 0, weights = 0;
    for (size_t k = 0; k < n; k++)
        if (!part[k].dropped) {
            sum += part[k].share * part[k].weight;
            weights += part[k].weight;
        }
    return weights > 0 ? json_real(sum / weights) : json_null();
}

static json_t *describe_row(const json_t *row, const json_t *labs, int drop)
{
    struct part *part = calloc(json_array_size(labs) + 1, sizeof *part), *p;
    json_t *shares = json_object(), *dropped = json_array();
    size_t k, n = 0;
    const json_t *l;
    if (!part)
        memory_end();
    json_array_foreach(labs, k, l) {
        json_t *share = share_of(row, js_text(l, "lab"), js_number(l, "possible"));
        if (json_is_number(share) && js_number(l, "weight") > 0)
            part[n++] = (struct part){ js_text(l, "lab"), json_number_value(share), js_number(l, "weight"), false };
        json_object_set_new(shares, js_text(l, "lab"), share);
    }
    for (; drop > 0 && (p = lowest(part, n)); drop--) {
        p->dropped = true;
        json_array_append_new(dropped, json_string(p->lab));
    }
    json_t *ret = json_pack("{s:s s:s s:s s:o s:o s:o}", "key", js_text(row, "key"), "name", js_text(row, "name"),
                            "section", js_text(row, "section"), "total", mean(part, n), "dropped", dropped, "labs",
                            shares);
    free(part);
    return ret;
}

static json_t *unknown_labs(const json_t *weights, const json_t *known)
{
    json_t *list = json_array();
    const char *lab;
    const json_t *v, *k;
    size_t i;
    json_object_foreach((json_t *)(size_t)weights, lab, v) {
        bool found = false;
        json_array_foreach(known, i, k)
            found |= !strcmp(json_string_value(k), lab);
        if (!found)
            json_array_append_new(list, json_string(lab));
    }
    return list;
}

json_t *total_of(const json_t *sheet, const json_t *rules)
{
    const json_t *weights = json_object_get(rules, "weights"), *rows = json_object_get(sheet, "rows"), *v;
    json_t *labs = json_array(), *list = json_array();
    double drop = js_number(rules, "drop_lowest");
    size_t k;
    json_array_foreach(json_object_get(sheet, "labs"), k, v)
        json_array_append_new(labs, describe_lab(rows, json_string_value(v), weights));
    json_array_foreach(rows, k, v)
        json_array_append_new(list, describe_row(v, labs, (int)drop));
    return json_pack("{s:s s:i s:b s:o s:o s:o}", "schema", "ridge.total/1", "drop_lowest", (int)drop, "weighted",
                     weights != NULL, "labs", labs, "unknown", unknown_labs(weights, json_object_get(sheet, "labs")),
                     "rows", list);
}

/* ---- sections -------------------------------------------------------------------------------------------- */

static size_t part_of(const char *s, size_t *ret_skip)
{
    size_t n = 0;
    for (; s[n]; n++) {
        if (s[n] == ',' || s[n] == ';')
            return *ret_skip = n + 1, n;
        if (!strncasecmp(s + n, " and ", 5))
            return *ret_skip = n + 5, n;
    }
    return *ret_skip = n, n;
}

bool total_in_section(const char *entry, const char *name)
{
    size_t want = strlen(name), skip;
    if (!strcasecmp(entry, name)) /* a section may have a comma in its own name */
        return true;
    for (const char *s = entry; *s; s += skip) {
        size_t n = part_of(s, &skip), from = strspn(s, " ");
        while (n > from && s[n - 1] == ' ')
            n--;
        if (n > from && n - from == want && !strncasecmp(s + from, name, want))
            return true;
    }
    return false;
}
