/* export_junit.c: a class as continuous-integration servers read it. A fault of ours is an error of type
 * JudgeError: nobody must take it for the student's. */
#include "export_internal.h"
#include "grader/class/hidden.h"

#include <stdlib.h>
#include <string.h>

#include "grader/class/late.h"

enum outcome { OK, FAILURE, ERROR, SKIPPED, OUTCOMES };

struct tally {
    int tests, of[OUTCOMES];
    double seconds;
    struct text xml;
};

static enum outcome outcome_of(const char *status)
{
    static const char *const skipped[] = { "SKIPPED", "INCONCLUSIVE", "PENDING", "MISSING", "QUEUED", "STALE",
                                           "EXCUSED" };
    if (!strcmp(status, "PASS"))
        return OK;
    for (size_t k = 0; k < sizeof skipped / sizeof skipped[0]; k++)
        if (!strcmp(status, skipped[k]))
            return SKIPPED;
    return strcmp(status, "FAIL") && strcmp(status, "SUSPICIOUS") ? ERROR : FAILURE;
}

static void add_outcome(struct text *to, enum outcome how, const char *type, const char *message)
{
    static const char *const tag[] = { "", "failure", "error", "skipped" };
    if (how == OK) {
        text_addf(to, "/>\n");
        return;
    }
    text_addf(to, "><%s message=\"", tag[how]);
    export_xml(to, message);
    if (how != SKIPPED) {
        text_addf(to, "\" type=\"");
        export_xml(to, type);
    }
    text_addf(to, "\"/></testcase>\n");
}

static void add_test(struct tally *t, const char *lab, const char *name, double seconds, const char *status,
                     const char *type, const char *message)
{
    enum outcome how = outcome_of(status);
    t->tests++;
    t->of[how]++;
    t->seconds += seconds;
    text_addf(&t->xml, "    <testcase classname=\"");
    export_xml(&t->xml, lab);
    text_addf(&t->xml, "\" name=\"");
    export_xml(&t->xml, name);
    text_addf(&t->xml, "\" time=\"%.6f\"", seconds);
    add_outcome(&t->xml, how, type, message);
}

static void add_report(struct tally *t, const char *lab, const json_t *report)
{
    size_t k;
    const json_t *m;
    double ms;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        bool ours = json_is_true(json_object_get(m, "ours"));
        const char *status = util_str(m, "status", "");
        add_test(t, lab, util_str(m, "id", ""), 0, status, ours ? "JudgeError" : status,
                 hidden_spares(report, util_str(m, "message", "")));
    }
    json_array_foreach(json_object_get(report, "cases"), k, m) {
        if (json_is_true(json_object_get(m, "hidden")))
            continue;
        char *name = util_path("%s/%s", util_str(m, "case", ""), util_str(m, "call", ""));
        const char *status = util_str(m, "status", "");
        add_test(t, lab, name, export_value(m, "ms", &ms) ? ms / 1e3 : 0, status, status,
                 util_str(m, "message", ""));
        free(name);
    }
}

static void add_counts(struct text *to, const struct tally *t)
{
    text_addf(to, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%.6f\"", t->tests,
              t->of[FAILURE], t->of[ERROR], t->of[SKIPPED], t->seconds);
}

static void add_suite(struct tally *all, const char *lab, const json_t *row)
{
    struct tally t = { 0 };
    const json_t *report = json_object_get(row, "report");
    const char *status = util_str(row, "status", "");
    double finished;
    char when[32];
    struct text remark = { 0 };
    export_remark(row, &remark);
    if (export_is_excused(row))
        add_test(&t, lab, "submission", 0, status, status, text_str(&remark));
    else if (report)
        add_report(&t, lab, report);
    else
        add_test(&t, lab, "submission", 0, status, strcmp(status, "HELD") ? status : "JudgeError",
                 util_str(row, "why", status));
    text_addf(&all->xml, "  <testsuite name=\"");
    export_xml(&all->xml, util_str(row, "key", ""));
    text_addf(&all->xml, "\"");
    add_counts(&all->xml, &t);
    if (export_value(row, "finished", &finished)) {
        late_format_time((int64_t)finished, when);
        text_addf(&all->xml, " timestamp=\"%s\"", when);
    }
    text_addf(&all->xml, ">\n%s  </testsuite>\n", text_str(&t.xml));
    all->tests += t.tests;
    all->seconds += t.seconds;
    for (int k = 0; k < OUTCOMES; k++)
        all->of[k] += t.of[k];
    text_finish(&t.xml);
    text_finish(&remark);
}

void export_junit(const struct export_class *c, struct text *to)
{
    struct tally all = { 0 };
    size_t k;
    const json_t *row;
    json_array_foreach(c->rows, k, row)
        add_suite(&all, c->lab, row);
    text_addf(to, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"");
    export_xml(to, c->lab);
    text_addf(to, "\"");
    add_counts(to, &all);
    text_addf(to, ">\n%s</testsuites>\n", text_str(&all.xml));
    text_finish(&all.xml);
}
