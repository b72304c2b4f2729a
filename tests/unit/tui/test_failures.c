/* What failed, in words: rows of a report, hints about one function, a compiler's excerpts in narrow lines. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/excerpt.h"
#include "tui/app/failures.h"
#include "tui/app/hints.h"

static const char lab_text[] =
    "{\"id\": \"l\", \"calls\": [{\"name\": \"cost_gemm\"}, {\"name\": \"cost_attn_unfused\"},"
    "{\"name\": \"roof\", \"asks\": {\"fn\": {\"time\": \"roof_time\"}}}, {\"name\": \"copy_f32\"},"
    "{\"name\": \"copy_shifted\", \"asks\": {\"fn\": \"copy_f32\"}}]}";

static const char tier[] = "- Counting: draw the arrays.\n"
                           "- Unfused attention is the sum of `cost_gemm`s.\n"
                           "- `roof_time`: no division.\n"
                           "- Copy: advance\n\n      dst[i] = src[i];\n\n"
                           "- `cost_gemm`: three matrices.\n";

static void holds(const char *function, const char *want)
{
    json_t *lab = json_loads(lab_text, 0, NULL), *functions = hints_functions(lab);
    char *got = hints_about(tier, functions, function);
    cr_expect_str_eq(got, want, "%s: %s", function ? function : "none", got);
    free(got);
    json_decref(functions);
    json_decref(lab);
}

Test(failures, a_hint_is_about_the_function_that_failed)
{
    holds(NULL, "- Counting: draw the arrays.\n");
    holds("cost_gemm", "- Counting: draw the arrays.\n- `cost_gemm`: three matrices.\n");
    holds("cost_attn_unfused", "- Counting: draw the arrays.\n- Unfused attention is the sum of `cost_gemm`s.\n");
    holds("copy_f32", "- Counting: draw the arrays.\n- Copy: advance\n\n      dst[i] = src[i];\n\n");
    holds("roof_time", "- Counting: draw the arrays.\n- `roof_time`: no division.\n");
}

Test(failures, paragraphs_go_on_about_what_the_one_before_is_about)
{
    static const char text[] = "Attention, the first half:\n\n    a = 1;\n\nThe second half mirrors it.\n\n"
                               "Copy, the loads:\n\n    b = 2;\n\nThen store.\n";
    json_t *lab = json_loads(lab_text, 0, NULL), *functions = hints_functions(lab);
    char *got = hints_about(text, functions, "copy_f32");
    cr_expect_str_eq(got, "Copy, the loads:\n\n    b = 2;\n\nThen store.\n", "%s", got);
    free(got);
    got = hints_about(text, functions, "cost_attn_unfused");
    cr_expect_str_eq(got, "Attention, the first half:\n\n    a = 1;\n\nThe second half mirrors it.\n\n", "%s", got);
    free(got);
    json_decref(functions);
    json_decref(lab);
}

Test(failures, the_first_function_that_failed)
{
    static const struct {
        const char *report, *want;
    } t[] = {
        { "{}", NULL },
        { "{\"cases\": [{\"call\": \"cost_gemm\", \"status\": \"PASS\"},"
          "{\"call\": \"copy_shifted\", \"function\": \"copy_f32\", \"status\": \"FAIL\"}]}",
          "copy_f32" },
        { "{\"cases\": [{\"call\": \"cost_gemm\", \"status\": \"SKIPPED\"}]}", NULL },
        { "{\"milestones\": [{\"status\": \"FAIL\", \"message\": \"c_bytes of copy_f32 (case x) is 3\"}]}",
          "copy_f32" },
        { "{\"milestones\": [{\"status\": \"PASS\", \"message\": \"copy_f32\"}]}", NULL },
        { "{\"milestones\": [{\"status\": \"ERROR\", \"message\": \"x.c defines no roof_time: declared in lab.h\"}]}",
          "roof_time" },
        /* the call's name stands for its function; the first name of a message counts, not the lab's order */
        { "{\"milestones\": [{\"status\": \"FAIL\", \"message\": \"c_loads of copy_shifted (case n) is 9\"}]}",
          "copy_f32" },
        { "{\"milestones\": [{\"status\": \"FAIL\", \"message\": \"roof is wrong\"}]}", "roof_time" },
        { "{\"milestones\": [{\"status\": \"FAIL\", \"message\": \"copy_f32 loads more than cost_gemm\"}]}",
          "copy_f32" },
        { "{\"milestones\": [{\"status\": \"PASS\", \"message\": \"roof_time\"},"
          "{\"status\": \"FAIL\", \"message\": \"copy_f32\"}, {\"status\": \"FAIL\", \"message\": \"cost_gemm\"}]}",
          "copy_f32" },
    };
    json_t *lab = json_loads(lab_text, 0, NULL), *functions = hints_functions(lab);
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        json_t *report = json_loads(t[k].report, 0, NULL);
        const char *got = hints_failed(report, lab, functions);
        cr_expect(t[k].want ? got && !strcmp(got, t[k].want) : !got, "%s: %s", t[k].report, got ? got : "none");
        json_decref(report);
    }
    json_decref(functions);
    json_decref(lab);
}

