/* The facts of a portfolio, from the workbook and the curriculum. See portfolio.h. */
#define _GNU_SOURCE
#include "portfolio.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_trend.h"
#include "chapter.h"
#include "diff.h"
#include "grader/class/hidden.h"
#include "interview.h"
#include "predictions.h"
#include "roofline_data.h"
#include "grader/page/timeline.h"
#include "facts.h"
#include "rubric.h"
#include "runner/base/js.h"

enum { ALL_ATTEMPTS = 100000 };

struct portfolio {
    struct app *a;
    struct portfolio_scope scope;
    struct facts facts;
    json_t *home;     /* each lab's week; 0: no week names it */
    json_t *progress, *doc, *cited; /* cited: attempts by number, as text */
};

static int part_of(const struct portfolio *f, int week)
{
    size_t k;
    const json_t *w;
    json_array_foreach(curriculum_weeks(f->a->cur), k, w)
        if ((int)js_number(w, "n") == week)
            return (int)js_number(w, "part");
    return 0;
}

static int in_scope(const struct portfolio *f, int week)
{
    if (f->scope.week)
        return week == f->scope.week;
    return !f->scope.part || part_of(f, week) == f->scope.part;
}

static int week_of(const struct portfolio *f, const char *lab)
{
    return (int)js_number(f->home, lab);
}

/* The week that the catalogue says, else the first that names the lab. */
static void find_homes(struct portfolio *f)
{
    size_t k, q;
    const json_t *w, *named;
    const char *id;
    json_t *entry;
    f->home = json_object();
    json_object_foreach((json_t *)curriculum_catalogue(f->a->cur), id, entry)
        json_object_set_new(f->home, id, json_integer((json_int_t)js_number(entry, "week")));
    json_array_foreach(curriculum_weeks(f->a->cur), k, w)
        json_array_foreach(json_object_get(w, "labs"), q, named)
            if (!week_of(f, json_string_value(named)))
                json_object_set(f->home, json_string_value(named), json_object_get(w, "n"));
}

static const char *kind_of(struct portfolio *f, const char *lab)
{
    return js_text(json_object_get(curriculum_catalogue(f->a->cur), lab), "kind");
}

/* ---- the attempts that prove it ------------------------------------------------------------------------- */

static json_t *machine_text(const json_t *report)
{
    const json_t *m = json_object_get(report, "machine");
    const char *cpu = js_text(m, "cpu"), *isa = js_text(m, "isa"), *gpu = js_text(m, "gpu"), *host = js_text(m, "host");
    char s[512];
    snprintf(s, sizeof s, "%.120s%s%.40s%s%.120s%s%.80s", cpu, *isa ? ", " : "", isa, *gpu ? ", " : "", gpu,
             *host ? ", host " : "", host);
    return json_string(s);
}

/* Takes the attempt into the list of evidence; its report, yours, or NULL when it is not there. */
static json_t *cite(struct portfolio *f, long long id)
{
    static const char *const kept[] = { "id",     "lab", "rev",   "status",  "verb",
                                        "points", "max", "stage", "sandbox", "source" };
    json_t *row = NULL;
    char key[24];
    if (id < 1 || db_attempt_get(f->a->db, id, &row) != DB_OK)
        return NULL;
    json_t *report = json_incref(json_object_get(row, "report")), *e = json_object();
    for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++)
        json_object_set(e, kept[k], json_object_get(row, kept[k]));
    json_object_set(e, "when", json_object_get(row, "started"));
    json_object_set_new(e, "machine", machine_text(report));
    snprintf(key, sizeof key, "%lld", id);
    json_object_set_new(f->cited, key, e);
    json_decref(row);
    return report;
}

/* ---- before and after ----------------------------------------------------------------------------------- */

