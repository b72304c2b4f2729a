/* test_late.c: due times in any offset, grace, penalties, which submission counts; and the tables of csv.h. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/csv.h"
#include "grader/class/late.h"

enum { MINUTE = 60000, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

Test(late, times_are_kept_as_utc)
{
    static const struct {
        const char *text;
        int64_t ms; /* -1: refused */
    } row[] = {
        {"1970-01-01T00:00Z", 0},
        {"2026-12-01T23:59+01:00", 1796165940000},
        {"2026-12-01T22:59:00Z", 1796165940000},
        {"2026-12-01 17:59:00-0500", 1796165940000},
        {"2024-02-29T12:00Z", 1709208000000},
        {"2000-03-01T00:00:30Z", 951868830000},
        {"2026-12-01T23:59", -1},        /* no offset: whose midnight? */
        {"2026-12-01", -1},
        {"2025-02-29T12:00Z", -1},
        {"2100-02-29T12:00Z", -1},
        {"2026-13-01T12:00Z", -1},
        {"2026-12-01T24:00Z", -1},
        {"2026-12-01T23:59+25:00", -1},
        {"2026-12-01T23:59Zulu", -1},
        {"tomorrow", -1},
        {"", -1},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        int64_t ms = -1;
        cr_assert_eq(late_parse_time(row[k].text, &ms), row[k].ms < 0 ? -1 : 0, "%s", row[k].text);
        cr_assert_eq(ms, row[k].ms, "%s: %ld", row[k].text, (long)ms);
    }
    char text[32];
    late_format_time(1796165940000, text);
    cr_assert_str_eq(text, "2026-12-01T22:59:00Z");
}

Test(late, rates_and_spans)
{
    bool hourly = true;
    double percent = -1;
    int64_t ms = -1;
    cr_assert(!late_parse_rate("10%/day", &percent, &hourly) && percent == 10);
    cr_assert(!late_parse_rate("2.5%/day", &percent, &hourly) && percent == 2.5);
    cr_assert(!hourly);
    cr_assert(!late_parse_rate("1%/hour", &percent, &hourly) && percent == 1 && hourly);
    cr_assert(!late_parse_rate("none", &percent, &hourly) && percent == 0 && !hourly);
    static const char *const bad[] = {"10",       "10%",   "-5%/day",  "101%/day", "1e1%/day",
                                      "0x9%/day", "%/day", "10%/week", ""};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        cr_assert(late_parse_rate(bad[k], &percent, &hourly), "%s", bad[k]);
    cr_assert(!late_parse_span("15m", &ms) && ms == 15 * MINUTE);
    cr_assert(!late_parse_span("1.5h", &ms) && ms == 90 * MINUTE);
    cr_assert(!late_parse_span("90s", &ms) && ms == 90000);
    cr_assert(!late_parse_span("2d", &ms) && ms == 2 * DAY);
    static const char *const no[] = {"15", "m", "-1m", "15 m", "inf", "1e3s", ""};
    for (size_t k = 0; k < sizeof no / sizeof *no; k++)
        cr_assert(late_parse_span(no[k], &ms), "%s", no[k]);
}

static struct late_policy ten_percent(void)
{
    return (struct late_policy){
        .has_due = true, .due = 1000 * (int64_t)DAY, .grace = 15 * MINUTE, .percent_per_day = 10};
}

Test(late, days_and_what_they_cost)
{
    struct late_policy p = ten_percent(), none = {.percent_per_day = 10};
    static const struct {
        int64_t after;
        int64_t days;
        double lost; /* of 80 points */
    } row[] = {
        {-DAY, 0, 0}, {0, 0, 0}, {15 * MINUTE, 0, 0}, {15 * MINUTE + 1, 1, 8}, {DAY, 1, 8}, {DAY + 1, 2, 16},
        {2LL * DAY, 2, 16}, {9LL * DAY + HOUR, 10, 80}, {400LL * DAY, 400, 80},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        cr_assert_eq(late_days(&p, p.due + row[k].after), row[k].days, "row %zu", k);
        const struct late_entry e = {.received = p.due + row[k].after, .points = 80};
        cr_assert_float_eq(late_penalty(&p, &e), row[k].lost, 1e-9, "row %zu", k);
    }
    cr_assert_eq(late_days(&none, p.due + DAY), 0, "without a due time nothing is late");
}

/* Canvas gives each file the time of the download: its mark is all that says anything. */
Test(late, a_mark_holds_in_place_of_a_time)
{
    struct late_policy p = ten_percent(), none = {.has_due = false};
    struct late_entry e = {.received = p.due + (int64_t)30 * DAY, .points = 80, .mark = late_mark_of("in time")};
    cr_assert_eq(late_days_of(&p, &e), 0);
    cr_assert_eq(late_penalty(&p, &e), 0);
    e.mark = late_mark_of("late");
    cr_assert_eq(late_days_of(&p, &e), 1, "the least that it can mean");
    cr_assert_float_eq(late_penalty(&p, &e), 8, 1e-9);
    cr_assert_eq(late_days_of(&none, &e), 0, "without a due time nothing is late");
    e.mark = late_mark_of(NULL);
    cr_assert_eq(late_days_of(&p, &e), 30);
    cr_assert_eq(late_mark_of("else"), LATE_BY_TIME);
}

