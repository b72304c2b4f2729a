/* The page of a portfolio. It shows the document of portfolio.h and knows nothing else. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "artifact.h"
#include "portfolio.h"
#include "grader/page/html.h"
#include "roofline_data.h"
#include "grader/page/timeline.h"
#include "runner/base/counter_words.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

static const char style[] =
    "body{max-width:62em;margin:1em auto;padding:0 1em;line-height:1.45}\n"
    "h2{margin-top:2em;border-bottom:1px solid #bbb}h3{margin-top:1.6em}.t{overflow-x:auto}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1em 1em}dd{margin:0}\n"
    "pre{overflow-x:auto;background:#f4f4f4;padding:.5em;font-size:12px}ins{text-decoration:none;color:#15602a}\n"
    "del{text-decoration:none;color:#a01818}svg{max-width:100%;height:auto}.roof,.time{max-width:46em}small{color:#555}"
    "\n"
    ":root{color-scheme:light dark}\n"
    "@media screen and (prefers-color-scheme:dark){body{background:#16181b;color:#ddd}a{color:#8bf}small{color:#aaa}\n"
    "tr:nth-child(even),pre{background:#212428}.good,ins{color:#7c9}.bad,del{color:#f88}\n"
    ".roof rect{fill:#16181b}.roof text{fill:#ddd}.roof .g{stroke:#333}.roof .r{stroke:#ddd}}\n"
    "@media print{pre{white-space:pre-wrap}h3{break-after:avoid}}\n";

/* ---- pieces --------------------------------------------------------------------------------------------- */

static void tagged(struct text *to, const char *tag, const char *s)
{
    text_addf(to, "<%s>", tag);
    html_text(to, s);
    text_addf(to, "</%s>", tag);
}

static void cell(struct text *to, const char *s)
{
    tagged(to, "td", s);
}

static void fact(struct text *to, const char *name, const json_t *o, const char *key)
{
    char count[FIGURE];
    text_addf(to, "<dt>%s</dt><dd>%s</dd>\n", name, figure_count(js_number(o, key), count));
}

/* A number to four digits, an empty cell when there is none. */
static void figure_cell(struct text *to, const json_t *o, const char *key)
{
    const json_t *v = json_object_get(o, key);
    if (json_is_number(v))
        text_addf(to, "<td class=\"n\">%.4g</td>", json_number_value(v));
    else
        text_addf(to, "<td class=\"n\"></td>");
}

/* ---- the journey ---------------------------------------------------------------------------------------- */

static void add_calibration(struct text *to, const json_t *c)
{
    if (js_number(c, "numbers") > 0)
        text_addf(to, "<dt>Predictions, numbers</dt><dd>%.0f, off by a factor of %.3g on average</dd>\n",
                  js_number(c, "numbers"), js_number(c, "factor"));
    if (js_number(c, "choices") > 0)
        text_addf(to, "<dt>Predictions, choices</dt><dd>%.0f of %.0f right</dd>\n", js_number(c, "right"),
                  js_number(c, "choices"));
}

static void add_figures(struct text *to, const json_t *doc)
{
    const json_t *j = json_object_get(doc, "journey");
    text_addf(to, "<p>");
    if (*js_text(doc, "learner")) {
        html_text(to, js_text(doc, "learner"));
        text_addf(to, ". ");
    }
    text_addf(to, "As of ");
    html_time(to, json_object_get(doc, "when"));
    text_addf(to, ". Every figure is from a run that was recorded; links lead to the attempts at the end.</p>\n<dl>\n");
    text_addf(to, "<dt>Labs passed</dt><dd>%.0f of the %.0f that are there</dd>\n", js_number(j, "labs_passed"),
              js_number(j, "labs_ready"));
    fact(to, "Labs begun", j, "labs_begun");
    fact(to, "Points", j, "points");
    char days[FIGURE];
    text_addf(to, "<dt>Attempts</dt><dd>%.0f, on %s</dd>\n", js_number(j, "attempts"),
              figure_of(js_number(j, "days"), "day", days));
    if (js_number(j, "first") > 0) {
        text_addf(to, "<dt>From, to</dt><dd>");
        html_time(to, json_object_get(j, "first"));
        text_addf(to, ", ");
        html_time(to, json_object_get(j, "last"));
        text_addf(to, "</dd>\n");
    }
    add_calibration(to, json_object_get(doc, "calibration"));
    text_addf(to, "</dl>\n");
}