/* An attempt's files as one text, each under a line with its name. */
static void source_text(struct portfolio *f, long long id, struct text *to)
{
    struct db_file *files = NULL;
    size_t n = 0;
    if (db_attempt_source(f->a->db, id, &files, &n) != DB_OK)
        return;
    for (size_t k = 0; k < n; k++) {
        text_addf(to, "==== %s\n", files[k].name);
        text_add(to, files[k].data, files[k].size);
        if (to->len && text_str(to)[to->len - 1] != '\n')
            text_add(to, "\n", 1);
    }
    db_files_free(files, n);
}

static json_t *edit_lines(const struct diff *d)
{
    json_t *lines = json_array();
    for (size_t k = 0; k < d->n && json_array_size(lines) < PORTFOLIO_EDIT_LINES; k++) {
        char sign[2] = { d->line[k].sign, 0 };
        if (!diff_near(d, k, 2))
            continue;
        char *clean = util_clean(d->line[k].text, d->line[k].len, 0);
        json_array_append_new(lines, json_pack("{s:s s:s}", "sign", sign, "text", clean));
        free(clean);
    }
    return lines;
}

/* What was changed between two attempts, at most PORTFOLIO_EDIT_LINES of it. */
static json_t *edit_between(struct portfolio *f, long long before, long long after)
{
    struct text a = { .cap = 4 << 20 }, b = { .cap = 4 << 20 };
    struct diff d = { 0 };
    source_text(f, before, &a);
    source_text(f, after, &b);
    json_t *edit = diff_texts(text_str(&a), a.len, text_str(&b), b.len, &d) ? json_array() : edit_lines(&d);
    json_t *e =
        json_pack("{s:I s:I s:o}", "added", (json_int_t)d.added, "removed", (json_int_t)d.removed, "lines", edit);
    diff_free(&d);
    text_finish(&a);
    text_finish(&b);
    return e;
}

static json_t *run_of(struct portfolio *f, const json_t *m)
{
    static const char *const kept[] = { "attempt", "ratio", "lo", "hi", "gflops", "gbps" };
    json_t *r = json_object();
    for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++)
        json_object_set(r, kept[k], json_object_get(m, kept[k]));
    json_object_set(r, "when", json_object_get(m, "started"));
    json_decref(cite(f, (long long)js_number(m, "attempt")));
    return r;
}

static json_t *step_of(struct portfolio *f, const struct bench_trend *t)
{
    size_t k = bench_trend_step(t);
    if (!k)
        return json_null();
    json_decref(cite(f, t->attempt[k - 1]));
    json_decref(cite(f, t->attempt[k]));
    return json_pack("{s:I s:I s:f s:f s:o}", "before", (json_int_t)t->attempt[k - 1], "after",
                     (json_int_t)t->attempt[k], "ratio_before", t->ratio[k - 1], "ratio_after", t->ratio[k], "edit",
                     edit_between(f, t->attempt[k - 1], t->attempt[k]));
}

/* The first timed run of a bench and the best one; `rows` are the newest first. */
static json_t *pair_of(struct portfolio *f, const char *lab, const char *bench)
{
    static struct bench_trend t;
    json_t *rows = NULL, *pair = NULL;
    const json_t *first = NULL, *best = NULL;
    if (db_measurements(f->a->db, lab, bench, BENCH_TREND_RUNS, &rows) != DB_OK)
        return NULL;
    for (size_t k = json_array_size(rows); k-- > 0;) {
        const json_t *m = json_array_get(rows, k);
        if (!(js_number(m, "ratio") > 0))
            continue;
        first = first ? first : m;
        best = !best || js_number(m, "ratio") > js_number(best, "ratio") ? m : best;
    }
    if (first) {
        bench_trend_load(f->a, lab, bench, &t);
        pair = json_pack("{s:s s:I s:o s:o s:o}", "bench", bench, "runs", (json_int_t)t.n, "before", run_of(f, first),
                         "after", run_of(f, best), "step", step_of(f, &t));
    }
    json_decref(rows);
    return pair;
}

