/* work_log.c: the rows of the workbook's journal, grouped by day and put into words. */
#define _GNU_SOURCE
#include "work_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "day.h"
#include "review_deck.h"
#include "runner/base/util.h"
#include "runner/base/js.h"
#include "find.h"

enum { LINE = 1200 };
static const double gap_ms = 30 * 60e3; /* a longer pause ends a session */

static int is_run(const json_t *e)
{
    const char *kind = js_text(e, "kind");
    return !strcmp(kind, "test") || !strcmp(kind, "bench") || !strcmp(kind, "profile");
}

const char *work_log_status(const json_t *e)
{
    if (!strcmp(js_text(e, "kind"), "review") && !*js_text(e, "status"))
        return js_number(e, "number") > FSRS_AGAIN ? "PASS" : "FAIL";
    return js_text(e, "status");
}

static void run_line(char *ret, size_t n, const json_t *e)
{
    const char *stage = js_text(e, "key"), *passed = js_text(e, "text");
    int used = snprintf(ret, n, "%.4g of %.4g points%s%s%s", js_number(e, "number"), js_number(e, "of"),
                        *stage ? ", " : "", stage, *passed ? ", first pass of " : "");
    for (size_t at = (size_t)used; *passed && at + 3 < n; passed++, at = strlen(ret)) /* the journal keeps "a,b" */
        snprintf(ret + at, n - at, *passed == ',' ? "%c " : "%c", *passed);
}

static void words_of(char *ret, size_t n, const json_t *e)
{
    const char *kind = js_text(e, "kind"), *key = js_text(e, "key"), *text = js_text(e, "text");
    int first = (int)strcspn(text, "\n");
    if (is_run(e))
        run_line(ret, n, e);
    else if (!strcmp(kind, "review"))
        snprintf(ret, n, "%s: %s%s%.*s", key, review_deck_grade_name((enum fsrs_grade)js_number(e, "number")),
                 *text ? ", " : "", first, text);
    else if (!strcmp(kind, "answer") && json_is_number(json_object_get(e, "number")))
        snprintf(ret, n, "%s (self-assessed %.0f of %.0f): %.*s", key, js_number(e, "number"), js_number(e, "of"),
                 first, text);
    else
        snprintf(ret, n, "%s%s%.*s", key, *key && *text ? ": " : "", first, text);
}

/* Of an older revision of the lab that is said. */
static void line_of(char *ret, size_t n, const json_t *e)
{
    char rev[24];
    words_of(ret, n, e);
    app_older_words(e, rev, sizeof rev);
    size_t used = strlen(ret);
    snprintf(ret + used, n - used, "%s", rev);
}

/* Entries come newest first: the loop goes from the last one forward in time. */
static double hours_of(const json_t *entries)
{
    double sum = 0, until = 0;
    for (size_t k = json_array_size(entries); k-- > 0;) {
        const json_t *e = json_array_get(entries, k);
        double from = js_number(e, "when"), to = from + (is_run(e) ? js_number(e, "ms") : 0);
        if (from - until > gap_ms)
            until = from; /* a session begins */
        if (to > until) {
            sum += to - until;
            until = to;
        }
    }
    return sum / 3600e3;
}

static int holds(const json_t *e, const char *text)
{
    return !text || !*text || find_text(js_text(e, "kind"), text, 0) >= 0 ||
           find_text(js_text(e, "subject"), text, 0) >= 0 || find_text(js_text(e, "line"), text, 0) >= 0;
}

/* Takes `entries` over. */
static void add_day(json_t *days, int64_t day, json_t *entries, const char *text)
{
    char name[16], line[LINE];
    time_t t = (time_t)(day * 86400);
    struct tm tm;
    double hours = hours_of(entries);
    for (size_t k = json_array_size(entries); k-- > 0;) {
        json_t *e = json_array_get(entries, k);
        line_of(line, sizeof line, e);
        char *clean = util_clean(line, strlen(line), 0); /* the terminal must not obey typed text */
        json_object_set_new(e, "line", json_string(clean));
        free(clean);
        if (!holds(e, text))
            json_array_remove(entries, k);
    }
    gmtime_r(&t, &tm);
    strftime(name, sizeof name, "%Y-%m-%d", &tm);
    if (json_array_size(entries))
        json_array_append_new(days,
                              json_pack("{s:s s:f s:O}", "day", name, "hours", hours, "entries", entries));
    json_decref(entries);
}

static json_t *load(struct app *a, int64_t since, int most, const char *text, int *ret_more)
{
    int64_t at = 0;
    json_t *rows = NULL, *ret = json_array(), *entries = NULL, *e;
    size_t k;
    if (!a->db || db_journal(a->db, since, most, &rows) != DB_OK) {
        app_fail(a, APP_CONFIG, "The log can't be read: %s", a->db ? db_error(a->db) : "There is no workbook.");
        json_decref(ret);
        return NULL;
    }
    *ret_more = json_array_size(rows) == (size_t)most;
    app_mark_older(a, rows, "subject");
    json_array_foreach(rows, k, e) {
        int64_t day = day_of((int64_t)js_number(e, "when"));
        if (entries && day != at) {
            add_day(ret, at, entries, text);
            entries = NULL;
        }
        at = day;
        entries = entries ? entries : json_array();
        json_array_append(entries, e);
    }
    if (entries)
        add_day(ret, at, entries, text);
    json_decref(rows);
    return ret;
}

json_t *work_log_load(struct app *a, int days, const char *text)
{
    int more;
    return load(a, days > 0 ? day_begin(day_of(app_now()) - days + 1) : 0, WORK_LOG_MOST, text, &more);
}

/* Asks for longer and longer spans, so that the database's index by day serves; one query for everything would sort
 * years of entries. */
json_t *work_log_latest(struct app *a, int most, const char *text, int *ret_more)
{
    enum { MONTH = 30, LONGER = 8, EVER = MONTH * LONGER * LONGER * LONGER };
    for (int days = MONTH;; days *= LONGER) {
        int64_t since = days < EVER ? day_begin(day_of(app_now()) - days + 1) : 0;
        json_t *list = load(a, since, most, text, ret_more);
        if (!list || *ret_more || !since)
            return list;
        json_decref(list);
    }
}

double work_log_hours(struct app *a, int days)
{
    json_t *list = work_log_load(a, days, NULL);
    size_t k;
    const json_t *d;
    double sum = 0;
    json_array_foreach(list, k, d)
        sum += js_number(d, "hours");
    json_decref(list);
    return sum;
}
