/* html_student.c: one student's evidence: verdicts, what failed first, what was measured, what bounds it. */
#include "html.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/adjust.h"
#include "grader/export/export_internal.h"
#include "grader/class/hidden.h"
#include "html_work.h"
#include "runner/base/counter_words.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "timeline.h"

enum { MAX_ROWS = 400, MAX_TIMELINES = 3, LINE_LEFT = 10, LINE_WIDTH = 580 };

static const char style[] =
    "td code{white-space:nowrap}@media(max-width:700px){.v table{min-width:44em}.v{border-right:1px dashed #888}}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.2em 1em}dd{margin:0}\n";

static void add_cell(struct text *to, const char *s)
{
    text_addf(to, "<td>");
    html_text(to, s);
    text_addf(to, "</td>");
}

static void add_line(struct text *to, const char *s)
{
    text_addf(to, "<p class=\"m\">");
    html_text(to, s);
    text_addf(to, "</p>\n");
}

/* ---- verdicts --------------------------------------------------------------------------- */

static void add_verdicts(struct text *to, const json_t *report)
{
    size_t k;
    const json_t *m;
    text_addf(to, "<h2>Milestones</h2>\n<div class=\"o v\"><table><tr><th>Milestone</th><th>Status</th><th>Points</th>"
                  "<th>of</th><th>Goal</th><th>What was found</th></tr>\n");
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        text_addf(to, "<tr>");
        add_cell(to, util_str(m, "id", ""));
        text_addf(to, "<td class=\"w\">");
        if (json_object_get(m, "max")) /* else it was left out of this grading */
            html_status(to, util_str(m, "status", ""));
        text_addf(to, "</td>");
        html_number_cell(to, m, "points");
        html_number_cell(to, m, "max");
        add_cell(to, util_str(m, "goal", ""));
        add_cell(to, html_said(report, m));
        text_addf(to, "</tr>\n");
    }
    text_addf(to, "</table></div>\n");
}


static void add_sanitizer(struct text *to, const json_t *report)
{
    const json_t *s = json_object_get(report, "sanitize"), *line = json_object_get(s, "line");
    const char *file = util_str(s, "file", "");
    if (!json_is_object(s))
        return;
    text_addf(to, "<h2>Sanitizer</h2>\n<p>");
    html_status(to, util_str(s, "status", ""));
    if (*file) {
        text_addf(to, " at ");
        html_text(to, file);
    }
    if (*file && json_is_integer(line))
        text_addf(to, ":%lld", (long long)json_integer_value(line));
    text_addf(to, "</p>\n");
    if (*util_str(s, "message", ""))
        add_line(to, hidden_spares(report, util_str(s, "message", "")));
}

/* ---- measurements ----------------------------------------------------------------------- */

static const json_t *stages_of(const json_t *lab, const char *bench)
{
    size_t k;
    const json_t *b;
    json_array_foreach(json_object_get(lab, "bench"), k, b)
        if (!strcmp(util_str(b, "id", ""), bench))
            return json_object_get(b, "stages");
    return NULL;
}

/* Where a ratio stands on a line from 0 to `end`. */
static int place(double v, double end)
{
    double x = v < 0 ? 0 : v > end ? end : v;
    return LINE_LEFT + (int)(x / end * LINE_WIDTH);
}

static void add_tick(struct text *to, const char *name, double at, double end, int y)
{
    int x = place(at, end);
    text_addf(to,
              "<path d=\"M%d %dV58\" stroke=\"#555\"/><text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s %g</text>\n",
              x, y + 3, x, y, name, at);
}

/* The stages as ticks, the interval as a bar with ends, the ratio as a diamond. */
static void add_number_line(struct text *to, const json_t *stages, double ratio, double lo, double hi)
{
    static const char *const names[] = { "bronze", "silver", "gold" };
    double end = hi > 1 ? hi : 1, at;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        end = export_value(stages, names[k], &at) && at > end ? at : end;
    end *= 1.1;
    text_addf(to,
              "<svg role=\"img\" aria-label=\"ratio %.3f, interval %.3f to %.3f\" width=\"%d\" height=\"80\" "
              "viewBox=\"0 0 %d 80\" font-size=\"11\" font-family=\"sans-serif\">\n"
              "<path d=\"M%d 58H%d\" stroke=\"#111\"/>\n",
              ratio, lo, hi, LINE_WIDTH + 2 * LINE_LEFT, LINE_WIDTH + 2 * LINE_LEFT, LINE_LEFT, LINE_LEFT + LINE_WIDTH);
    for (int k = 0; k < (int)(sizeof names / sizeof names[0]); k++)
        if (export_value(stages, names[k], &at) && at > 0)
            add_tick(to, names[k], at, end, 12 + 13 * (k % 2));
    int a = place(lo, end), b = place(hi, end), x = place(ratio, end);
    text_addf(to, "<path d=\"M%d 46H%dM%d 41V51M%d 41V51\" stroke=\"#146\" stroke-width=\"3\"/>\n", a, b, a, b);
    text_addf(to, "<path d=\"M%d 39L%d 46L%d 53L%d 46Z\" fill=\"#111\"/>\n", x, x + 6, x, x - 6);
    text_addf(to, "<text x=\"%d\" y=\"73\">0</text><text x=\"%d\" y=\"73\" text-anchor=\"end\">%.3g</text></svg>\n",
              LINE_LEFT, LINE_LEFT + LINE_WIDTH, end);
}