static json_t *pairs_of(struct portfolio *f, const json_t *lab)
{
    json_t *pairs = json_array();
    size_t k;
    const json_t *b;
    json_array_foreach(json_object_get(lab, "bench"), k, b) {
        json_t *pair = pair_of(f, js_text(lab, "id"), js_text(b, "id"));
        if (pair)
            json_array_append_new(pairs, pair);
    }
    return pairs;
}

/* ---- a lab ---------------------------------------------------------------------------------------------- */

static json_t *ceilings_json(const struct roof_ceiling *list, int n)
{
    json_t *rows = json_array();
    for (int k = 0; k < n; k++)
        json_array_append_new(rows, json_pack("{s:s s:f}", "name", list[k].name, "value", list[k].value));
    return rows;
}

static json_t *roofline_of(struct portfolio *f, const json_t *lab)
{
    static struct roofline r;
    memset(&r, 0, sizeof r);
    roofline_ceilings(f->a, lab, NULL, &r);
    return json_pack("{s:o s:o s:o}", "points", roofline_points(f->a, lab), "peaks", ceilings_json(r.peak, r.npeaks),
                     "bandwidths", ceilings_json(r.bw, r.nbws));
}

/* The first that is of no hidden case; NULL: none. */
static json_t *visible_timeline(const json_t *report)
{
    const json_t *entry;
    for (size_t k = 0; (entry = timeline_entry(report, NULL, k)); k++)
        if (!hidden_case(report, js_text(entry, "case")))
            return (json_t *)(size_t)entry;
    return NULL;
}

/* What the profile says bounds it; of hidden cases nothing. */
static json_t *profile_of(struct portfolio *f, const char *lab)
{
    json_t *history = NULL, *list = json_array();
    if (db_history_for_grader(f->a->db, lab, 0, &history) != DB_OK)
        history = NULL;
    long long id = (long long)js_number(history, "profile");
    json_t *report = id ? cite(f, id) : NULL;
    size_t k;
    const json_t *r;
    json_array_foreach(json_object_get(report, "reading"), k, r)
        if (!hidden_case(report, js_text(r, "case")))
            json_array_append_new(list, json_pack("{s:s s:s s:s s:O?}", "call", js_text(r, "call"), "case",
                                                  js_text(r, "case"), "bound", js_text(r, "bound"), "evidence",
                                                  json_object_get(r, "evidence")));
    json_t *counters = json_array();
    json_array_foreach(json_object_get(report, "counters"), k, r)
        if (json_array_size(counters) < PORTFOLIO_COUNTERS && js_number(r, "value") > 0 &&
            !hidden_case(report, js_text(r, "case")))
            json_array_append(counters, (json_t *)r);
    json_t *p = report ? json_pack("{s:I s:O s:O s:O* s:O?}", "attempt", (json_int_t)id, "reading", list, "counters",
                                   counters, "counter_words", json_object_get(report, "counter_words"), "timeline",
                                   visible_timeline(report))
                       : json_null();
    json_decref(list);
    json_decref(counters);
    json_decref(report);
    json_decref(history);
    return p;
}

/* The latest answer of each question, with what was asked. */
static json_t *answers_of(struct portfolio *f, const char *owner)
{
    json_t *rows = NULL, *asked;
    size_t k, q;
    json_t *row;
    const json_t *ask;
    char words[RUBRIC_WORDS];
    if (db_answers(f->a->db, owner, &rows) != DB_OK)
        return json_array();
    app_mark_older(f->a, rows, "owner");
    asked = json_array_size(rows) ? curriculum_questions(f->a->cur, owner, (uint64_t)f->a->learner_seed) : NULL;
    json_array_foreach(rows, k, row) {
        json_object_set_new(row, "ask", json_string(""));
        rubric_words(row, words, sizeof words);
        json_object_set_new(row, "self_assessed", json_boolean(rubric_told(row, "self", NULL, NULL)));
        json_object_set_new(row, "assessed", json_string(words));
        json_array_foreach(asked, q, ask)
            if (!strcmp(js_text(ask, "id"), js_text(row, "question")))
                json_object_set(row, "ask", json_object_get(ask, "ask"));
    }
    json_decref(asked);
    return rows;
}

