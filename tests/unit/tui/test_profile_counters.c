/* The counters of a profile by call and case: which columns and rows there are, and what each counter is called. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tui/app/profile_counters.h"

static json_t *report_of(const char *counters)
{
    json_error_t e;
    json_t *list = json_loads(counters, 0, &e);
    cr_assert(list, "%s", e.text);
    return json_pack("{s:o s:{s:s s:s}}", "counters", list, "counter_words", "calls", "calls of the allocator", "loads",
                     "a lab's other word for what the dictionary has");
}

#define ROW(call, in, name, value, source) \
    "{\"call\":\"" call "\",\"case\":\"" in "\",\"name\":\"" name "\",\"value\":" value ",\"source\":\"" source "\"}"

Test(profile_counters, each_source_call_and_case_is_a_column_and_what_was_not_counted_is_no_0)
{
    json_t *report = report_of("[" ROW("f", "small", "loads", "12345", "ctrace") ","
                               ROW("f", "small", "stores", "0", "ctrace") ","
                               ROW("f", "small", "loads", "7", "perf") ","
                               ROW("f", "wide", "loads", "20", "ctrace") "]");
    struct profile_counters t;
    char value[FIGURE];
    profile_counters(report, &t);
    cr_assert_eq(t.columns, 3);
    cr_assert_eq(t.n, 3, "a name that two sources count is two counters");
    cr_assert_str_eq(t.column[1].source, "perf", "columns come as the report names them");
    cr_assert_str_eq(t.column[2].in, "wide");
    cr_assert_str_eq(profile_value(&t, 0, 0, value), "12,345");
    cr_assert_str_eq(profile_value(&t, 0, 2, value), "20");
    cr_assert_str_eq(profile_value(&t, 1, 2, value), "-");
    cr_assert_str_eq(profile_value(&t, 0, 1, value), "-", "another source's column");
    cr_assert(t.counter[1].zero && !t.counter[0].zero);
    cr_assert_eq(t.left_out, 0);
    profile_counters_finish(&t);
    json_decref(report);
}

Test(profile_counters, cases_that_were_only_judged_are_no_part_of_the_profile)
{
    json_t *report = report_of("[" ROW("f", "tiny", "calls", "3", "lab") "," ROW("f", "gate", "calls", "9", "lab") ","
                               ROW("f", "gate", "loads", "5", "ctrace") "]");
    json_t *alone = report_of("[" ROW("f", "tiny", "calls", "3", "lab") "]");
    struct profile_counters t;
    profile_counters(report, &t);
    cr_assert_eq(t.columns, 2);
    cr_assert_str_eq(t.column[0].in, "gate");
    profile_counters_finish(&t);
    profile_counters(alone, &t);
    cr_assert_eq(t.columns, 1, "a lab that counts by itself alone is shown whole");
    profile_counters_finish(&t);
    json_decref(report);
    json_decref(alone);
}

Test(profile_counters, words_are_the_dictionary_s_or_the_lab_s_that_the_report_brings)
{
    json_t *report = report_of("[" ROW("f", "gate", "calls", "9", "lab") "," ROW("f", "gate", "loads", "5", "ctrace") ","
                               ROW("f", "gate", "nobody_knows", "1", "lab") "]");
    struct profile_counters t;
    profile_counters(report, &t);
    cr_assert_str_eq(t.counter[0].words, "calls of the allocator");
    cr_assert_str_eq(t.counter[1].words, counter_words("loads"), "the dictionary comes first");
    cr_assert_str_eq(t.counter[2].words, "nobody_knows");
    cr_assert_str_eq(counter_words_in(NULL, "calls"), "calls", "a report of long ago brings no words");
    profile_counters_finish(&t);
    json_decref(report);
}

/* A report can come from another machine: what is too much for a table is counted and not drawn. */
Test(profile_counters, more_columns_than_a_table_has_are_counted)
{
    json_t *report = report_of("[]"), *rows = json_object_get(report, "counters");
    struct profile_counters t;
    char in[16];
    for (int k = 0; k < PROFILE_COUNTERS_MOST + 5; k++) {
        snprintf(in, sizeof in, "case%d", k);
        json_array_append_new(rows, json_pack("{s:s s:s s:s s:i s:s}", "call", "f", "case", in, "name", "loads", "value",
                                              k + 1, "source", "ctrace"));
    }
    profile_counters(report, &t);
    cr_assert_eq(t.columns, PROFILE_COUNTERS_MOST);
    cr_assert_eq(t.left_out, 5);
    profile_counters_finish(&t);
    profile_counters(NULL, &t);
    cr_assert_eq(t.n + t.columns + t.left_out, 0);
    profile_counters_finish(&t);
    json_decref(report);
}
