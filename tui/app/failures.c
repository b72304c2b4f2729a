/* The cases of a report that failed, in words. */
#define _GNU_SOURCE
#include "failures.h"

#include <stdio.h>
#include <string.h>

#include "runner/base/figure.h"
#include "runner/base/util.h"

int failure_is(const json_t *row)
{
    const char *status = util_str(row, "status", "");
    return strcmp(status, "PASS") && strcmp(status, "SKIPPED");
}

size_t failures_in(const json_t *cases)
{
    size_t k, n = 0;
    const json_t *row;
    json_array_foreach(cases, k, row)
        n += (size_t)failure_is(row);
    return n;
}

/* A figure of a mismatch; JSON has no NaN, so null stands for it. */
static const char *figure(const json_t *v, char ret[FIGURE])
{
    if (json_is_number(v))
        return figure_result(json_number_value(v), ret);
    snprintf(ret, FIGURE, "no finite number");
    return ret;
}

/* The two figures of a mismatch, so that nobody takes one for the other. */
static void figures(const json_t *mismatch, char want[FIGURE], char got[FIGURE])
{
    const json_t *a = json_object_get(mismatch, "expected"), *b = json_object_get(mismatch, "actual");
    if (json_is_number(a) && json_is_number(b)) {
        figure_results(json_number_value(a), json_number_value(b), want, got);
        return;
    }
    figure(a, want);
    figure(b, got);
}

void failure_says(const json_t *row, char *ret, size_t n)
{
    const char *said = util_str(row, "said", ""), *name = util_str(row, "case", "?");
    const json_t *m = json_object_get(row, "mismatch");
    char want[FIGURE], got[FIGURE];
    const char *text = *said ? said : util_str(row, "message", "");
    int len = (int)strlen(text) - (*text && text[strlen(text) - 1] == '.'); /* the case stands within the sentence */
    figures(m, want, got);
    if (*said)
        snprintf(ret, n, "%.*s (case %s)", len, said, name);
    else if (json_is_object(m))
        snprintf(ret, n, "%s: %s[%.0f]: expected %s, yours %s (case %s)", util_str(row, "call", "?"),
                 util_str(m, "out", "?"), json_number_value(json_object_get(m, "index")), want, got, name);
    else
        snprintf(ret, n, "%s: %.*s (case %s)", util_str(row, "call", "?"), len, text, name);
}

int failure_told(const json_t *row, const char *message)
{
    const char *said = util_str(row, "said", util_str(row, "message", ""));
    return *said && strstr(message, said) != NULL;
}

void failure_input(const json_t *row, const char *name, char *ret, size_t n)
{
    const json_t *values = json_object_get(json_object_get(row, "inputs"), name), *v;
    size_t k, len = 0;
    char one[FIGURE];
    *ret = 0;
    json_array_foreach(values, k, v)
        if (len < n)
            len += (size_t)snprintf(ret + len, n - len, "%s%s", k ? ", " : "",
                                    json_is_number(v) ? figure(v, one) : "nan");
    if (values && !json_array_size(values))
        snprintf(ret, n, "no element");
}

void failures_right(const json_t *milestone, char *ret, size_t n)
{
    const json_t *right = json_object_get(milestone, "right"), *all = json_object_get(milestone, "cases");
    *ret = 0;
    if (json_is_number(right) && json_is_number(all))
        snprintf(ret, n, "%.0f of %.0f %s right", json_number_value(right), json_number_value(all),
                 json_number_value(all) == 1 ? "case" : "cases");
}

size_t failures_untried(const json_t *cases, char *ret, size_t n)
{
    static const char untried[] = "Not tried"; /* as phase_correct.c begins */
    size_t k, count = 0;
    const json_t *row;
    const char *why = "";
    json_array_foreach(cases, k, row)
        if (!strncmp(util_str(row, "message", ""), untried, strlen(untried))) {
            why = count++ ? why : util_str(row, "message", "");
        }
    snprintf(ret, n, "%zu %s not tried%s", count, count == 1 ? "case was" : "cases were",
             count ? why + strlen(untried) : "");
    return count;
}