static int week_begun(const json_t *week)
{
    size_t k;
    const json_t *lab;
    json_array_foreach(json_object_get(week, "labs"), k, lab)
        if (*js_text(lab, "status") && strcmp(js_text(lab, "status"), "PENDING"))
            return 1;
    return 0;
}

static void add_lab_row(struct text *to, const json_t *lab)
{
    text_addf(to, js_number(lab, "week") > 0 ? "<tr><td class=\"n\">%.0f</td>" : "<tr><td></td>",
              js_number(lab, "week"));
    cell(to, js_text(lab, "title"));
    text_addf(to, "<td class=\"w\">");
    if (*js_text(lab, "status"))
        html_status(to, js_text(lab, "status"));
    else
        text_addf(to, "still to come");
    text_addf(to, "</td>");
    cell(to, js_text(lab, "stage"));
    text_addf(to, "</tr>\n");
}

static const char lab_head[] =
    "<div class=\"t\"><table><tr><th>Week</th><th>Lab</th><th>Status</th><th>Stage</th></tr>\n";

static void add_weeks(struct text *to, const json_t *doc)
{
    size_t k, q, begun = 0;
    const json_t *week, *lab;
    const json_t *weeks = json_object_get(doc, "weeks");
    text_addf(to, "<h2>The journey</h2>\n%s", lab_head);
    json_array_foreach(weeks, k, week)
        if (week_begun(week)) {
            begun++;
            json_array_foreach(json_object_get(week, "labs"), q, lab)
                if (*js_text(lab, "status"))
                    add_lab_row(to, lab);
        }
    text_addf(to, "</table></div>\n%s", begun ? "" : "<p>It has not begun yet.</p>\n");
}

static void add_capstones(struct text *to, const json_t *doc)
{
    size_t k;
    const json_t *lab, *list = json_object_get(doc, "capstones");
    if (!json_array_size(list))
        return;
    text_addf(to, "<h2>Capstones</h2>\n%s", lab_head);
    json_array_foreach(list, k, lab)
        add_lab_row(to, lab);
    text_addf(to, "</table></div>\n");
}

static void add_opened(struct text *to, const json_t *doc)
{
    size_t k;
    const json_t *e, *list = json_object_get(doc, "opened");
    if (!json_array_size(list))
        return;
    text_addf(to, "<h2>Opened by hand</h2>\n<p>Locked steps and labs that were opened before their turn.</p>\n"
                  "<div class=\"t\"><table><tr><th>Step or lab</th><th>When</th><th>Reason</th></tr>\n");
    json_array_foreach(list, k, e) {
        text_addf(to, "<tr>");
        cell(to, js_text(e, "subject"));
        text_addf(to, "<td class=\"w\">");
        html_time(to, json_object_get(e, "when"));
        text_addf(to, "</td>");
        cell(to, js_text(e, "reason"));
        text_addf(to, "</tr>\n");
    }
    text_addf(to, "</table></div>\n");
}

/* ---- a lab ---------------------------------------------------------------------------------------------- */

static void add_milestones(struct text *to, const json_t *lab)
{
    size_t k;
    const json_t *m, *list = json_object_get(lab, "milestones");
    if (!json_array_size(list))
        return;
    text_addf(to, "<div class=\"t\"><table><tr><th>Milestone</th><th>Stage</th><th>Passed</th><th>Proof</th></tr>\n");
    json_array_foreach(list, k, m) {
        text_addf(to, "<tr>");
        cell(to, js_text(m, "id"));
        cell(to, js_text(m, "stage"));
        text_addf(to, "<td class=\"w\">");
        html_time(to, json_object_get(m, "when"));
        text_addf(to, "%s</td><td>", json_is_true(json_object_get(m, "after_solution")) ? ", after the solution" : "");
        portfolio_link(to, js_number(m, "attempt"));
        text_addf(to, "</td></tr>\n");
    }
    text_addf(to, "</table></div>\n");
}

