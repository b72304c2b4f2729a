/* test_class_return.c: what goes back to a student tells no hidden case, no value, and nothing that was printed. */
#include <criterion/criterion.h>
#include <string.h>

#include "tui/app/class_return.h"

static const char report_text[] =
    "{\"milestones\":["
    "{\"id\":\"correct\",\"goal\":\"g\",\"status\":\"FAIL\",\"points\":0,\"max\":40,"
    "\"message\":\"f(n=7): expected 42, yours 1 (case one); SECRET\"},"
    "{\"id\":\"sanitize\",\"goal\":\"g\",\"status\":\"ERROR\",\"points\":0,\"max\":10,\"message\":\"it printed SECRET\"},"
    "{\"id\":\"perf:x\",\"goal\":\"g\",\"status\":\"PASS\",\"points\":5,\"max\":10,\"message\":\"0.97 x\"}],"
    "\"cases\":["
    "{\"case\":\"one\",\"call\":\"f\",\"status\":\"FAIL\",\"message\":\"SECRET\"},"
    "{\"case\":\"two\",\"call\":\"f\",\"status\":\"PASS\"},"
    "{\"case\":\"deep\",\"call\":\"f\",\"status\":\"FAIL\",\"hidden\":true,\"message\":\"SECRET\"}]}";

static json_t *about(const char *state, const char *status, const char *what, const char *text)
{
    json_t *report = json_loads(text, 0, NULL);
    json_t *g = json_pack("{s:s s:s s:s s:f s:f s:I}", "lab", "w", "state", state, "status", status, "points", 5.0,
                          "max", 60.0, "finished", (json_int_t)9);
    json_t *a = class_return_about(g, report, "b.ridge.tar", what);
    json_decref(g);
    json_decref(report);
    return a;
}

Test(class_return, counts_and_quotes_nothing)
{
    static const char *const what[] = { "correct", "all" };
    for (size_t k = 0; k < 2; k++) {
        json_t *a = about("done", "FAIL", what[k], report_text);
        cr_assert(a);
        char *s = json_dumps(a, 0);
        cr_assert_null(strstr(s, "SECRET"), "%s", s);
        cr_assert_null(strstr(s, "deep"), "%s", s);
        cr_assert_null(strstr(s, "42"), "%s", s);
        cr_assert(strstr(s, "1 of 2 visible cases right; a hidden case went wrong"), "%s", s);
        cr_assert_eq(json_array_size(json_object_get(a, "milestones")), k ? 3 : 1);
        cr_assert_float_eq(json_number_value(json_object_get(a, "max")), k ? 60.0 : 40.0, 1e-9);
        cr_assert_eq(strstr(s, "0.97 x") != NULL, k == 1);
        free(s);
        json_decref(a);
    }
}

Test(class_return, what_does_not_build_is_told_by_the_compiler)
{
    json_t *a = about("done", "ERROR", "correct",
                      "{\"milestones\":[{\"id\":\"correct\",\"status\":\"ERROR\",\"message\":\"a.c:3: error\"}]}");
    const json_t *m = json_array_get(json_object_get(a, "milestones"), 0);
    cr_assert_str_eq(json_string_value(json_object_get(m, "message")), "a.c:3: error");
    json_decref(a);
}

Test(class_return, nothing_goes_back_that_may_not)
{
    cr_assert_null(about("done", "FAIL", "none", report_text));
    cr_assert_null(about("held", "FAIL", "all", report_text));
    cr_assert_null(about("done", "SUSPICIOUS", "all", report_text));
}
