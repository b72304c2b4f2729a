/* export_gradescope.c: results.json, as Gradescope's autograder container hands it back. */
#include "export_internal.h"
#include "grader/class/hidden.h"

#include <stdlib.h>
#include <string.h>

static json_t *clean_string(const char *s)
{
    char *clean = util_clean(s, strlen(s), 0);
    json_t *j = json_string(clean);
    free(clean);
    return j;
}

static const char *hidden_visibility(const char *said)
{
    if (!said || !strcmp(said, "after_due"))
        return "after_due_date";
    return said;
}

/* Gradescope calls a test without a status failed when it has not all its points. */
static bool was_judged(const char *status)
{
    return strcmp(status, "SKIPPED") && strcmp(status, "PENDING");
}

static void add_status(json_t *t, const char *status)
{
    if (!strcmp(status, "PASS") || !strcmp(status, "FAIL") || !strcmp(status, "ERROR"))
        json_object_set_new(t, "status", json_string(strcmp(status, "PASS") ? "failed" : "passed"));
}

/* "correct: all 18 cases agree", with its points; what could not be run here has neither points nor a status. */
static json_t *milestone(const json_t *m, const json_t *report, bool all)
{
    const char *message = util_str(m, "message", "");
    const char *status = util_str(m, "status", "");
    char *name = util_path("%s: %s", util_str(m, "id", ""), util_str(m, "goal", ""));
    json_t *t = json_pack("{s:o, s:o, s:s}", "name", clean_string(name), "output",
                          clean_string(all ? message : hidden_spares(report, message)), "visibility", "visible");
    if (was_judged(status)) {
        json_object_set_new(t, "score", json_real(json_number_value(json_object_get(m, "points"))));
        json_object_set_new(t, "max_score", json_real(json_number_value(json_object_get(m, "max"))));
    }
    add_status(t, status);
    free(name);
    return t;
}

static json_t *one_case(const json_t *c, const char *visibility)
{
    bool hidden = json_is_true(json_object_get(c, "hidden"));
    char *name = util_path("case %s, %s", util_str(c, "case", ""), util_str(c, "call", ""));
    json_t *t =
        json_pack("{s:o, s:o, s:s}", "name", clean_string(name), "output", clean_string(util_str(c, "message", "")),
                  "visibility", hidden ? hidden_visibility(visibility) : "visible");
    add_status(t, util_str(c, "status", ""));
    free(name);
    return t;
}

static json_t *leaderboard(const json_t *report)
{
    json_t *list = json_array();
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(report, "measurements"), k, m) {
        double ratio;
        if (export_value(m, "ratio", &ratio) && ratio > 0)
            json_array_append_new(list, json_pack("{s:o, s:f, s:s}", "name", clean_string(util_str(m, "bench", "")),
                                                  "value", ratio, "order", "desc"));
    }
    return list;
}

json_t *export_gradescope(const json_t *row, const char *visibility)
{
    const json_t *report = json_object_get(row, "report"), *m;
    json_t *tests = json_array(), *d, *board = leaderboard(report);
    struct text remark = { 0 };
    double grade = 0, ms;
    size_t k;
    if (!export_value(row, "grade", &grade)) {
        json_decref(tests);
        json_decref(board);
        return NULL;
    }
    json_array_foreach(json_object_get(report, "milestones"), k, m)
        json_array_append_new(tests, milestone(m, report, hidden_are_shown(visibility)));
    json_array_foreach(json_object_get(report, "cases"), k, m)
        json_array_append_new(tests, one_case(m, visibility));
    export_remark(row, &remark);
    d = json_pack("{s:f, s:o, s:s, s:s, s:s, s:o}", "score", grade, "output", clean_string(text_str(&remark)),
                  "output_format", "text", "test_output_format", "text", "stdout_visibility", "hidden", "tests",
                  tests);
    if (export_value(report, "duration_ms", &ms))
        json_object_set_new(d, "execution_time", json_real(ms / 1e3));
    if (json_array_size(board))
        json_object_set(d, "leaderboard", board);
    json_decref(board);
    text_finish(&remark);
    return d;
}