/* copy_f32 is "Copy:" in a later tier, cost_attn_unfused is "Unfused attention"; `tally` is a call that no hint names. */
Test(failures, only_functions_that_hints_speak_of_are_offered)
{
    json_t *lab = json_loads(lab_text, 0, NULL);
    json_array_append_new(json_object_get(lab, "calls"), json_pack("{s:s}", "name", "tally"));
    json_t *functions = hints_functions(lab), *milestone = json_object();
    json_t *tiers = json_pack("[{s:s},{s:s}]", "text", "- Count what moves.\n- `roof_time`: no division.\n", "text",
                              "- Copy: advance.\n- Unfused attention is a sum.\n");
    char got[1024];
    hints_no_function(lab, tiers, functions, NULL, got, sizeof got);
    cr_expect_str_eq(got, "No run of this lab has gone wrong yet: only what is about all of its functions is shown. About "
                          "one function: `ridge hint l FUNCTION`, with cost_attn_unfused, roof_time, copy_f32.");
    hints_no_function(lab, tiers, functions, milestone, got, sizeof got);
    cr_expect(strstr(got, "What failed names no function"));
    json_array_clear(tiers);
    hints_no_function(lab, tiers, functions, NULL, got, sizeof got);
    cr_expect_str_eq(got, "", "nothing is left out: %s", got);
    json_decref(tiers);
    json_decref(milestone);
    json_decref(functions);
    json_decref(lab);
}

static void says(const char *row, const char *want)
{
    char got[400];
    json_t *r = json_loads(row, 0, NULL);
    failure_says(r, got, sizeof got);
    cr_expect_str_eq(got, want);
    json_decref(r);
}

Test(failures, a_row_in_words)
{
    says("{\"case\": \"a\", \"call\": \"f\", \"said\": \"f(n=1): expected 2, yours 3\"}",
         "f(n=1): expected 2, yours 3 (case a)");
    says("{\"case\": \"a\", \"call\": \"f\", \"mismatch\": {\"out\": \"y\", \"index\": 4, \"expected\": 2}}",
         "f: y[4]: expected 2, yours no finite number (case a)");
    says("{\"case\": \"a\", \"call\": \"f\", \"message\": \"it crashed\"}", "f: it crashed (case a)");
}

Test(failures, inputs_and_counts)
{
    char text[200];
    json_t *row = json_loads("{\"inputs\": {\"x\": [1, 2.5, null], \"none\": []}}", 0, NULL);
    failure_input(row, "x", text, sizeof text);
    cr_expect_str_eq(text, "1, 2.5, nan");
    failure_input(row, "none", text, sizeof text);
    cr_expect_str_eq(text, "no element");
    json_decref(row);
    row = json_loads("{\"right\": 23, \"cases\": 31}", 0, NULL);
    failures_right(row, text, sizeof text);
    cr_expect_str_eq(text, "23 of 31 cases right");
    json_decref(row);
    row = json_loads("[{\"status\": \"SKIPPED\", \"message\": \"Not tried after the time-out of case a.\"},"
                     "{\"status\": \"FAIL\"}, {\"status\": \"PASS\"}]", 0, NULL);
    cr_expect_eq(failures_in(row), 1);
    cr_expect_eq(failures_untried(row, text, sizeof text), 1);
    cr_expect_str_eq(text, "1 case was not tried after the time-out of case a.");
    json_decref(row);
}

/* The mark stands under what it points at, however narrow the lines are. */
Test(failures, an_excerpt_is_cut_as_one)
{
    static const char log[] = "a.c:1:30: error: no\n"
                              "    1 | int f(void) { return 12345 + nothing; }\n"
                              "      |                              ^~~~~~~\n"
                              "that is all\n";
    char *wide = excerpts_cut(log, 80), *narrow = excerpts_cut(log, 24);
    cr_expect_str_eq(wide, log);
    const char *source = strstr(narrow, "    1 |"), *marks = source ? strchr(source, '\n') + 1 : NULL;
    cr_assert_not_null(source);
    cr_expect_leq(strcspn(source, "\n"), 24);
    cr_expect_leq(strcspn(marks, "\n"), 24);
    const char *word = strstr(source, "nothing"), *mark = strchr(marks, '^');
    cr_assert(word && mark && mark < marks + strcspn(marks, "\n"), "%s", narrow);
    cr_expect_eq(word - source, mark - marks, "%s", narrow);
    cr_expect_eq(excerpt_gutter("    1 | x"), 7);
    cr_expect_eq(excerpt_gutter("a.c:1: x | y"), 0);
    cr_expect_eq(excerpt_gutter("| a table |"), 0);
    free(wide);
    free(narrow);
}
