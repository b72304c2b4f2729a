/* artifact.c: a capstone's document, and the capstone's part of the page. */
#define _GNU_SOURCE
#include "artifact.h"

#include <stdio.h>
#include <string.h>

#include "evidence.h"
#include "portfolio.h"
#include "grader/page/html.h"
#include "grader/page/timeline.h"
#include "runner/base/js.h"

enum { TIMELINES = 16 };

/* ---- the document --------------------------------------------------------------------------------------- */

/* The texts that the capstone asked for, each beside its question. */
static json_t *texts_of(const json_t *lab, const json_t *evidence)
{
    json_t *texts = json_array();
    size_t k, q;
    const json_t *ask, *answer;
    json_array_foreach(json_object_get(lab, "questions"), k, ask)
        json_array_foreach(json_object_get(evidence, "answers"), q, answer)
            if (!strcmp(js_text(ask, "kind"), "text") && !strcmp(js_text(ask, "id"), js_text(answer, "question")))
                json_array_append_new(texts, json_pack("{s:O s:O s:O}", "ask", json_object_get(ask, "ask"), "text",
                                                       json_object_get(answer, "text"), "when",
                                                       json_object_get(answer, "when")));
    return texts;
}

/* Has the list a timeline of this attempt already? An attempt may prove the baseline and a figure, too. */
static int has_timeline(const json_t *list, const json_t *attempt)
{
    size_t k;
    const json_t *t;
    json_array_foreach(list, k, t)
        if (json_equal(json_object_get(t, "attempt"), attempt))
            return 1;
    return 0;
}

static void add_timelines(struct app *a, const json_t *claim, json_t *to)
{
    json_t *row = NULL, *copy;
    size_t k;
    const json_t *t;
    if (db_attempt_get(a->db, (int64_t)js_number(claim, "attempt"), &row) != DB_OK)
        return;
    json_array_foreach(json_object_get(json_object_get(row, "report"), "timelines"), k, t) {
        copy = json_copy((json_t *)t);
        json_object_set(copy, "attempt", json_object_get(claim, "attempt"));
        json_object_set(copy, "lab", json_object_get(claim, "lab"));
        json_array_append_new(to, copy);
    }
    json_decref(row);
}

/* The timelines of the attempts that prove a baseline or a figure, one a call and case. */
static json_t *timelines_of(struct app *a, const json_t *verdict)
{
    json_t *list = json_array();
    size_t k, q;
    const json_t *m, *claim;
    json_array_foreach(json_object_get(verdict, "milestones"), k, m)
        json_array_foreach(json_object_get(m, "claims"), q, claim)
            if (!json_object_get(claim, "ratio") && json_array_size(list) < TIMELINES &&
                !has_timeline(list, json_object_get(claim, "attempt")))
                add_timelines(a, claim, list);
    return list;
}

json_t *artifact_build(struct app *a, const json_t *lab, const char *track)
{
    json_t *evidence = NULL, *verdict = evidence_judge(a, lab, track, &evidence);
    if (!verdict)
        return NULL;
    json_t *about =
        json_pack("{s:O s:O s:s s:O s:O s:o s:o}", "lab", json_object_get(lab, "id"), "track",
                  json_object_get(verdict, "track"), "title", js_text(lab, "title"), "complete",
                  json_object_get(verdict, "complete"), "milestones", json_object_get(verdict, "milestones"), "texts",
                  texts_of(lab, evidence), "timelines", timelines_of(a, verdict));
    const json_t *t = js_row(json_object_get(lab, "tracks"), "id", js_text(verdict, "track"));
    json_object_set(about, "track_title", json_object_get(t, "title"));
    const struct portfolio_scope scope = { .artifact = about, .only = json_object_get(t, "uses") };
    json_t *doc = portfolio_build(a, &scope);
    json_decref(about);
    json_decref(verdict);
    json_decref(evidence);
    return doc;
}

/* ---- the page ------------------------------------------------------------------------------------------- */

static void add_checklist(struct text *to, const json_t *list)
{
    size_t k;
    const json_t *m;
    text_addf(to, "<div class=\"t\"><table><tr><th>Deliverable</th><th></th><th>What is there</th></tr>\n");
    json_array_foreach(list, k, m) {
        text_addf(to, "<tr><td>");
        html_text(to, js_text(m, "goal"));
        text_addf(to, "</td><td class=\"w\">");
        html_status(to, js_text(m, "status"));
        text_addf(to, "</td><td>");
        html_text(to, js_text(m, "message"));
        if (*js_text(m, "hint")) {
            text_addf(to, "<br><code>");
            html_text(to, js_text(m, "hint"));
            text_addf(to, "</code>");
        }
        text_addf(to, "</td></tr>\n");
    }
    text_addf(to, "</table></div>\n");
}

