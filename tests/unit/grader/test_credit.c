/* test_credit.c: partial credit: what `correct` gives by function and by case, and what never gives anything. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/credit.h"
#include "grader/standing.h"

#define LEN(a) (sizeof(a) / sizeof *(a))

/* ' for ", so that rows can be read */
static json_t *json(const char *text)
{
    char *copy = strdup(text);
    json_error_t e;
    for (char *p = copy; *p; p++)
        *p = *p == '\'' ? '"' : *p;
    json_t *j = json_loads(copy, 0, &e);
    cr_assert(j, "%s: %s", text, e.text);
    free(copy);
    return j;
}

/* Three functions: add in three cases, one of them hidden, mul in two, neg in one; and a bench, which is not judged. */
#define LAB(partial)                                                                                                   \
    "{'id': 'x', 'calls': [{'name': 'add'}, {'name': 'mul'}, {'name': 'neg'}, {'name': 'timed'}],"                     \
    " 'cases': [{'id': 'a', 'judged': true, 'calls': [{'call': 'add'}, {'call': 'mul'}]},"                             \
    "           {'id': 'b', 'judged': true, 'calls': [{'call': 'add'}, {'call': 'neg'}]},"                             \
    "           {'id': 'h', 'judged': true, 'hidden': true, 'calls': [{'call': 'add'}, {'call': 'mul'}]},"             \
    "           {'id': 't', 'judged': false, 'calls': [{'call': 'timed'}]}]" partial "}"
/* The same, and two cases more of `add`: one of no element, which whoever does nothing gets right, one of three. */
#define SIZED                                                                                                            \
    "{'id': 'x', 'partial': {'by': 'case'}, 'calls': [{'name': 'add', 'args': [{'kind': 'i64', 'name': 'n'}, {'kind':"   \
    " 'output', 'name': 'y'}]}], 'cases': [{'id': 'a', 'judged': true, 'calls': [{'call': 'add', 'counts': {'y': 0}}]}," \
    " {'id': 'b', 'judged': true, 'calls': [{'call': 'add', 'counts': {'y': 3}}]}, {'id': 'h', 'judged': true, 'calls':" \
    " [{'call': 'add', 'counts': {'y': 5}}]}]}"
#define BY(rule) ", 'partial': {'by': '" rule "'}"

#define ROW(id, call, status) "{'case': '" id "', 'call': '" call "', 'status': '" status "'}"
#define REPORT(status, cases, more)                                                                                    \
    "{'schema': 'ridge.report/1', 'cases': [" cases "], 'milestones': [{'id': 'correct', 'kind': 'correct', 'status':" \
    " '" status "', 'points': 0, 'max': 40}, {'id': 'sanitize', 'kind': 'sanitize', 'status': 'PENDING', 'points': 0," \
    " 'max': 10}]" more "}"

#define ADD(a, b, h) ROW("a", "add", a) "," ROW("b", "add", b) "," ROW("h", "add", h)
#define MUL(a, h) ROW("a", "mul", a) "," ROW("h", "mul", h)
#define NEG(b) ROW("b", "neg", b)
#define ADD_WRONG ADD("FAIL", "PASS", "PASS") "," MUL("PASS", "PASS") "," NEG("PASS")