static void add_run(struct text *to, const char *bench, const char *which, const json_t *run)
{
    text_addf(to, "<tr>");
    cell(to, bench);
    cell(to, which);
    figure_cell(to, run, "ratio");
    figure_cell(to, run, "lo");
    figure_cell(to, run, "hi");
    figure_cell(to, run, "gflops");
    figure_cell(to, run, "gbps");
    text_addf(to, "<td>");
    portfolio_link(to, js_number(run, "attempt"));
    text_addf(to, "</td></tr>\n");
}

static void add_edit(struct text *to, const json_t *step)
{
    size_t k;
    const json_t *line, *edit = json_object_get(step, "edit"), *lines = json_object_get(edit, "lines");
    text_addf(to, "<p>The edit that won most: ");
    portfolio_link(to, js_number(step, "before"));
    text_addf(to, " to ");
    portfolio_link(to, js_number(step, "after"));
    text_addf(to, ", from %.3g to %.3g of the reference (lines added: %.0f, removed: %.0f).</p>\n",
              js_number(step, "ratio_before"), js_number(step, "ratio_after"), js_number(edit, "added"),
              js_number(edit, "removed"));
    if (!json_array_size(lines))
        return;
    text_addf(to, "<pre>");
    json_array_foreach(lines, k, line) {
        const char *sign = js_text(line, "sign"), *tag = *sign == '+' ? "ins" : *sign == '-' ? "del" : "span";
        text_addf(to, "<%s>%c ", tag, *sign ? *sign : ' ');
        html_text(to, js_text(line, "text"));
        text_addf(to, "</%s>\n", tag);
    }
    text_addf(to, "</pre>\n");
    if (json_array_size(lines) == PORTFOLIO_EDIT_LINES)
        text_addf(to, "<p><small>The first %d lines of it.</small></p>\n", PORTFOLIO_EDIT_LINES);
}

static void add_pairs(struct text *to, const json_t *lab)
{
    size_t k;
    const json_t *p, *list = json_object_get(lab, "pairs");
    if (!json_array_size(list))
        return;
    text_addf(to,
              "<h4>Before and after</h4>\n<div class=\"t\"><table><tr><th>Bench</th><th></th><th>Of the reference</th>"
              "<th>from</th><th>to</th><th>GFLOP/s</th><th>GB/s</th><th>Proof</th></tr>\n");
    json_array_foreach(list, k, p) {
        const json_t *before = json_object_get(p, "before"), *after = json_object_get(p, "after");
        add_run(to, js_text(p, "bench"), "first", before);
        if (js_number(before, "attempt") != js_number(after, "attempt"))
            add_run(to, js_text(p, "bench"), "best", after);
    }
    text_addf(
        to, "</table></div>\n<p><small>Time of the reference over time of the learner's code, in pairs within one run; "
            "from, to: the 95 %% interval.</small></p>\n");
    json_array_foreach(list, k, p)
        if (json_is_object(json_object_get(p, "step")))
            add_edit(to, json_object_get(p, "step"));
}

static int read_ceilings(const json_t *list, struct roof_ceiling *ret)
{
    size_t k;
    const json_t *c;
    int n = 0;
    json_array_foreach(list, k, c) {
        if (n == ROOF_CEILINGS)
            break;
        ret[n].value = js_number(c, "value");
        snprintf(ret[n++].name, sizeof ret->name, "%s", js_text(c, "name"));
    }
    return n;
}

