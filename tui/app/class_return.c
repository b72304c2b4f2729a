/* class_return.c: of a grading what goes back to its student. */
#include "class_return.h"

#include <stdlib.h>
#include <string.h>

#include "grader/class/hidden.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

enum { CASES = 50 };

static json_t *clean(const char *s)
{
    char *text = util_clean(s, strlen(s), 0);
    json_t *j = json_string(text);
    free(text);
    return j;
}

/* How many cases of a kind are right, and of how many. */
static size_t right(const json_t *report, bool hidden, size_t *all)
{
    size_t k, n = 0;
    const json_t *c;
    *all = 0;
    json_array_foreach(json_object_get(report, "cases"), k, c) {
        if (json_is_true(json_object_get(c, "hidden")) != hidden)
            continue;
        ++*all;
        n += !strcmp(js_text(c, "status"), "PASS");
    }
    return n;
}

/* What a run said may hold its inputs, for a submission can print them: once anything ran, we count and quote nothing.
 * Times and counters are ours. */
static json_t *message(const json_t *m, const json_t *report)
{
    size_t visible, hidden, ok = right(report, false, &visible), deep = right(report, true, &hidden);
    const char *id = js_text(m, "id");
    if (!strcmp(id, "correct") && visible + hidden)
        return json_sprintf("%zu of %zu visible cases right%s", ok, visible,
                            !hidden ? "" : deep == hidden ? ", and the hidden ones" : "; a hidden case went wrong");
    if (!strncmp(id, "perf", 4) || !strcmp(id, "profile") || !(visible + hidden))
        return clean(hidden_spares(report, js_text(m, "message")));
    return json_string("");
}

static json_t *milestones(const json_t *report, bool all)
{
    json_t *list = json_array();
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), k, m)
        if (all || !strcmp(js_text(m, "id"), "correct"))
            json_array_append_new(list, json_pack("{s:o s:o s:s s:f s:f s:o}", "id", clean(js_text(m, "id")), "goal",
                                                  clean(js_text(m, "goal")), "status", js_text(m, "status"), "points",
                                                  js_number(m, "points"), "max", js_number(m, "max"), "message",
                                                  message(m, report)));
    return list;
}

/* The visible cases that went wrong, by name: their expected values come from the class's own draw. */
static json_t *cases(const json_t *report)
{
    json_t *list = json_array();
    size_t k;
    const json_t *c;
    json_array_foreach(json_object_get(report, "cases"), k, c)
        if (!json_is_true(json_object_get(c, "hidden")) && strcmp(js_text(c, "status"), "PASS") &&
            json_array_size(list) < CASES)
            json_array_append_new(list, json_pack("{s:o s:o s:s}", "case", clean(js_text(c, "case")), "call",
                                                  clean(js_text(c, "call")), "status", js_text(c, "status")));
    return list;
}

static double sum(const json_t *list, const char *of)
{
    double all = 0;
    size_t k;
    const json_t *m;
    json_array_foreach(list, k, m)
        all += js_number(m, of);
    return all;
}

json_t *class_return_about(const json_t *grading, const json_t *report, const char *bundle, const char *what)
{
    bool all = !strcmp(what, "all");
    if (!strcmp(what, "none") || strcmp(js_text(grading, "state"), "done") || !report ||
        !strcmp(js_text(grading, "status"), "SUSPICIOUS"))
        return NULL;
    json_t *list = milestones(report, all);
    const json_t *one = json_array_get(list, 0);
    if (!all && !one) {
        json_decref(list);
        return NULL;
    }
    return json_pack("{s:s s:s s:s s:s s:I s:s s:f s:f s:o s:o}", "schema", "ridge.slip/1", "lab",
                     js_text(grading, "lab"), "bundle", bundle, "what", what, "graded",
                     (json_int_t)js_number(grading, "finished"), "status", js_text(all ? grading : one, "status"),
                     "points", all ? js_number(grading, "points") : sum(list, "points"), "max",
                     all ? js_number(grading, "max") : sum(list, "max"), "milestones", list, "cases", cases(report));
}
