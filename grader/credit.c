/* credit.c: see credit.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "credit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/js.h"
#include "runner/base/util.h"

static const struct rule {
    const char *word, *says;
} rules[] = {
    [CREDIT_NONE] = { "none", "all or nothing: `correct` gives its points when every case is right" },
    [CREDIT_FUNCTION] = { "function", "by function: each function that is right in all of its cases gives its share of "
                                      "`correct`, rounded down to tenths" },
    [CREDIT_CASE] = { "case", "by case: each function gives its share of `correct` by the cases that are right, "
                              "rounded down to tenths" },
};

int credit_parse(const char *word, enum credit_rule *ret)
{
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        if (word && !strcmp(word, rules[k].word))
            return *ret = (enum credit_rule)k, 0;
    return -1;
}

const char *credit_word(enum credit_rule rule)
{
    return rules[rule].word;
}

const char *credit_says(enum credit_rule rule)
{
    return rules[rule].says;
}

enum credit_rule credit_of_lab(const json_t *lab)
{
    enum credit_rule rule = CREDIT_NONE;
    credit_parse(js_text(json_object_get(lab, "partial"), "by"), &rule);
    return rule;
}

void credit_set(json_t *lab, enum credit_rule rule)
{
    const json_t *old = json_object_get(lab, "partial");
    json_t *now = json_is_object(old) ? json_copy((json_t *)(size_t)old) : json_object();
    json_object_set_new(now, "by", json_string(credit_word(rule)));
    json_object_set_new(lab, "partial", now);
}

const char *credit_refused(const json_t *lab)
{
    if (!json_array_size(json_object_get(lab, "calls")))
        return "The lab has no functions that are run.";
    if (json_is_true(json_object_get(lab, "checked")))
        return "The lab judges by checks of its own, too, which look at a whole submission: who breaks one must not be "
               "better off for a wrong case beside it.";
    return NULL;
}

/* ---- which cases are right --------------------------------------------------------------------------------- */

enum how { RIGHT, WRONG, UNTRIED };

static char *key_of(const char *id, const char *call)
{
    return util_path("%s\n%s", id, call);
}

static enum how how_of(const json_t *row)
{
    if (js_is(row, "status", "PASS"))
        return RIGHT;
    return js_is(row, "status", "SKIPPED") ? UNTRIED : WRONG;
}

/* {"CASE\nCALL": how}: of one that stands there twice, on two backends, the first that is not right. */
static json_t *index_cases(const json_t *report)
{
    json_t *index = json_object();
    size_t k;
    const json_t *row;
    json_array_foreach(json_object_get(report, "cases"), k, row) {
        char *key = key_of(js_text(row, "case"), js_text(row, "call"));
        const json_t *had = json_object_get(index, key);
        if (!had || json_integer_value(had) == RIGHT)
            json_object_set_new(index, key, json_integer(how_of(row)));
        free(key);
    }
    return index;
}

static enum how look_up(const json_t *index, const char *id, const char *call)
{
    char *key = key_of(id, call);
    const json_t *how = json_object_get(index, key);
    free(key);
    return how ? (enum how)json_integer_value(how) : UNTRIED;
}

/* ---- by function --------------------------------------------------------------------------------------------- */

static double weight(const json_t *lab, const char *of, const char *name)
{
    const json_t *w = json_object_get(json_object_get(json_object_get(lab, "partial"), of), name);
    double v = json_is_number(w) ? json_number_value(w) : 1;
    return isfinite(v) && v > 0 ? v : 1;
}

/* The function in this case, or NULL: the case does not run it. */
static const json_t *run_of(const json_t *c, const char *call)
{
    return js_row(json_object_get(c, "calls"), "call", call);
}

/* Is there not one element that the function could make right or wrong? */
static bool is_idle(const json_t *call, const json_t *run)
{
    const json_t *counts = json_object_get(run, "counts"), *arg;
    bool idle = false;
    size_t k;
    json_array_foreach(json_object_get(call, "args"), k, arg) {
        const json_t *count = json_object_get(counts, js_text(arg, "name"));
        if (!js_is(arg, "kind", "output") && !js_is(arg, "kind", "inout"))
            continue;
        if (!count || json_number_value(count) > 0)
            return false;
        idle = true;
    }
    return idle;
}

struct tally {
    int right, cases, hidden_right, hidden;
    double won, all; /* weights */
};

static struct tally tally_of(const json_t *lab, const json_t *index, const json_t *f)
{
    const char *call = js_text(f, "name");
    struct tally t = { 0 };
    size_t k;
    const json_t *c;
    json_array_foreach(json_object_get(lab, "cases"), k, c) {
        const json_t *run = run_of(c, call);
        if (!json_is_true(json_object_get(c, "judged")) || !run)
            continue;
        bool hidden = json_is_true(json_object_get(c, "hidden")), right = !look_up(index, js_text(c, "id"), call);
        double w = is_idle(f, run) ? 0 : weight(lab, "cases", js_text(c, "id"));
        t.cases++;
        t.right += right;
        t.hidden += hidden;
        t.hidden_right += hidden && right;
        t.all += w;
        t.won += right ? w : 0;
    }
    return t;
}