static void add_roofline(struct text *to, const json_t *lab)
{
    static struct roofline r;
    const json_t *roof = json_object_get(lab, "roofline");
    char *svg = NULL;
    size_t n = 0;
    memset(&r, 0, sizeof r);
    r.npeaks = read_ceilings(json_object_get(roof, "peaks"), r.peak);
    r.nbws = read_ceilings(json_object_get(roof, "bandwidths"), r.bw);
    roofline_place(json_object_get(roof, "points"), &r);
    if (!r.npoints)
        return;
    snprintf(r.title, sizeof r.title, "%s", js_text(lab, "id"));
    FILE *f = open_memstream(&svg, &n);
    if (!f)
        return;
    roofline_svg(&r, f);
    if (!fclose(f)) {
        text_addf(to, "<h4>Roofline</h4>\n<div class=\"roof\">");
        text_add(to, svg, n);
        text_addf(to, "</div>\n<p><small>%s</small></p>\n",
                  r.npeaks ? "Ceilings as this machine was measured; runs from elsewhere lie under other ones."
                           : "Without ceilings: this machine was not measured.");
    }
    free(svg);
}

static void add_timeline(struct text *to, const json_t *lab)
{
    struct timeline *t = timeline_read(json_object_get(json_object_get(lab, "profile"), "timeline"));
    char title[200];
    if (!t)
        return;
    snprintf(title, sizeof title, "%.80s: %s, case %s", js_text(lab, "id"), t->call, t->case_id);
    text_addf(to, "<h4>Timeline</h4>\n<div class=\"time\">");
    timeline_svg(t, title, to);
    text_addf(to, "</div>\n");
    timeline_free(t);
}

static void add_profile(struct text *to, const json_t *lab)
{
    size_t k, q;
    char value[FIGURE];
    const json_t *r, *s, *p = json_object_get(lab, "profile"), *counters = json_object_get(p, "counters");
    if (!json_is_object(p))
        return;
    text_addf(to, "<h4>What bounds it</h4>\n<p>");
    portfolio_link(to, js_number(p, "attempt"));
    text_addf(to, "</p>\n<ul>\n");
    json_array_foreach(json_object_get(p, "reading"), k, r) {
        text_addf(to, "<li><strong>");
        html_text(to, js_text(r, "call"));
        text_addf(to, " ");
        html_text(to, js_text(r, "case"));
        text_addf(to, "</strong>: ");
        html_text(to, js_text(r, "bound"));
        json_array_foreach(json_object_get(r, "evidence"), q, s) {
            text_addf(to, "<br>");
            html_text(to, json_is_string(s) ? json_string_value(s) : "");
        }
        text_addf(to, "</li>\n");
    }
    text_addf(to,
              "</ul>\n<div class=\"t\"><table><tr><th>Call</th><th>Case</th><th>Counter</th><th>Value</th><th>Counted "
              "by</th></tr>\n");
    json_array_foreach(counters, k, r) {
        text_addf(to, "<tr>");
        cell(to, js_text(r, "call"));
        cell(to, js_text(r, "case"));
        cell(to, counter_words_in(p, js_text(r, "name")));
        text_addf(to, "<td class=\"n\">%s</td>", counter_value(js_text(r, "name"), js_number(r, "value"), value));
        cell(to, js_text(r, "source"));
        text_addf(to, "</tr>\n");
    }
    text_addf(to, "</table></div>\n");
}

/* What was said of a prediction, or what came out: a number with its unit, or a choice. */
static void said_cell(struct text *to, const json_t *p, const char *number, const char *choice)
{
    const json_t *v = json_object_get(p, number);
    if (json_is_number(v)) {
        char count[FIGURE];
        text_addf(to, "<td class=\"n\">%s ", figure_count(json_number_value(v), count));
        html_text(to, figure_unit(js_text(p, "unit")));
        text_addf(to, "</td>");
    } else {
        cell(to, js_text(p, choice));
    }
}

static void add_predictions(struct text *to, const json_t *lab)
{
    size_t k, n = 0;
    const json_t *p;
    json_array_foreach(json_object_get(lab, "predictions"), k, p) {
        if (!(js_number(p, "attempt") > 0))
            continue;
        if (!n++)
            text_addf(
                to,
                "<h4>Said before the run</h4>\n<div class=\"t\"><table><tr><th>What</th><th>Said</th><th>Measured</th>"
                "<th>Proof</th></tr>\n");
        text_addf(to, "<tr>");
        cell(to, js_text(p, "key"));
        said_cell(to, p, "value", "choice");
        said_cell(to, p, "measured", "measured_choice");
        text_addf(to, "<td>");
        portfolio_link(to, js_number(p, "attempt"));
        text_addf(to, "</td></tr>\n");
    }
    if (n)
        text_addf(to, "</table></div>\n");
}