static void add_rates(struct text *to, const json_t *m)
{
    double v;
    if (export_value(m, "gflops", &v) && v > 0)
        text_addf(to, "; %.2f GFLOP/s", v);
    if (export_value(m, "gbps", &v) && v > 0)
        text_addf(to, "; %.2f GB/s", v);
    if (export_value(m, "pairs", &v)) {
        char pairs[FIGURE];
        text_addf(to, "; %s", figure_of(v, "pair", pairs));
    }
    if (json_is_true(json_object_get(m, "busy")))
        text_addf(to, "; the machine was busy");
}

static void add_measurement(struct text *to, const json_t *lab, const json_t *m)
{
    double ratio, lo, hi;
    text_addf(to, "<h3>");
    html_text(to, util_str(m, "bench", ""));
    text_addf(to, "</h3>\n");
    if (!export_value(m, "ratio", &ratio)) {
        add_line(to, util_str(m, "error", "No ratio could be measured."));
        return;
    }
    if (!export_value(m, "lo", &lo))
        lo = ratio;
    if (!export_value(m, "hi", &hi))
        hi = ratio;
    text_addf(to, "<p>%.3f of the reference, interval %.3f to %.3f", ratio, lo, hi);
    add_rates(to, m);
    text_addf(to, "</p>\n");
    add_number_line(to, stages_of(lab, util_str(m, "bench", "")), ratio, lo, hi);
    if (*util_str(m, "note", ""))
        add_line(to, util_str(m, "note", ""));
}

static void add_measurements(struct text *to, const json_t *lab, const json_t *report)
{
    size_t k;
    const json_t *m, *list = json_object_get(report, "measurements");
    text_addf(to, json_array_size(list) ? "<h2>Measurements</h2>\n" : "");
    json_array_foreach(list, k, m)
        add_measurement(to, lab, m);
}

/* ---- profile ---------------------------------------------------------------------------- */

static void add_sentences(struct text *to, const char *label, const json_t *list)
{
    size_t k;
    const json_t *s;
    json_array_foreach(list, k, s) {
        text_addf(to, "<li>%s", label);
        html_text(to, json_is_string(s) ? json_string_value(s) : "");
        text_addf(to, "</li>\n");
    }
}

static void add_reading(struct text *to, const json_t *report)
{
    size_t k;
    const json_t *r, *list = json_object_get(report, "reading");
    if (!json_array_size(list))
        return;
    text_addf(to, "<h2>What bounds it</h2>\n");
    json_array_foreach(list, k, r) {
        if (hidden_case(report, util_str(r, "case", "")))
            continue;
        text_addf(to, "<h3>");
        html_text(to, util_str(r, "call", ""));
        text_addf(to, " %s", *util_str(r, "case", "") ? "case " : "");
        html_text(to, util_str(r, "case", ""));
        text_addf(to, ": ");
        html_text(to, util_str(r, "bound", ""));
        text_addf(to, "</h3>\n<ul>\n");
        add_sentences(to, "", json_object_get(r, "evidence"));
        add_sentences(to, "Next: ", json_object_get(r, "next"));
        text_addf(to, "</ul>\n");
    }
}

static bool is_shown(const json_t *report, const json_t *counter)
{
    double v;
    return export_value(counter, "value", &v) && v != 0 && !hidden_case(report, util_str(counter, "case", ""));
}

static void add_counter(struct text *to, const json_t *report, const json_t *c)
{
    char value[FIGURE];
    const char *name = util_str(c, "name", "");
    text_addf(to, "<tr>");
    add_cell(to, util_str(c, "call", ""));
    add_cell(to, util_str(c, "case", ""));
    add_cell(to, counter_words_in(report, name));
    counter_value(name, json_number_value(json_object_get(c, "value")), value);
    text_addf(to, "<td class=\"n\">%s</td>", value);
    add_cell(to, util_str(c, "source", ""));
    text_addf(to, "</tr>\n");
}

static void add_counters(struct text *to, const json_t *report)
{
    size_t k, n = 0;
    const json_t *c, *list = json_object_get(report, "counters");
    json_array_foreach(list, k, c) {
        if (!is_shown(report, c))
            continue;
        if (!n++)
            text_addf(to, "<h2>Counters</h2>\n<div class=\"o\"><table><tr><th>Call</th><th>Case</th><th>Counter</th>"
                          "<th>Value</th><th>Source</th></tr>\n");
        if (n <= MAX_ROWS)
            add_counter(to, report, c);
    }
    text_addf(to, n ? "</table></div>\n" : "");
    if (n > MAX_ROWS)
        text_addf(to, "<p>And %zu more.</p>\n", n - MAX_ROWS);
    else if (n)
        text_addf(to, "<p>Counters that are 0 are left out.</p>\n");
}