/* The share of a function's points that its cases give. */
static double share(const struct tally *t, enum credit_rule rule)
{
    if (rule == CREDIT_CASE && t->right < t->cases && t->all > 0)
        return t->won / t->all;
    return rule != CREDIT_NONE && t->right == t->cases;
}

static double tidy(double points)
{
    return floor(points * 1e6 + .5) / 1e6;
}

/* The functions with their shares of `max`; *got is their sum. */
static json_t *count(const json_t *lab, const json_t *report, enum credit_rule rule, double max, double *got)
{
    json_t *index = index_cases(report), *list = json_array(), *f;
    size_t k;
    const json_t *call;
    double all = 0;
    *got = 0;
    json_array_foreach(json_object_get(lab, "calls"), k, call) {
        const char *name = js_text(call, "name");
        struct tally t = tally_of(lab, index, call);
        if (!t.cases)
            continue;
        double w = weight(lab, "functions", name);
        all += w;
        json_array_append_new(list, json_pack("{s:s s:i s:i s:i s:i s:f s:f}", "call", name, "right", t.right, "cases",
                                              t.cases, "hidden_right", t.hidden_right, "hidden_cases", t.hidden,
                                              "points", share(&t, rule) * w, "max", w));
    }
    json_decref(index);
    json_array_foreach(list, k, f) {
        double points = js_number(f, "points") / all * max;
        *got += points;
        json_object_set_new(f, "points", json_real(tidy(points)));
        json_object_set_new(f, "max", json_real(tidy(js_number(f, "max") / all * max)));
        if (rule == CREDIT_NONE) {
            json_object_del(f, "points");
            json_object_del(f, "max");
        }
    }
    return list;
}

static json_t *correct_of(const json_t *report)
{
    size_t k;
    json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), k, m)
        if (js_is(m, "kind", "correct"))
            return m;
    return NULL;
}

json_t *credit_functions(const json_t *lab, const json_t *report)
{
    const json_t *kept = json_object_get(correct_of(report), "functions");
    double got;
    return kept ? json_deep_copy(kept) : count(lab, report, CREDIT_NONE, 0, &got);
}

/* ---- the milestone ------------------------------------------------------------------------------------------- */

static bool all_right(const json_t *functions)
{
    size_t k;
    const json_t *f;
    json_array_foreach(functions, k, f)
        if (js_number(f, "right") < js_number(f, "cases"))
            return false;
    return true;
}

/* "2 of 3 functions are right in all of their cases", "7 of 9 cases of 3 functions are right". */
static json_t *sentence(const json_t *functions, enum credit_rule rule)
{
    size_t k, n = json_array_size(functions), whole = 0, right = 0, cases = 0;
    const json_t *f;
    json_array_foreach(functions, k, f) {
        whole += js_number(f, "right") == js_number(f, "cases");
        right += (size_t)js_number(f, "right");
        cases += (size_t)js_number(f, "cases");
    }
    if (rule == CREDIT_FUNCTION)
        return json_sprintf("Partial credit by function: %zu of %zu function%s right in every case.", whole, n,
                            n == 1 ? " is" : "s are");
    return json_sprintf("Partial credit by case: %zu of %zu cases of %zu function%s are right.", right, cases, n,
                        n == 1 ? "" : "s");
}

static json_t *number(double v)
{
    return v == floor(v) ? json_integer((json_int_t)v) : json_real(v);
}

void credit_apply(const json_t *lab, json_t *report)
{
    enum credit_rule rule = credit_of_lab(lab);
    json_t *m = correct_of(report);
    double got, max = js_number(m, "max");
    if (!m || (!js_is(m, "status", "FAIL") && !js_is(m, "status", "ERROR")))
        return;
    json_object_del(m, "partial");
    json_object_del(m, "functions");
    json_object_del(m, "credit");
    json_object_set_new(m, "points", json_integer(0));
    if (rule == CREDIT_NONE || credit_refused(lab) || json_is_true(json_object_get(report, "fault")))
        return;
    json_t *functions = count(lab, report, rule, max, &got);
    if (!all_right(functions)) {
        json_object_set_new(m, "points", number(floor(got * 10 + 1e-6) / 10));
        json_object_set_new(m, "partial", json_string(credit_word(rule)));
        json_object_set(m, "functions", functions);
        json_object_set_new(m, "credit", sentence(functions, rule));
    }
    json_decref(functions);
}

bool credit_untried(const json_t *lab, const json_t *report)
{
    const json_t *m = correct_of(report), *c, *call;
    if (js_is(m, "status", "PASS") || json_is_false(json_object_get(json_object_get(report, "build"), "ok")))
        return false;
    json_t *index = index_cases(report);
    bool untried = false;
    size_t k, q;
    json_array_foreach(json_object_get(lab, "cases"), k, c) {
        if (!json_is_true(json_object_get(c, "judged")))
            continue;
        json_array_foreach(json_object_get(c, "calls"), q, call)
            untried |= look_up(index, js_text(c, "id"), js_text(call, "call")) == UNTRIED;
    }
    json_decref(index);
    return untried;
}