static json_t *predictions_of(struct portfolio *f, const char *lab)
{
    json_t *rows = NULL;
    size_t k;
    const json_t *p;
    if (db_predictions(f->a->db, lab, &rows) != DB_OK)
        return json_array();
    json_array_foreach(rows, k, p)
        json_decref(cite(f, (long long)js_number(p, "attempt")));
    return rows;
}

static void add_lab(struct portfolio *f, const char *id, const json_t *progress)
{
    static const char *const kept[] = { "attempts", "hints", "revealed" };
    static const char *const stood[] = { "status", "stage", "points", "max" };
    json_t *lab = curriculum_has_lab(f->a->cur, id) ? app_lab(f->a, id) : NULL;
    int week = week_of(f, id);
    json_t *e =
        json_pack("{s:s s:s s:i s:i s:b s:o s:o s:o s:o}", "id", id, "title",
                  lab ? js_text(lab, "title") : facts_title(f->a, id), "week", week, "part", part_of(f, week),
                  "capstone", !strcmp(kind_of(f, id), "capstone"), "pairs", lab ? pairs_of(f, lab) : json_array(),
                  "profile", profile_of(f, id), "answers", answers_of(f, id), "predictions", predictions_of(f, id));
    size_t k;
    const json_t *m;
    for (k = 0; k < sizeof kept / sizeof kept[0]; k++)
        json_object_set(e, kept[k], json_object_get(progress, kept[k]));
    json_object_set(e, "milestones", json_object_get(progress, "passed"));
    for (k = 0; k < sizeof stood / sizeof stood[0]; k++)
        json_object_set(e, stood[k], json_object_get(json_object_get(f->facts.standing, id), stood[k]));
    json_object_set_new(e, "roofline", lab ? roofline_of(f, lab) : json_null());
    json_array_foreach(json_object_get(progress, "passed"), k, m)
        json_decref(cite(f, (long long)js_number(m, "attempt")));
    json_decref(cite(f, (long long)js_number(json_object_get(progress, "best"), "id")));
    json_array_append_new(json_object_get(f->doc, "labs"), e);
    json_decref(lab);
}

/* In the order of the weeks; then what no week knows any more. */
static void add_labs(struct portfolio *f)
{
    json_object_set_new(f->doc, "labs", json_array());
    const char *id;
    json_t *progress;
    int last = 0;
    size_t k;
    const json_t *w;
    json_array_foreach(curriculum_weeks(f->a->cur), k, w)
        last = (int)js_number(w, "n") > last ? (int)js_number(w, "n") : last;
    for (int week = 1; week <= last + 1; week++)
        json_object_foreach(f->progress, id, progress) {
            int of = week_of(f, id);
            int here = of == week || (week > last && (of < 1 || of > last) && !f->scope.week && !f->scope.part);
            if (here && (of != week || in_scope(f, week)))
                add_lab(f, id, progress);
        }
}

/* ---- the whole ------------------------------------------------------------------------------------------ */

static void add_journey(struct portfolio *f)
{
    json_t *rows = NULL, *right = NULL, *reviews = NULL;
    long long n = 0, days = 0, day = -1, first = 0, last = 0;
    size_t k;
    const json_t *row;
    if (db_attempts(f->a->db, NULL, ALL_ATTEMPTS, &rows) == DB_OK)
        json_array_foreach(rows, k, row) {
            long long when = (long long)js_number(row, "started");
            if (!in_scope(f, week_of(f, js_text(row, "lab"))))
                continue;
            n++;
            days += when / 86400000 != day;
            day = when / 86400000;
            first = when;
            last = last ? last : when;
        }
    db_answers_right(f->a->db, &right);
    db_reviews(f->a->db, ALL_ATTEMPTS, &reviews);
    json_object_set_new(f->doc, "journey",
                        json_pack("{s:I s:I s:I s:I s:I s:I}", "attempts", n, "days", days, "first", first, "last",
                                  last, "answers_right", (json_int_t)json_array_size(right), "reviews",
                                  (json_int_t)json_array_size(reviews)));
    json_decref(rows);
    json_decref(right);
    json_decref(reviews);
}