Test(late, the_zone_of_the_due_time_is_kept)
{
    int zone = 7;
    cr_assert(!late_parse_zone("2026-12-01T23:59+01:00", &zone) && zone == 60);
    cr_assert(!late_parse_zone("2026-12-01T23:59-0530", &zone) && zone == -330);
    cr_assert(late_parse_zone("2026-12-01T23:59", &zone) && zone == -330, "left alone");
    struct late_policy p = {.has_due = true, .due = 1, .has_zone = true, .zone = 60}, q;
    json_t *o = late_to_json(&p);
    q = late_from_json(o);
    cr_assert(q.has_zone && q.zone == 60);
    json_decref(o);
}

Test(late, the_best_or_the_last_counts)
{
    struct late_policy p = ten_percent();
    const struct late_entry early_and_late[] = {{p.due - DAY, 80}, {p.due + 3 * HOUR, 85}, {p.due + 4 * HOUR, 90}};
    cr_assert_eq(late_pick(&p, early_and_late, 3), 2, "81 after the penalty is best");
    const struct late_entry not_worth_it[] = {{p.due - DAY, 80}, {p.due + 3 * HOUR, 85}};
    cr_assert_eq(late_pick(&p, not_worth_it, 2), 0, "76.5 is less than 80");
    const struct late_entry equal[] = {{p.due - HOUR, 50}, {p.due - DAY, 50}};
    cr_assert_eq(late_pick(&p, equal, 2), 1, "the earlier of equals");
    p.keep = LATE_LAST;
    cr_assert_eq(late_pick(&p, not_worth_it, 2), 1);
    cr_assert_eq(late_pick(&p, equal, 2), 0);
    cr_assert_eq(late_pick(&p, equal, 0), -1);
}

Test(late, a_policy_survives_being_stored)
{
    struct late_policy p = ten_percent(), q;
    p.keep = LATE_LAST;
    json_t *j = late_to_json(&p);
    q = late_from_json(j);
    cr_assert(q.has_due && q.due == p.due && q.grace == p.grace && q.keep == LATE_LAST);
    cr_assert_float_eq(q.percent_per_day, 10, 1e-12);
    json_decref(j);
    j = json_pack("{s:s s:{s:i s:s} s:s}", "due", "soon", "late", "percent_per_day", -5, "grace_ms", "x", "keep",
                  "worst");
    q = late_from_json(j);
    cr_assert(!q.has_due && !q.grace && q.percent_per_day == 0 && q.keep == LATE_BEST);
    json_decref(j);
    q = late_from_json(NULL);
    cr_assert(!q.has_due);
}

/* ---- csv ---------------------------------------------------------------------------------------------- */

static struct csv *table(const char *text, struct err *e)
{
    return csv_parse(text, strlen(text), e);
}

Test(csv, quotes_separators_and_endings)
{
    struct err e = {""};
    struct csv *c = table("\xEF\xBB\xBF" "a;\"b;\"\"c\"\"\r\nd\";\r\n;x\ny", &e);
    cr_assert(c, "%s", e.text);
    cr_assert_eq(csv_separator(c), ';');
    cr_assert(csv_bom(c));
    cr_assert_eq(csv_rows(c), 3);
    cr_assert_eq(csv_cells(c, 0), 3);
    cr_assert_str_eq(csv_cell(c, 0, 1), "b;\"c\"\r\nd");
    cr_assert_str_eq(csv_cell(c, 0, 2), "");
    cr_assert_str_eq(csv_cell(c, 1, 1), "x");
    cr_assert_str_eq(csv_cell(c, 9, 9), "");
    cr_assert_eq(csv_line(c, 1), 3, "a cell of two lines counts as two");
    cr_assert_str_eq(csv_ending(c, 0), "\r\n");
    cr_assert_str_eq(csv_ending(c, 1), "\n");
    cr_assert_str_eq(csv_ending(c, 2), "");
    size_t n;
    const char *raw = csv_raw(c, 0, 1, &n);
    cr_assert(n == 12 && !memcmp(raw, "\"b;\"\"c\"\"\r\nd\"", n), "%zu", n);
    csv_free(c);
}

Test(csv, what_is_no_table_is_refused_with_its_line)
{
    static const struct {
        const char *text, *says;
        size_t n;
    } row[] = {
        {"a,b\nc,\"d", "Line 2 has a quote that is never closed.", 0},
        {"a,b\n\"c\"d,e", "Line 2 has text behind a closing quote.", 0},
        {"a\nb\nc\"d", "Line 3 has a quote inside a cell", 0},
        {"a\nb\0c", "Line 2 has a NUL byte", 5},
        {"a\n\nMull\xe9r", "Line 3 is not UTF-8", 0},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct err e = {""};
        cr_assert(!csv_parse(row[k].text, row[k].n ? row[k].n : strlen(row[k].text), &e), "row %zu", k);
        cr_assert(strstr(e.text, row[k].says), "row %zu: %s", k, e.text);
    }
}