static void add_claim(struct text *to, const json_t *c, const json_t *attempts)
{
    char key[24];
    snprintf(key, sizeof key, "%.0f", js_number(c, "attempt"));
    const json_t *a = json_object_get(attempts, key);
    text_addf(to, "<li>");
    html_text(to, js_text(c, "text"));
    if (json_is_number(json_object_get(c, "ratio")))
        text_addf(to, " <strong>%.4g times</strong> [%.4g, %.4g].", js_number(c, "ratio"), js_number(c, "lo"),
                  js_number(c, "hi"));
    if (json_is_number(json_object_get(c, "predicted")))
        text_addf(to, " Predicted: %.4g.", js_number(c, "predicted"));
    text_addf(to, "<br><small>Proof: ");
    portfolio_link(to, js_number(c, "attempt"));
    if (json_is_number(json_object_get(c, "before"))) {
        text_addf(to, " against ");
        portfolio_link(to, js_number(c, "before"));
    }
    text_addf(to, ", ");
    html_time(to, json_object_get(a, "when"));
    text_addf(to, ", ");
    html_text(to, js_text(a, "machine"));
    text_addf(to, ", source <code>%.12s</code></small></li>\n", js_text(a, "source"));
}

static void add_claims(struct text *to, const json_t *list, const json_t *attempts)
{
    size_t k, q;
    const json_t *m, *c;
    text_addf(to, "<h2>Claims</h2>\n<ol>\n");
    json_array_foreach(list, k, m)
        json_array_foreach(json_object_get(m, "claims"), q, c)
            add_claim(to, c, attempts);
    text_addf(
        to,
        "</ol>\n<p><small>A factor is the time (or the count) of the version before over that of the version after, in "
        "pairs within one run; in brackets its 95 %% interval.</small></p>\n");
}

static void add_timeline(struct text *to, const json_t *t)
{
    struct timeline *read = timeline_read(t);
    char title[256];
    if (!read)
        return;
    snprintf(title, sizeof title, "%s, %s of case %s", js_text(t, "lab"), read->call, read->case_id);
    text_addf(to, "<h4>");
    html_text(to, title);
    text_addf(to, ", ");
    portfolio_link(to, js_number(t, "attempt"));
    text_addf(to, "</h4>\n<div class=\"time\">");
    timeline_svg(read, title, to);
    text_addf(to, "</div>\n");
    timeline_free(read);
}

static void add_texts(struct text *to, const json_t *texts)
{
    size_t k;
    const json_t *t;
    json_array_foreach(texts, k, t) {
        text_addf(to, "<h3>");
        html_text(to, js_text(t, "ask"));
        text_addf(to, "</h3>\n<p class=\"m\">");
        html_text(to, js_text(t, "text"));
        text_addf(to, "</p>\n<p><small>Written ");
        html_time(to, json_object_get(t, "when"));
        text_addf(to, "</small></p>\n");
    }
}

void artifact_html(const json_t *doc, struct text *to)
{
    const json_t *a = json_object_get(doc, "artefact");
    const json_t *timelines = json_object_get(a, "timelines"), *t;
    size_t k;
    if (!json_is_true(json_object_get(a, "complete")))
        text_addf(to, "<p class=\"bad\">Draft: what the checklist marks as missing is not proved.</p>\n");
    text_addf(to, "<p>");
    html_text(to, js_text(doc, "learner"));
    text_addf(to, "%sTrack ", *js_text(doc, "learner") ? ". " : "");
    html_text(to, js_text(a, "track"));
    text_addf(to, ": ");
    html_text(to, js_text(a, "track_title"));
    text_addf(to, ". As of ");
    html_time(to, json_object_get(doc, "when"));
    text_addf(to, ". Every figure is from a run that was recorded; links lead to the attempts at the end.</p>\n");
    add_checklist(to, json_object_get(a, "milestones"));
    add_claims(to, json_object_get(a, "milestones"), json_object_get(doc, "attempts"));
    add_texts(to, json_object_get(a, "texts"));
    if (json_array_size(timelines))
        text_addf(to, "<h2>Timelines</h2>\n");
    json_array_foreach(timelines, k, t)
        add_timeline(to, t);
}