static void add_answers(struct text *to, const json_t *list, const char *heading)
{
    char rev[24];
    size_t k;
    const json_t *row;
    if (!json_array_size(list))
        return;
    text_addf(to, "%s<div class=\"t\"><table><tr><th>Question</th><th>Answer</th><th>Verdict</th><th>Tries</th></tr>\n",
              heading);
    json_array_foreach(list, k, row) {
        text_addf(to, "<tr><td>");
        html_text(to, *js_text(row, "ask") ? js_text(row, "ask") : js_text(row, "question"));
        text_addf(to, "</td>");
        cell(to, js_text(row, "text"));
        text_addf(to, "<td class=\"w\">");
        html_status(to, js_text(row, "status"));
        const char *assessed = js_text(row, "assessed");
        text_addf(to, "%s%s%s</td><td class=\"n\">%.0f</td></tr>\n", *assessed ? ", " : "", assessed,
                  app_older_words(row, rev, sizeof rev), js_number(row, "tries"));
    }
    text_addf(to, "</table></div>\n");
}

/* ---- deep dives ----------------------------------------------------------------------------------------- */

static void add_states(struct text *to, const json_t *states)
{
    size_t k, n = 0;
    const json_t *x;
    text_addf(to, "<td>");
    json_array_foreach(states, k, x) {
        if (!strcmp(js_text(x, "state"), "open"))
            continue;
        text_addf(to, n++ ? "<br>" : "");
        html_text(to, js_text(x, "id"));
        text_addf(to, ": ");
        html_text(to, js_text(x, "state"));
    }
    text_addf(to, "</td>");
}

static void add_chapter(struct text *to, const json_t *c)
{
    text_addf(to, "<tr>");
    cell(to, js_text(c, "title"));
    text_addf(to, "<td class=\"n\">%.0f of %.0f</td><td class=\"n\">%.0f of %.0f</td>"
                  "<td class=\"n\">%.0f of %.0f</td>",
              js_number(c, "right"), js_number(c, "exercises"), js_number(c, "written"), js_number(c, "texts"),
              js_number(c, "ticked"), js_number(c, "sections"));
    text_addf(to, "<td>%s%s</td>", js_text(c, "last_cold"),
              json_is_true(json_object_get(c, "cold")) ? " (passed)" : "");
    add_states(to, json_object_get(c, "states"));
    text_addf(to, "</tr>\n");
}

static void add_chapters(struct text *to, const json_t *doc)
{
    size_t k;
    const json_t *c, *list = json_object_get(doc, "chapters");
    if (!json_array_size(list))
        return;
    text_addf(to, "<h2>Deep dives</h2>\n<div class=\"t\"><table><tr><th>Chapter</th><th>Exercises right</th>"
                  "<th>Texts ticked</th><th>Sections read</th><th>Closed book</th><th>Exercises</th></tr>\n");
    json_array_foreach(list, k, c)
        add_chapter(to, c);
    text_addf(to, "</table></div>\n<p><small>A text is ticked by its rubric by whoever wrote it, and never counts as "
                  "right. Sections are ticked off by the reader.</small></p>\n");
}

static void add_sittings(struct text *to, const json_t *doc)
{
    size_t k;
    const json_t *s, *list = json_object_get(doc, "sittings");
    if (!json_array_size(list))
        return;
    text_addf(to, "<h2>Sittings with a closed book</h2>\n<div class=\"t\"><table><tr><th>When</th><th>On</th>"
                  "<th>Result</th><th></th></tr>\n");
    json_array_foreach(list, k, s) {
        text_addf(to, "<tr><td class=\"w\">");
        html_time(to, json_object_get(s, "when"));
        text_addf(to, "</td>");
        cell(to, js_text(s, "scope"));
        cell(to, js_text(s, "words"));
        cell(to, json_is_true(json_object_get(s, "passed")) ? "passed" : "not passed");
        text_addf(to, "</tr>\n");
    }
    text_addf(to, "</table></div>\n");
}