/* Each step or lab of a track that was ever opened by hand, the oldest first. */
static void add_opened(struct portfolio *f)
{
    json_t *events = NULL, *list = json_array();
    if (db_events(f->a->db, "unlock", ALL_ATTEMPTS, &events) != DB_OK)
        events = NULL;
    for (size_t k = json_array_size(events); k-- > 0;) {
        const json_t *e = json_array_get(events, k);
        json_array_append_new(list, json_pack("{s:s s:O s:s}", "subject", js_text(e, "subject"), "when",
                                              json_object_get(e, "when"), "reason",
                                              js_text(json_object_get(e, "data"), "reason")));
    }
    json_object_set_new(f->doc, "opened", list);
    json_decref(events);
}

static json_t *lab_line(struct portfolio *f, const char *id)
{
    const char *state = facts_lab(&f->facts, f->a, id);
    return json_pack("{s:s s:s s:b s:s s:s s:i}", "id", id, "title", facts_title(f->a, id), "ready", state != NULL,
                     "status", state ? state : "", "stage", facts_stage(&f->facts, id), "week", week_of(f, id));
}

/* How far: labs that are there, begun and passed, and the points of the best attempts. */
static void count_lab(struct portfolio *f, const json_t *line)
{
    json_t *j = json_object_get(f->doc, "journey");
    const char *state = js_text(line, "status");
    int passed = !strcmp(state, "PASS"), begun = passed || !strcmp(state, "BEGUN") || !strcmp(state, "STALE");
    double points = js_number(json_object_get(f->facts.standing, js_text(line, "id")), "points");
    json_object_set_new(
        j, "labs_ready",
        json_integer((json_int_t)js_number(j, "labs_ready") + json_is_true(json_object_get(line, "ready"))));
    json_object_set_new(j, "labs_begun", json_integer((json_int_t)js_number(j, "labs_begun") + begun));
    json_object_set_new(j, "labs_passed", json_integer((json_int_t)js_number(j, "labs_passed") + passed));
    json_object_set_new(j, "points", json_real(js_number(j, "points") + points));
}

/* Capstones are listed once more. */
static json_t *week_labs(struct portfolio *f, int n)
{
    json_t *labs = json_array(), *week;
    const char *id;
    json_object_foreach(f->home, id, week) {
        if ((int)json_integer_value(week) != n)
            continue;
        json_t *line = lab_line(f, id);
        count_lab(f, line);
        json_array_append(labs, line);
        if (!strcmp(kind_of(f, id), "capstone"))
            json_array_append(json_object_get(f->doc, "capstones"), line);
        json_decref(line);
    }
    return labs;
}

static void add_weeks(struct portfolio *f)
{
    size_t k, q;
    const json_t *w;
    json_t *weeks = json_array(), *answers = json_array(), *row;
    json_object_set_new(f->doc, "capstones", json_array());
    json_array_foreach(curriculum_weeks(f->a->cur), k, w) {
        char owner[8];
        if (!in_scope(f, (int)js_number(w, "n")))
            continue;
        facts_owner(w, owner);
        json_t *mine = answers_of(f, owner);
        json_array_foreach(mine, q, row)
            json_array_append(answers, row);
        json_decref(mine);
        json_array_append_new(weeks, json_pack("{s:O s:O s:O s:o}", "n", json_object_get(w, "n"), "part",
                                               json_object_get(w, "part"), "title", json_object_get(w, "title"), "labs",
                                               week_labs(f, (int)js_number(w, "n"))));
    }
    if (!f->scope.week && !f->scope.part)
        json_array_append_new(weeks, json_pack("{s:i s:i s:s s:o}", "n", 0, "part", 0, "title", "Beyond the weeks",
                                               "labs", week_labs(f, 0)));
    json_object_set_new(f->doc, "weeks", weeks);
    json_object_set_new(f->doc, "answers", answers);
}