/* Of labs of several ranks: a few pictures, none of a hidden case. */
static void add_timelines(struct text *to, const json_t *report)
{
    char title[160];
    const json_t *entry;
    int shown = 0;
    for (size_t k = 0; shown < MAX_TIMELINES && (entry = timeline_entry(report, NULL, k)); k++) {
        struct timeline *t = hidden_case(report, util_str(entry, "case", "")) ? NULL : timeline_read(entry);
        if (!t)
            continue;
        snprintf(title, sizeof title, "%s, case %s", t->call, t->case_id);
        text_addf(to, shown++ ? "" : "<h2>Timelines</h2>\n");
        timeline_svg(t, title, to);
        timeline_free(t);
    }
}

/* ---- the page --------------------------------------------------------------------------- */

static void add_summary(struct text *to, const struct html_class *c, const json_t *row)
{
    const json_t *own = json_object_get(json_object_get(row, "adjust"), "due");
    const json_t *due = own ? own : json_object_get(c->policy, "due");
    double grade, max, penalty;
    char days[FIGURE];
    text_addf(to, "<p>");
    html_text(to, c->class->title);
    text_addf(to, " (lab ");
    html_text(to, c->class->lab);
    text_addf(to, "), student ");
    html_text(to, util_str(row, "key", ""));
    text_addf(to, ". ");
    html_status(to, util_str(row, "status", ""));
    if (*util_str(row, "stage", "")) {
        text_addf(to, ", ");
        html_text(to, util_str(row, "stage", ""));
    }
    if (export_value(row, "grade", &grade) && export_value(row, "max", &max))
        text_addf(to, ", grade %.2f of %g", grade, max);
    if (!adjust_decides(row) && export_value(row, "penalty", &penalty) && penalty > 0)
        text_addf(to, " (%s late: -%.2f)", figure_of(js_number(row, "late_days"), "day", days), penalty);
    if (*util_str(row, "sandbox", "")) {
        text_addf(to, ", run under sandbox ");
        html_text(to, util_str(row, "sandbox", ""));
    }
    text_addf(to, ".");
    if (json_is_number(due)) {
        text_addf(to, " Due ");
        html_time_in(to, due, c->policy);
        text_addf(to, ".");
    }
    text_addf(to, "</p>\n");
}

/* What was decided by hand: the reason is the student's to know. */
static void add_adjusted(struct text *to, const json_t *row)
{
    struct text said = { 0 };
    const json_t *a = json_object_get(row, "adjust"), *measured = json_object_get(a, "measured");
    double grade;
    if (!json_is_object(a))
        return;
    text_addf(to, "<p>Adjusted by hand: ");
    adjust_sentences(row, &said);
    html_text(to, text_str(&said));
    text_addf(to, ".");
    if (adjust_decides(row)) {
        text_addf(to, " Measured: ");
        html_status(to, util_str(measured, "status", ""));
        if (export_value(measured, "grade", &grade))
            text_addf(to, ", grade %.2f", grade);
        text_addf(to, ".");
    }
    text_addf(to, "</p>\n");
    text_finish(&said);
}

static void add_history(struct text *to, const struct html_class *c, const json_t *list)
{
    size_t k;
    const json_t *h;
    text_addf(to, "<h2>Submissions</h2>\n");
    if (!json_array_size(list)) {
        text_addf(to, "<p>Nothing was handed in.</p>\n");
        return;
    }
    text_addf(to, "<div class=\"o\"><table><tr><th>Received</th><th>Status</th><th>Points</th><th></th></tr>\n");
    json_array_foreach(list, k, h) {
        text_addf(to, "<tr><td class=\"w\">");
        if (*util_str(h, "mark", "")) /* the school's system gave no time */
            html_text(to, util_str(h, "mark", ""));
        else
            html_time_in(to, json_object_get(h, "received"), c->policy);
        text_addf(to, "</td><td>");
        html_status(to, util_str(h, "status", ""));
        text_addf(to, "</td>");
        html_number_cell(to, h, "points");
        text_addf(to, "<td class=\"w\">%s</td></tr>\n", json_is_true(json_object_get(h, "counts")) ? "counts" : "");
    }
    text_addf(to, "</table></div>\n");
}

void html_student(const struct html_class *c, const json_t *row, struct text *to)
{
    const json_t *report = json_object_get(row, "report");
    struct text css = { 0 };
    text_addf(&css, "%s%s", style, html_work_style);
    html_begin(to, util_str(row, "name", ""), text_str(&css));
    text_finish(&css);
    add_summary(to, c, row);
    add_adjusted(to, row);
    html_hand(row, to);
    if (json_is_object(report)) {
        add_verdicts(to, report);
        html_hints(to, report);
        html_functions(to, c->lab, report);
        html_failures(to, report);
        add_sanitizer(to, report);
        add_measurements(to, c->lab, report);
        add_reading(to, report);
        add_counters(to, report);
        add_timelines(to, report);
    } else if (*util_str(row, "why", "")) {
        add_line(to, util_str(row, "why", ""));
    }
    add_history(to, c, json_object_get(row, "history"));
    html_sources(to, json_object_get(row, "files"), report, json_object_get(row, "comments"));
    html_end(to);
}