static const struct row {
    const char *name, *lab, *report;
    double points;
    const char *rule; /* what the milestone says it was counted by; NULL: nothing */
} rows[] = {
    { "a lab that says nothing", LAB(""), REPORT("FAIL", ADD_WRONG, ""), 0, NULL },
    { "nor with none", LAB(BY("none")), REPORT("FAIL", ADD_WRONG, ""), 0, NULL },
    { "two of three functions, down to tenths", LAB(BY("function")), REPORT("FAIL", ADD_WRONG, ""), 26.6, "function" },
    { "by case, each function alike: 2/3 of a third and two thirds", LAB(BY("case")), REPORT("FAIL", ADD_WRONG, ""),
      35.5, "case" },
    { "a hidden case counts as any other", LAB(BY("function")),
      REPORT("FAIL", ADD("PASS", "PASS", "PASS") "," MUL("PASS", "FAIL") "," NEG("PASS"), ""), 26.6, "function" },
    { "weights of functions", LAB(", 'partial': {'by': 'function', 'functions': {'add': 2}}"),
      REPORT("FAIL", ADD_WRONG, ""), 20, "function" },
    { "weights of cases", LAB(", 'partial': {'by': 'case', 'cases': {'a': 2}}"), REPORT("FAIL", ADD_WRONG, ""), 33.3,
      "case" },
    { "weights that a hand has changed are none",
      LAB(", 'partial': {'by': 'function', 'functions': {'add': -5, 'mul': 'x'}}"), REPORT("FAIL", ADD_WRONG, ""), 26.6,
      "function" },
    { "a case of nothing gives nothing", SIZED, REPORT("FAIL", ADD("PASS", "FAIL", "FAIL"), ""), 0, "case" },
    { "and takes nothing", SIZED, REPORT("FAIL", ADD("PASS", "PASS", "FAIL"), ""), 20, "case" },
    { "nothing is right", LAB(BY("case")),
      REPORT("FAIL", ADD("FAIL", "FAIL", "FAIL") "," MUL("FAIL", "FAIL") "," NEG("FAIL"), ""), 0, "case" },
    { "a crash costs the function that crashed", LAB(BY("function")),
      REPORT("ERROR", ADD("ERROR", "ERROR", "ERROR") "," MUL("PASS", "PASS") "," NEG("PASS"), ""), 26.6, "function" },
    { "what was not tried is not right", LAB(BY("case")),
      REPORT("ERROR", ADD("ERROR", "SKIPPED", "SKIPPED") "," MUL("PASS", "PASS") "," NEG("PASS"), ""), 26.6, "case" },
    { "nor what the run did not come to", LAB(BY("case")), REPORT("ERROR", ADD("PASS", "PASS", "PASS"), ""), 13.3,
      "case" },
    { "wrong on one of two backends is wrong", LAB(BY("function")),
      REPORT("FAIL", ADD("PASS", "PASS", "PASS") "," MUL("PASS", "PASS") "," NEG("PASS") "," ROW("b", "neg", "FAIL"),
             ""),
      26.6, "function" },
    { "in either order", LAB(BY("function")),
      REPORT("FAIL", ROW("b", "neg", "FAIL") "," ADD("PASS", "PASS", "PASS") "," MUL("PASS", "PASS") "," NEG("PASS"),
             ""),
      26.6, "function" },
    { "a case that the lab does not have gives nothing", LAB(BY("case")),
      REPORT("FAIL", ROW("z", "add", "PASS") "," ROW("t", "timed", "PASS") "," NEG("PASS"), ""), 13.3, "case" },
    { "who broke out gets nothing", LAB(BY("function")), REPORT("SUSPICIOUS", ADD_WRONG, ""), 0, NULL },
    { "what this machine cannot run is no credit", LAB(BY("function")),
      REPORT("SKIPPED", ADD("PASS", "PASS", "SKIPPED"), ""), 0, NULL },
    { "all cases right and a check of the lab broken", LAB(BY("function")),
      REPORT("FAIL", ADD("PASS", "PASS", "PASS") "," MUL("PASS", "PASS") "," NEG("PASS"), ""), 0, NULL },
    { "the lab may judge by a check", LAB(BY("function") ", 'checked': true"), REPORT("FAIL", ADD_WRONG, ""), 0, NULL },
    { "a fault of the lab's own", LAB(BY("function")), REPORT("ERROR", ADD_WRONG, ", 'fault': true"), 0, NULL },
    { "a word that is none", LAB(BY("half")), REPORT("FAIL", ADD_WRONG, ""), 0, NULL },
};

Test(credit, a_row_each)
{
    for (size_t k = 0; k < LEN(rows); k++) {
        json_t *lab = json(rows[k].lab), *report = json(rows[k].report);
        const json_t *m = json_array_get(json_object_get(report, "milestones"), 0);
        for (int again = 0; again < 2; again++) { /* counting twice changes nothing */
            credit_apply(lab, report);
            const char *by = json_string_value(json_object_get(m, "partial"));
            struct standing s = standing_of(json_object_get(report, "milestones"));
            cr_expect_float_eq(s.points, rows[k].points, 1e-9, "%s: %g", rows[k].name, s.points);
            cr_expect_float_eq(s.max, 50, 1e-9, "%s", rows[k].name);
            cr_expect(rows[k].rule ? by && !strcmp(by, rows[k].rule) : !by, "%s: %s", rows[k].name, by ? by : "none");
            cr_expect_eq(json_object_get(m, "functions") != NULL, rows[k].rule != NULL, "%s", rows[k].name);
        }
        json_decref(lab);
        json_decref(report);
    }
}

Test(credit, what_is_right_has_all_points_whatever_the_rule)
{
    json_t *lab = json(LAB(BY("case"))), *report = json(REPORT("PASS", ADD("PASS", "PASS", "PASS"), ""));
    json_t *m = json_array_get(json_object_get(report, "milestones"), 0);
    json_object_set_new(m, "points", json_integer(40));
    credit_apply(lab, report);
    cr_expect_eq(json_integer_value(json_object_get(m, "points")), 40);
    cr_expect_null(json_object_get(m, "partial"));
    json_decref(lab);
    json_decref(report);
}

