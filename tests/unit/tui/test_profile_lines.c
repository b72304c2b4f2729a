/* The rows by line of a profile: which lines stand there, with what, and which is marked. */
#include <criterion/criterion.h>
#include <string.h>

#include "tui/app/profile_lines.h"

static json_t *report_of(const char *lines)
{
    json_error_t e;
    json_t *list = json_loads(lines, 0, &e);
    cr_assert(list, "%s", e.text);
    return json_pack("{s:o}", "lines", list);
}

/* The table of that source. */
static struct profile_lines table(const json_t *report, const char *source)
{
    struct profile_lines t = { .n = 0 };
    for (size_t k = 0; profile_lines(report, k, &t); k++) {
        if (!strcmp(t.source, source))
            return t;
        profile_lines_finish(&t);
    }
    cr_assert_fail("there is no table of %s", source);
    return t;
}

Test(profile_lines, the_line_that_costs_is_marked_and_a_row_belongs_to_its_source)
{
    json_t *report = report_of("[{\"call\":\"f\",\"case\":\"k\",\"file\":\"a.c\",\"line\":7,\"loads\":1000,\"stores\":2,"
                               "\"l1_miss\":90},"
                               "{\"call\":\"f\",\"case\":\"k\",\"file\":\"a.c\",\"line\":9,\"loads\":4,\"l1_miss\":44},"
                               "{\"call\":\"f\",\"case\":\"k\",\"file\":\"a.c\",\"line\":11,\"loads\":0},"
                               "{\"file\":\"a.c\",\"line\":8,\"source\":\"cachegrind\",\"Ir\":12345,\"D1mr\":3}]");
    struct profile_lines t = table(report, "ctrace");
    cr_assert_eq(t.n, 2, "a line without counts says nothing");
    cr_assert_str_eq(t.column[2]->head, "L1 misses");
    cr_assert(t.line[0].hot && t.line[0].line == 7 && !t.line[1].hot);
    cr_assert_str_eq(t.line[0].value[0], "1,000");
    cr_assert_str_eq(t.line[1].value[1], "-", "what was not counted is no 0");
    profile_lines_finish(&t);
    t = table(report, "cachegrind");
    cr_assert_eq(t.n, 1);
    cr_assert_str_eq(t.line[0].value[0], "12,345");
    profile_lines_finish(&t);
    json_decref(report);
}

Test(profile_lines, a_line_that_does_what_is_expected_says_nothing)
{
    json_t *report = report_of("[{\"file\":\"k.cu\",\"line\":1,\"act_thr\":32},"
                               "{\"file\":\"k.cu\",\"line\":2,\"act_thr\":31.5},"
                               "{\"file\":\"k.cu\",\"line\":3,\"samples\":9,\"source\":\"ncu\"},"
                               "{\"file\":\"k.cu\",\"line\":4,\"samples\":40,\"source\":\"ncu\",\"stall\":\"barrier\","
                               "\"stall_share\":0.625}]");
    struct profile_lines t = table(report, "simt");
    cr_assert_eq(t.n, 1);
    cr_assert_eq(t.line[0].line, 2);
    cr_assert_str_eq(t.line[0].value[3], "31.50");
    cr_assert_not(t.line[0].hot, "nothing conflicts");
    profile_lines_finish(&t);
    t = table(report, "ncu");
    cr_assert_eq(t.n, 1);
    cr_assert_str_eq(t.line[0].value[3], "barrier 62 %");
    profile_lines_finish(&t);
    json_decref(report);
}

/* Whatever a table shows stands in the dictionary, with a head. */
Test(profile_lines, columns_have_heads)
{
    json_t *report = report_of("[]");
    struct profile_lines t;
    size_t k;
    for (k = 0; profile_lines(report, k, &t); k++) {
        cr_assert_gt(t.columns, 2);
        for (int q = 0; q < t.columns; q++)
            cr_assert(t.column[q] && t.column[q]->head && counter_from(t.column[q], t.source), "%s, column %d",
                      t.source, q);
        profile_lines_finish(&t);
    }
    cr_assert_eq(k, 4);
    json_decref(report);
}