static void add_lab(struct text *to, const json_t *lab)
{
    text_addf(to, "<h3>");
    html_text(to, js_text(lab, "title"));
    text_addf(to, " <small>");
    html_text(to, js_text(lab, "id"));
    text_addf(to, "</small></h3>\n<p>");
    html_status(to, js_text(lab, "status"));
    if (*js_text(lab, "stage")) {
        text_addf(to, ", ");
        html_text(to, js_text(lab, "stage"));
    }
    text_addf(to, ". %.4g of %.4g points at best; attempts: %.0f; hints: %.0f.", js_number(lab, "points"),
              js_number(lab, "max"), js_number(lab, "attempts"), js_number(lab, "hints"));
    if (!strcmp(js_text(lab, "revealed"), "gave_up"))
        text_addf(to, " The solution was looked at before it was passed.");
    text_addf(to, "</p>\n");
    add_milestones(to, lab);
    add_pairs(to, lab);
    add_roofline(to, lab);
    add_profile(to, lab);
    add_timeline(to, lab);
    add_predictions(to, lab);
    add_answers(to, json_object_get(lab, "answers"), "<h4>Answers</h4>\n");
}

/* ---- the evidence --------------------------------------------------------------------------------------- */

static void add_attempt(struct text *to, const json_t *a)
{
    text_addf(to, "<tr id=\"a%.0f\"><td class=\"n\">%.0f</td><td class=\"w\">", js_number(a, "id"), js_number(a, "id"));
    html_time(to, json_object_get(a, "when"));
    text_addf(to, "</td>");
    cell(to, js_text(a, "lab"));
    cell(to, js_text(a, "verb"));
    text_addf(to, "<td class=\"w\">");
    html_status(to, js_text(a, "status"));
    text_addf(to, "</td><td class=\"n\">%.4g/%.4g</td>", js_number(a, "points"), js_number(a, "max"));
    cell(to, js_text(a, "machine"));
    cell(to, js_text(a, "sandbox"));
    text_addf(to, "<td><code>%.12s</code></td></tr>\n", js_text(a, "source"));
}

static void add_evidence(struct text *to, const json_t *doc)
{
    json_t *list = portfolio_by_number(json_object_get(doc, "attempts")), *a;
    size_t k;
    if (!json_array_size(list)) {
        json_decref(list);
        return;
    }
    text_addf(
        to,
        "<h2>Evidence</h2>\n<p>The attempts that the figures above come from. Source: the beginning of the BLAKE2b-256 "
        "over "
        "its files, which the workbook keeps. Sandbox: the level that it was run under.</p>\n<div class=\"t\"><table>"
        "<tr><th>Attempt</th><th>When</th><th>Lab</th><th>Run</th><th>Status</th><th>Points</th><th>Machine</th>"
        "<th>Sandbox</th><th>Source</th></tr>\n");
    json_array_foreach(list, k, a)
        add_attempt(to, a);
    text_addf(to, "</table></div>\n");
    json_decref(list);
}

void portfolio_html(const json_t *doc, struct text *to)
{
    size_t k;
    const json_t *lab, *labs = json_object_get(doc, "labs");
    html_begin(to, js_text(doc, "title"), style);
    if (json_object_get(doc, "artefact")) {
        artifact_html(doc, to);
    } else {
        add_figures(to, doc);
        add_weeks(to, doc);
        add_capstones(to, doc);
        add_opened(to, doc);
    }
    if (json_array_size(labs))
        text_addf(to, "<h2>Labs</h2>\n");
    json_array_foreach(labs, k, lab)
        add_lab(to, lab);
    add_answers(to, json_object_get(doc, "answers"), "<h2>Questions of the weeks</h2>\n");
    add_chapters(to, doc);
    add_sittings(to, doc);
    add_evidence(to, doc);
    html_end(to);
}