/* Never more than was earned, and never all of it while a case is wrong: for every number of functions and points. */
Test(credit, tenths_are_never_rounded_up)
{
    for (int n = 2; n <= 40; n++)
        for (int max = 1; max <= 100; max += 9) {
            json_t *lab = json("{'calls': [], 'cases': [], 'partial': {'by': 'function'}}"),
                   *report = json(REPORT("FAIL", "", ""));
            json_t *m = json_array_get(json_object_get(report, "milestones"), 0);
            json_object_set_new(m, "max", json_integer(max));
            for (int k = 0; k < n; k++) {
                char f[24], id[24];
                snprintf(f, sizeof f, "f%d", k);
                snprintf(id, sizeof id, "c%d", k);
                json_array_append_new(json_object_get(lab, "calls"), json_pack("{s:s}", "name", f));
                json_array_append_new(json_object_get(lab, "cases"),
                                      json_pack("{s:s s:b s:[{s:s}]}", "id", id, "judged", 1, "calls", "call", f));
                json_array_append_new(json_object_get(report, "cases"),
                                      json_pack("{s:s s:s s:s}", "case", id, "call", f, "status", k ? "PASS" : "FAIL"));
            }
            credit_apply(lab, report);
            double points = json_number_value(json_object_get(m, "points")), exact = (double)max * (n - 1) / n;
            cr_expect(points <= exact + 1e-9 && points > exact - .1 - 1e-9 && points < max,
                      "%d functions, %d points: %g", n, max, points);
            cr_expect_float_eq(points * 10, (double)(long)(points * 10 + .5), 1e-6, "%g has tenths", points);
            json_decref(lab);
            json_decref(report);
        }
}

Test(credit, functions_with_their_cases)
{
    json_t *lab = json(LAB("")), *report = json(REPORT("FAIL", ADD_WRONG, ""));
    json_t *f = credit_functions(lab, report),
           *want = json("[{'call': 'add', 'right': 2, 'cases': 3, 'hidden_right': 1, 'hidden_cases': 1},"
                        " {'call': 'mul', 'right': 2, 'cases': 2, 'hidden_right': 1, 'hidden_cases': 1},"
                        " {'call': 'neg', 'right': 1, 'cases': 1, 'hidden_right': 0, 'hidden_cases': 0}]");
    cr_expect(json_equal(f, want), "%s", json_dumps(f, 0));
    json_decref(f);
    credit_set(lab, CREDIT_FUNCTION);
    credit_apply(lab, report);
    f = credit_functions(lab, report);
    cr_expect_float_eq(json_number_value(json_object_get(json_array_get(f, 1), "points")), 40. / 3, 1e-5);
    cr_expect_float_eq(json_number_value(json_object_get(json_array_get(f, 0), "points")), 0, 1e-9);
    json_decref(f);
    json_decref(want);
    json_decref(lab);
    json_decref(report);
}

/* An instructor's rule takes the lab's place, the weights stay, and all may be taken back. */
Test(credit, another_rule_in_the_place_of_the_labs)
{
    json_t *lab = json(LAB(", 'partial': {'by': 'case', 'functions': {'add': 2}}")),
           *report = json(REPORT("FAIL", ADD_WRONG, ""));
    const json_t *m = json_array_get(json_object_get(report, "milestones"), 0);
    credit_set(lab, CREDIT_FUNCTION);
    cr_expect_eq(credit_of_lab(lab), CREDIT_FUNCTION);
    credit_apply(lab, report);
    cr_expect_float_eq(json_number_value(json_object_get(m, "points")), 20, 1e-9);
    credit_set(lab, CREDIT_NONE);
    credit_apply(lab, report);
    cr_expect_float_eq(json_number_value(json_object_get(m, "points")), 0, 1e-9);
    cr_expect_null(json_object_get(m, "partial"));
    cr_expect_null(json_object_get(m, "credit"));
    json_decref(lab);
    json_decref(report);
}

Test(credit, what_was_left_untried_takes_a_run)
{
    static const struct {
        const char *name, *report;
        bool untried;
    } asked[] = {
        { "all were tried", REPORT("FAIL", ADD_WRONG, ""), false },
        { "one was left out",
          REPORT("ERROR", ADD("ERROR", "SKIPPED", "PASS") "," MUL("PASS", "PASS") "," NEG("PASS"), ""), true },
        { "the run ended before the rest", REPORT("ERROR", ADD("PASS", "PASS", "ERROR"), ""), true },
        { "it does not build", REPORT("PENDING", "", ", 'build': {'ok': false}"), false },
        { "all is right", REPORT("PASS", "", ""), false },
    };
    json_t *lab = json(LAB(""));
    for (size_t k = 0; k < LEN(asked); k++) {
        json_t *report = json(asked[k].report);
        cr_expect_eq(credit_untried(lab, report), asked[k].untried, "%s", asked[k].name);
        json_decref(report);
    }
    json_decref(lab);
}

Test(credit, words)
{
    enum credit_rule rule = CREDIT_CASE;
    cr_expect(!credit_parse("none", &rule) && rule == CREDIT_NONE);
    cr_expect(!credit_parse("function", &rule) && rule == CREDIT_FUNCTION);
    cr_expect(credit_parse("Function", &rule) && credit_parse("", &rule) && credit_parse(NULL, &rule));
    cr_expect_eq(rule, CREDIT_FUNCTION);
}