/* ---- deep dives ------------------------------------------------------------------------------------------ */

static bool chapter_in_scope(const struct portfolio *f, const json_t *card)
{
    size_t k;
    const json_t *n;
    if (!f->scope.week && !f->scope.part)
        return true;
    json_array_foreach(json_object_get(card, "weeks"), k, n)
        if (in_scope(f, (int)json_integer_value(n)))
            return true;
    return false;
}

/* The state of each exercise; *ret_begun: one of them was tried. */
static json_t *states_of(const struct portfolio *f, const json_t *card, bool *ret_begun)
{
    json_t *list = json_array();
    size_t k;
    const json_t *q;
    json_array_foreach(json_object_get(card, "questions"), k, q) {
        const char *state = chapter_exercise(&f->facts, card, q);
        json_array_append_new(list, json_pack("{s:O s:O s:s}", "id", json_object_get(q, "id"), "kind",
                                              json_object_get(q, "kind"), "state", state));
        *ret_begun |= strcmp(state, "open") != 0;
    }
    return list;
}

static void add_chapters(struct portfolio *f)
{
    json_t *list = json_array();
    size_t k;
    const json_t *card;
    json_array_foreach(curriculum_cards(f->a->cur), k, card) {
        if (!chapter_is(card) || !chapter_in_scope(f, card))
            continue;
        json_t *line = chapter_line(&f->facts, card);
        bool begun = js_number(line, "ticked") > 0 || *js_text(line, "last_cold");
        json_object_set_new(line, "states", states_of(f, card, &begun));
        if (begun)
            json_array_append(list, line);
        json_decref(line);
    }
    json_object_set_new(f->doc, "chapters", list);
}

/* The sittings that have ended, on chapters in scope; on a whole track only where the scope is all. */
static void add_sittings(struct portfolio *f)
{
    static const char *const kept[] = { "id", "scope", "when", "end", "open_book", "passed", "words" };
    json_t *list = json_array(), *past = interview_past(f->a);
    size_t k;
    const json_t *s;
    json_array_foreach(past, k, s) {
        const json_t *card = js_row(curriculum_cards(f->a->cur), "id", js_text(s, "scope"));
        if (!*js_text(s, "how") || !(card ? chapter_in_scope(f, card) : !f->scope.week && !f->scope.part))
            continue;
        json_t *row = json_object();
        for (size_t n = 0; n < sizeof kept / sizeof *kept; n++)
            json_object_set(row, kept[n], json_object_get(s, kept[n]));
        json_array_append_new(list, row);
    }
    json_object_set_new(f->doc, "sittings", list);
    json_decref(past);
}

static void add_calibration(struct portfolio *f)
{
    json_t *rows = NULL, *mine = json_array();
    size_t k;
    json_t *p;
    if (db_predictions(f->a->db, NULL, &rows) == DB_OK)
        json_array_foreach(rows, k, p)
            if (in_scope(f, week_of(f, js_text(p, "lab"))))
                json_array_append(mine, p);
    json_object_set_new(f->doc, "calibration", predictions_summary(mine));
    json_decref(mine);
    json_decref(rows);
}

/* "The year", "Part II: …" or "Week 7: …"; NULL when there is none such. */
static json_t *title_of(struct portfolio *f)
{
    size_t k;
    const json_t *w;
    if (f->scope.week) {
        json_array_foreach(curriculum_weeks(f->a->cur), k, w)
            if ((int)js_number(w, "n") == f->scope.week)
                return json_sprintf("Week %d: %s", f->scope.week, js_text(w, "title"));
    } else if (f->scope.part) {
        json_array_foreach(curriculum_parts(f->a->cur), k, w)
            if ((int)js_number(w, "n") == f->scope.part)
                return json_sprintf("Part %d: %s", f->scope.part, js_text(w, "title"));
    } else if (f->scope.artifact) {
        const json_t *done = json_object_get(f->scope.artifact, "complete");
        return json_sprintf("%s%s", js_text(f->scope.artifact, "title"), json_is_true(done) ? "" : " (draft)");
    } else {
        return json_string("Work in ML systems");
    }
    return NULL;
}