Test(csv, cells_are_written_so_that_they_are_read_again)
{
    static const char *const cell[] = {"plain", "a,b", "say \"x\"", "two\nlines", " space", "", "=1+1"};
    for (size_t k = 0; k < sizeof cell / sizeof *cell; k++) {
        struct text t = {.cap = 100};
        struct err e = {""};
        csv_write_cell(&t, cell[k], ',');
        text_add(&t, ",,,\n", 4);
        struct csv *c = csv_parse(text_str(&t), t.len, &e);
        cr_assert(c && csv_cells(c, 0) == 4, "%s", e.text);
        cr_assert_str_eq(csv_cell(c, 0, 0), cell[k]);
        csv_free(c);
        text_finish(&t);
    }
}

Test(late, by_the_hour)
{
    struct late_policy p = {.has_due = true, .due = 1000 * (int64_t)DAY, .percent_per_hour = 2};
    static const struct {
        int64_t after;
        double lost;
    } row[] = {{0, 0}, {1, 2}, {HOUR, 2}, {HOUR + 1, 4}, {10 * (int64_t)HOUR, 20}, {100 * (int64_t)DAY, 100}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        struct late_entry e = {p.due + row[k].after, 100, LATE_BY_TIME};
        cr_expect_float_eq(late_penalty(&p, &e), row[k].lost, 1e-9, "row %zu: %g", k, late_penalty(&p, &e));
    }
    const struct late_entry marked = {p.due + 50 * HOUR, 100, LATE_MARKED};
    cr_expect_float_eq(late_penalty(&p, &marked), 48, 1e-9, "a mark is a day of hours");
    const struct late_entry before = {p.due - 14 * HOUR, 100, LATE_MARKED}, near = {p.due - 13 * HOUR, 100, LATE_MARKED};
    cr_expect_eq(late_days_of(&p, &before), 0, "what was downloaded before the due time was handed in before it");
    cr_expect_eq(late_days_of(&p, &near), 1, "if it was so in every zone");
}

Test(late, after_the_cut_off_nothing_counts_and_nothing_is_replaced)
{
    struct late_policy p = ten_percent();
    p.cutoff = 2 * (int64_t)DAY;
    const struct late_entry at = {p.due + p.cutoff, 100, LATE_BY_TIME}, past = {p.due + p.cutoff + 1, 100,
        LATE_BY_TIME};
    const struct late_entry marked = {p.due + 90 * (int64_t)DAY, 100, LATE_MARKED};
    cr_expect(!late_is_out(&p, &at) && late_is_out(&p, &past) && !late_is_out(&p, &marked));
    cr_expect_float_eq(late_penalty(&p, &at), 20, 1e-9);
    cr_expect_eq(late_penalty(&p, &past), 100);
    const struct late_entry both[] = {{p.due - HOUR, 1, LATE_BY_TIME}, past};
    for (int keep = LATE_BEST; keep <= LATE_LAST; keep++) {
        p.keep = (enum late_keep)keep;
        cr_expect_eq(late_pick(&p, both, 2), 0, "what was in time stays");
        cr_expect_eq(late_pick(&p, both + 1, 1), 0, "alone it is what there is");
    }
    struct late_policy q;
    json_t *j = late_to_json(&p);
    q = late_from_json(j);
    cr_expect_eq(q.cutoff, p.cutoff);
    json_decref(j);
    p.cutoff = 5 * MINUTE; /* within the grace period of a quarter of an hour */
    const struct late_entry graced = {p.due + 10 * MINUTE, 100, LATE_BY_TIME};
    cr_expect(!late_is_out(&p, &graced), "what is not late is not out");
    p.has_due = false;
    cr_expect(!late_is_out(&p, &past));
}

Test(late, free_days_come_off_before_the_penalty)
{
    struct late_policy p = ten_percent();
    const struct late_entry e = {p.due + 2 * (int64_t)DAY + HOUR, 100, LATE_BY_TIME}; /* three days */
    static const struct {
        int free, used;
        double lost;
    } row[] = {{0, 0, 30}, {1, 1, 20}, {3, 3, 0}, {9, 3, 0}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        p.free_days = row[k].free;
        cr_expect_eq(late_free(&p, &e), row[k].used, "row %zu", k);
        cr_expect_float_eq(late_penalty(&p, &e), row[k].lost, 1e-9, "row %zu", k);
    }
    p.free_days = 2;
    p.percent_per_day = 0;
    cr_expect_eq(late_free(&p, &e), 0, "where late costs nothing, no day is taken");
    p.percent_per_hour = 1;
    cr_expect_float_eq(late_penalty(&p, &e), 1, 1e-9, "49 hours less two days");
    const struct late_entry nothing = {e.received, 0, LATE_BY_TIME};
    cr_expect_eq(late_free(&p, &nothing), 0, "nor for nothing");
    p.cutoff = DAY;
    cr_expect_eq(late_free(&p, &e), 0, "nor after the cut-off");
}