static json_t *head_of(struct portfolio *f, json_t *title)
{
    json_t *learner = NULL;
    if (db_learner(f->a->db, &learner) != DB_OK)
        learner = NULL;
    const struct portfolio_scope *s = &f->scope;
    json_t *doc = json_pack("{s:s s:o s:s s:I s:{s:s s:i}}", "schema", "ridge.portfolio/1", "title", title, "learner",
                            js_text(learner, "name"), "when", (json_int_t)app_now(), "scope", "kind",
                            s->week       ? "week"
                            : s->part     ? "part"
                            : s->artifact ? "capstone"
                                          : "all",
                            "n", s->week ? s->week : s->part);
    json_decref(learner);
    return doc;
}

/* ---- a capstone ------------------------------------------------------------------------------------------ */

/* The labs of a capstone, and the attempts that its claims name. */
static void add_artifact(struct portfolio *f)
{
    const json_t *about = f->scope.artifact, *m, *claim, *id;
    size_t k, q;
    json_object_set(f->doc, "artefact", f->scope.artifact);
    json_object_set_new(f->doc, "labs", json_array());
    json_array_foreach(f->scope.only, k, id)
        if (json_object_get(f->progress, json_string_value(id)))
            add_lab(f, json_string_value(id), json_object_get(f->progress, json_string_value(id)));
    json_array_foreach(json_object_get(about, "milestones"), k, m)
        json_array_foreach(json_object_get(m, "claims"), q, claim) {
            json_decref(cite(f, (long long)js_number(claim, "attempt")));
            json_decref(cite(f, (long long)js_number(claim, "before")));
        }
}

static void add_everything(struct portfolio *f)
{
    add_journey(f);
    if (!f->scope.week && !f->scope.part)
        add_opened(f);
    add_calibration(f);
    add_weeks(f);
    add_chapters(f);
    add_sittings(f);
    add_labs(f);
}

json_t *portfolio_build(struct app *a, const struct portfolio_scope *scope)
{
    struct portfolio f = { .a = a, .scope = *scope };
    curriculum_load(a->cur);
    json_t *title = title_of(&f);
    if (!title) {
        app_fail(a, APP_USAGE, "There is no %s %d. `ridge list --all` shows them.", scope->week ? "week" : "part",
                 scope->week ? scope->week : scope->part);
        return NULL;
    }
    if (db_progress_all(a->db, &f.progress) != DB_OK) {
        json_decref(title);
        app_fail_db(a);
        return NULL;
    }
    find_homes(&f);
    facts_load(&f.facts, a);
    f.doc = head_of(&f, title);
    f.cited = json_object();
    if (scope->artifact)
        add_artifact(&f);
    else
        add_everything(&f);
    json_object_set_new(f.doc, "attempts", f.cited);
    facts_free(&f.facts);
    json_decref(f.progress);
    json_decref(f.home);
    return f.doc;
}

static int by_number(const void *a, const void *b)
{
    double x = js_number(*(json_t *const *)a, "id"), y = js_number(*(json_t *const *)b, "id");
    return (x > y) - (x < y);
}

json_t *portfolio_by_number(const json_t *attempts)
{
    size_t n = json_object_size(attempts), k = 0;
    json_t **list = calloc(n + 1, sizeof *list), *ret = json_array(), *v;
    const char *key;
    if (!list)
        return ret;
    json_object_foreach((json_t *)(size_t)attempts, key, v)
        list[k++] = v;
    qsort(list, n, sizeof *list, by_number);
    for (k = 0; k < n; k++)
        json_array_append(ret, list[k]);
    free(list);
    return ret;
}
