/* Commands about the course: list, show, next, start, status, answer. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "cli_table.h"
#include "tui/app/evidence.h"
#include "runner/base/figure.h"
#include "tui/app/hw_value.h"
#include "curriculum/load/markdown.h"
#include "tui/app/predictions.h"
#include "tui/app/facts.h"
#include "runner/base/js.h"

/* {"LAB": db_progress_all() and app_standing_all()} of every lab that is there or was begun. */
static json_t *progress_of(struct cli *c)
{
    json_t *facts = NULL, *one;
    const char *id;
    if (app_need_db(&c->app) != APP_OK || db_progress_all(c->app.db, &facts) != DB_OK)
        facts = NULL;
    json_t *all = app_standing_all(&c->app);
    json_object_foreach(all, id, one)
        json_object_update_missing(one, json_object_get(facts, id));
    json_decref(facts);
    return all;
}

static json_t *lab_row(struct cli *c, const json_t *progress, const char *id)
{
    const json_t *cat = json_object_get(curriculum_catalogue(c->app.cur), id);
    size_t k;
    const json_t *l, *lab = NULL, *mine = json_object_get(progress, id);
    json_array_foreach(curriculum_labs(c->app.cur), k, l)
        if (!strcmp(js_text(l, "id"), id))
            lab = l;
    json_t *row = json_pack("{s:s s:s s:b s:s s:f s:i}", "id", id, "title", js_text(lab ? lab : cat, "title"), "ready",
                            lab != NULL, "status", *js_text(mine, "status") ? js_text(mine, "status") : "PENDING",
                            "points", js_number(mine, "points"), "attempts", (int)js_number(mine, "attempts"));
    if (mine) /* what a lab that is only planned will give is not known */
        json_object_set(row, "max", json_object_get(mine, "max"));
    if (*js_text(mine, "stage"))
        json_object_set(row, "stage", json_object_get(mine, "stage"));
    return row;
}

static json_t *week_rows(struct cli *c, const json_t *progress)
{
    json_t *rows = json_array();
    size_t k, q;
    const json_t *w, *id;
    json_array_foreach(curriculum_weeks(c->app.cur), k, w) {
        json_t *labs = json_array();
        json_array_foreach(json_object_get(w, "labs"), q, id)
            json_array_append_new(labs, lab_row(c, progress, json_string_value(id)));
        json_array_append_new(rows, json_pack("{s:O s:O s:O s:o}", "n", json_object_get(w, "n"), "part",
                                              json_object_get(w, "part"), "title", json_object_get(w, "title"), "labs",
                                              labs));
    }
    return rows;
}

/* Labs that no week names: the extras of other tracks. */
static json_t *extra_rows(struct cli *c, const json_t *progress)
{
    json_t *rows = json_array();
    size_t k, q, z;
    const json_t *l, *w, *id;
    json_array_foreach(curriculum_labs(c->app.cur), k, l) {
        int placed = 0;
        json_array_foreach(curriculum_weeks(c->app.cur), q, w)
            json_array_foreach(json_object_get(w, "labs"), z, id)
                placed |= !strcmp(json_string_value(id), js_text(l, "id"));
        if (!placed)
            json_array_append_new(rows, lab_row(c, progress, js_text(l, "id")));
    }
    return rows;
}

/* Labs that were begun and are not here: their pack was removed. */
static json_t *missing_rows(struct cli *c, const json_t *progress)
{
    json_t *rows = json_array();
    const char *id;
    const json_t *mine;
    json_object_foreach((json_t *)(size_t)progress, id, mine)
        if (!curriculum_has_lab(c->app.cur, id) && json_object_get(mine, "attempts")) {
            json_t *row = lab_row(c, progress, id);
            json_object_set_new(row, "title", json_string("missing: `ridge pack add` restores the pack"));
            json_array_append_new(rows, row);
        }
    return rows;
}

/* Sign, id, status, points with the stage, attempts, title: of labs and cards alike. */
static struct cli_table *list_table(void)
{
    static const struct cli_table_column columns[] = { { .rank = 0 }, { .rank = 0 }, { .rank = 3 }, { .rank = 1 },
                                                       { .rank = 4 }, { .rank = 0 } };
    return cli_table_new(columns, sizeof columns / sizeof *columns, 4);
}

static void add_status(struct cli_table *t, const char *status, const char *id)
{
    cli_table_cell(t, cli_status_color(status), cli_mark(status));
    cli_table_cell(t, NULL, id);
    cli_table_cell(t, cli_status_color(status), status);
}

static void add_lab(struct cli_table *t, const json_t *lab)
{
    double attempts = js_number(lab, "attempts");
    const char *stage = js_text(lab, "stage");
    if (json_is_true(json_object_get(lab, "ready"))) {
        add_status(t, js_text(lab, "status"), js_text(lab, "id"));
    } else {
        cli_table_cell(t, NULL, "");
        cli_table_cell(t, "dim", js_text(lab, "id"));
        cli_table_cell(t, "dim", "planned");
    }
    if (attempts > 0) {
        cli_table_cellf(t, "dim", "%.4g of %.4g%s%s", js_number(lab, "points"), js_number(lab, "max"),
                        *stage ? " ★ " : "", stage);
        cli_table_cellf(t, "dim", "%.0f attempt%s", attempts, cli_s((size_t)attempts));
    } else {
        cli_table_cell(t, NULL, "");
        cli_table_cell(t, NULL, "");
    }
    cli_table_cell(t, json_is_true(json_object_get(lab, "ready")) ? NULL : "dim", js_text(lab, "title"));
}

/* {"id","title","week","questions","right"} of each card that is there. */
static json_t *card_rows(struct cli *c)
{
    json_t *rows = json_array();
    struct facts facts = { 0 };
    size_t k;
    const json_t *card;
    facts_load(&facts, &c->app);
    json_array_foreach(curriculum_cards(c->app.cur), k, card)
        json_array_append_new(rows, json_pack("{s:O s:O s:O s:i s:i}", "id", json_object_get(card, "id"), "title",
                                              json_object_get(card, "title"), "week", json_object_get(card, "week"),
                                              "questions", (int)json_array_size(json_object_get(card, "questions")),
                                              "right", facts_card(&facts, card)));
    facts_free(&facts);
    return rows;
}

static void add_cards(struct cli_table *t, const json_t *cards, int week)
{
    size_t k;
    const json_t *x;
    json_array_foreach(cards, k, x) {
        if ((int)js_number(x, "week") != week)
            continue;
        const char *name = strchr(js_text(x, "id"), '/') + 1;
        add_status(t, js_number(x, "right") < js_number(x, "questions") ? "PENDING" : "PASS",
                   name + strspn(name, "0123456789-"));
        cli_table_cellf(t, "dim", "%.0f of %.0f right", js_number(x, "right"), js_number(x, "questions"));
        cli_table_cell(t, NULL, "");
        cli_table_cell(t, NULL, js_text(x, "title"));
    }
}

static void add_weeks(struct cli *c, struct cli_table *t, const json_t *weeks, const json_t *cards)
{
    size_t k, q;
    const json_t *w, *lab;
    int part = 0;
    json_array_foreach(weeks, k, w) {
        int ready = 0;
        json_array_foreach(json_object_get(w, "labs"), q, lab)
            ready += json_is_true(json_object_get(lab, "ready"));
        if ((int)js_number(w, "part") != part) {
            part = (int)js_number(w, "part");
            const json_t *p = json_array_get(curriculum_parts(c->app.cur), (size_t)part - 1);
            cli_table_line(t, NULL, "%s", "");
            cli_table_line(t, "bold", "Part %d · %s", part, js_text(p, "title"));
        }
        cli_table_line(t, ready ? NULL : "dim", "  %2.0f  %s%s", js_number(w, "n"), js_text(w, "title"),
                       ready || !json_array_size(json_object_get(w, "labs")) ? "" : "  (outline, readings, questions)");
        json_array_foreach(json_object_get(w, "labs"), q, lab)
            if (c->opt.all || json_is_true(json_object_get(lab, "ready")))
                add_lab(t, lab);
        add_cards(t, cards, (int)js_number(w, "n"));
    }
}

static void add_labs(struct cli_table *t, const char *title, const json_t *labs)
{
    size_t k;
    const json_t *lab;
    if (!json_array_size(labs))
        return;
    cli_table_line(t, NULL, "%s", "");
    cli_table_line(t, "bold", "%s", title);
    json_array_foreach(labs, k, lab)
        add_lab(t, lab);
}

int cmd_list(struct cli *c)
{
    if (!curriculum_load(c->app.cur) && !json_array_size(curriculum_weeks(c->app.cur))) {
        app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur));
        return cli_fail(c, APP_CONFIG);
    }
    json_t *progress = progress_of(c), *weeks = week_rows(c, progress), *extra = extra_rows(c, progress);
    json_t *cards = card_rows(c), *missing = missing_rows(c, progress);
    json_decref(progress);
    if (c->app.json)
        return cli_json(
            json_pack("{s:o s:o s:o s:o}", "weeks", weeks, "extra", extra, "cards", cards, "missing", missing));
    struct cli_table *t = list_table();
    cli_table_line(t, "bold", "Read first");
    add_cards(t, cards, 0);
    add_weeks(c, t, weeks, cards);
    json_decref(cards);
    add_labs(t, "On other tracks", extra);
    add_labs(t, "Begun, and not here", missing);
    cli_table_print(c, t);
    json_decref(missing);
    json_decref(weeks);
    json_decref(extra);
    return APP_OK;
}

static const char *style_code(const struct cli *c, enum markdown_style style)
{
    switch (style) {
    case MARKDOWN_H1:
    case MARKDOWN_H2:
    case MARKDOWN_H3:
    case MARKDOWN_STRONG:
        return cli_color(c, "bold");
    case MARKDOWN_CODE:
    case MARKDOWN_CODEBLOCK:
        return cli_color(c, "cyan");
    case MARKDOWN_QUOTE:
    case MARKDOWN_RULE:
        return cli_color(c, "dim");
    default:
        return "";
    }
}

int cli_markdown(const struct cli *c, const char *text)
{
    struct markdown *m = markdown_render(text, strlen(text), cli_width(), !cli_utf8());
    size_t a = 0;
    for (size_t k = 0; m && k < m->nlines; k++) {
        const struct markdown_line *l = &m->lines[k];
        if (!c->opt.answers && a < m->nanswers && k == m->answers[a].from) {
            printf("%s%s Answer: folded; --answers shows it%s\n", cli_color(c, "dim"), cli_utf8() ? "▸" : ">",
                   cli_color(c, "off"));
            k = m->answers[a++].to - 1;
            continue;
        }
        for (size_t q = 0; q < l->nspans; q++) {
            const char *on = style_code(c, l->spans[q].style);
            printf("%s%.*s%s", on, (int)l->spans[q].len, l->text + l->spans[q].start, *on ? cli_color(c, "off") : "");
        }
        putchar('\n');
    }
    int rc = m ? APP_OK : APP_OURS;
    markdown_free(m);
    return rc;
}

/* A week may be there before its labs are: that has to be said. */
static void say_missing(struct cli *c, const json_t *week)
{
    size_t k, missing = 0;
    const json_t *id;
    json_array_foreach(json_object_get(week, "labs"), k, id)
        if (!curriculum_has_lab(c->app.cur, json_string_value(id)))
            printf("%s%s", missing++ ? ", " : "Not there yet: ", json_string_value(id));
    if (missing)
        printf(".\nThe ideas, readings and questions of this week are; `ridge answer %.0f` asks them.\n",
               js_number(week, "n"));
}

static int show_week(struct cli *c, int n)
{
    const json_t *w = curriculum_week(c->app.cur, n);
    if (!w) {
        app_fail(&c->app, APP_USAGE, "There is no week %d. %s", n, curriculum_error(c->app.cur));
        return cli_fail(c, APP_USAGE);
    }
    if (c->app.json)
        return cli_json(json_deep_copy(w));
    char id[8];
    snprintf(id, sizeof id, "w%02d", n);
    char *text = curriculum_lesson(c->app.cur, id);
    if (!text) {
        app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur));
        return cli_fail(c, APP_CONFIG);
    }
    int rc = cli_markdown(c, text);
    free(text);
    say_missing(c, w);
    return rc;
}

/* A reading card: its page, and where its questions are asked. */
static int show_card(struct cli *c, const json_t *card)
{
    const char *id = js_text(card, "id"), *name = strchr(id, '/') + 1;
    char *text = curriculum_lesson(c->app.cur, id);
    if (!text) {
        app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur));
        return cli_fail(c, APP_CONFIG);
    }
    if (c->app.json) {
        cli_json(json_pack("{s:s s:s s:O}", "id", id, "markdown", text, "questions",
                           json_object_get(card, "questions")));
        free(text);
        return APP_OK;
    }
    int rc = cli_markdown(c, text);
    free(text);
    printf("\n%zu questions: `ridge answer %s` asks them.\n", json_array_size(json_object_get(card, "questions")),
           name + strspn(name, "0123456789-"));
    return rc;
}

static int show_text(struct cli *c, const char *what)
{
    char *text = curriculum_lesson(c->app.cur, what);
    if (!text) {
        app_fail(&c->app, APP_USAGE, "%s", curriculum_error(c->app.cur));
        return cli_fail(c, APP_USAGE);
    }
    int rc = c->app.json ? cli_json(json_pack("{s:s s:s}", "id", what, "markdown", text)) : cli_markdown(c, text);
    free(text);
    return rc;
}

/* What each asks for, and what of it is won; what stands beside the total has no points to show. */
static void print_milestones(const struct cli *c, const json_t *lab, const json_t *stands)
{
    char worth[32];
    size_t k;
    const json_t *m;
    printf("\n%sMilestones%s\n", cli_color(c, "bold"), cli_color(c, "off"));
    json_array_foreach(json_object_get(lab, "milestones"), k, m) {
        const json_t *mine = json_array_get(stands, k);
        snprintf(worth, sizeof worth, "%.4g of %.4g", js_number(mine, "points"), js_number(m, "max"));
        printf("  %-12s %-10s  %s%s\n", js_text(m, "id"), json_is_true(json_object_get(m, "beside")) ? "beside" : worth,
               js_text(m, "goal"),
               json_is_true(json_object_get(mine, "after_solution")) ? " (after the solution)" : "");
    }
}

static int show_lab(struct cli *c, json_t *lab)
{
    json_t *p = NULL;
    if (app_need_db(&c->app) == APP_OK && db_lab_progress(c->app.db, js_text(lab, "id"), &p) == DB_OK) {
        json_t *stands = app_standing(&c->app, lab);
        json_object_update(p, stands);
        json_decref(stands);
    }
    if (c->app.json) {
        json_object_set_new(lab, "progress", p ? p : json_null());
        json_object_del(lab, "mutants"); /* an author's business, and half of the answers */
        return cli_json(lab);
    }
    char brief[128], note[400];
    snprintf(brief, sizeof brief, "brief:%s", js_text(lab, "id"));
    int rc = show_text(c, brief);
    print_milestones(c, lab, json_object_get(p, "milestones"));
    printf("\n%s: %.0f attempts, %.4g of %.4g points%s. `ridge start %s`, then `ridge test %s`; "
           "`ridge show %s --lesson` to read.\n",
           *js_text(p, "status") ? js_text(p, "status") : "PENDING", js_number(p, "attempts"), js_number(p, "points"),
           js_number(p, "max"), cli_after_solution(p, note, sizeof note), js_text(lab, "id"), js_text(lab, "id"),
           js_text(lab, "id"));
    json_decref(p);
    json_decref(lab);
    return rc;
}

/* The hardware figures of a page: a line each, and where it is from. */
static int show_sources(struct cli *c, const char *what)
{
    static const struct cli_table_column columns[] = { { "CARD", 0, false }, { "FIGURE", 0, false },
        { "VALUE", 0, true }, { "KIND", 0, false }, { "DATE", 0, false }, { "SOURCE", 0, false } };
    json_t *list = curriculum_sources(c->app.cur, what);
    size_t k;
    const json_t *f;
    char value[64];
    if (!list)
        return cli_fail(c, app_fail(&c->app, APP_USAGE, "%s", curriculum_error(c->app.cur)));
    if (c->app.json)
        return cli_json(json_pack("{s:s s:o}", "id", what, "sources", list));
    if (!json_array_size(list)) {
        json_decref(list);
        printf("This page computes with no hardware figure. `ridge hw` lists all that there are.\n");
        return APP_OK;
    }
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_array_foreach(list, k, f) {
        hw_value(value, sizeof value, f);
        cli_table_cell(t, NULL, js_text(f, "card"));
        cli_table_cell(t, NULL, js_text(f, "figure"));
        cli_table_cell(t, NULL, value);
        cli_table_cell(t, NULL, js_text(f, "source"));
        cli_table_cell(t, NULL, js_text(f, "date"));
        cli_table_cell(t, NULL, js_text(f, "from"));
    }
    cli_table_print(c, t);
    json_decref(list);
    return APP_OK;
}

int cmd_show(struct cli *c)
{
    const char *id = c->args[0];
    int week = cli_week(c, id);
    if (week) {
        char owner[16];
        snprintf(owner, sizeof owner, "w%02d", week);
        return c->opt.sources ? show_sources(c, owner) : show_week(c, week);
    }
    const json_t *card = cli_card(c, id);
    if (card)
        return c->opt.sources ? show_sources(c, js_text(card, "id")) : show_card(c, card);
    if (cli_is_no_week(c, id))
        return APP_USAGE;
    if (strchr(id, '/') || !strcmp(id, "glossary"))
        return c->opt.sources ? show_sources(c, id) : show_text(c, id);
    json_t *lab = cli_lab(c, id);
    if (!lab)
        return APP_USAGE;
    if (!c->opt.lesson && !c->opt.answers && !c->opt.sources)
        return show_lab(c, lab);
    char full[128];
    snprintf(full, sizeof full, "%s", js_text(lab, "id"));
    json_decref(lab);
    return c->opt.sources ? show_sources(c, full) : show_text(c, full);
}

int cmd_next(struct cli *c)
{
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    json_t *next = app_next(&c->app, NULL);
    if (c->app.json)
        return cli_json(next ? next : json_pack("{s:n}", "lab"));
    if (!next)
        printf("You have passed every lab. `ridge list --all` shows what is planned.\n");
    else
        printf("%s  %s\n%s\n", js_text(next, "lab"), js_text(next, "title"), js_text(next, "why"));
    json_decref(next);
    return APP_OK;
}

int cmd_start(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    int created = 0;
    if (!lab)
        return APP_USAGE;
    enum app_exit code = app_start(&c->app, lab, &created);
    if (code != APP_OK) {
        json_decref(lab);
        return cli_fail(c, code);
    }
    char *dir = app_work_dir(&c->app, js_text(lab, "id"));
    if (c->app.json) {
        cli_json(json_pack("{s:s s:s s:b s:O}", "lab", js_text(lab, "id"), "dir", dir, "created", created, "files",
                           json_object_get(lab, "edit")));
    } else if (evidence_capstone(lab)) {
        printf("This capstone has no file to write: it builds on labs that you have. `ridge show %s` says how, and "
               "`ridge test %s` what is missing.\n", js_text(lab, "id"), js_text(lab, "id"));
    } else {
        size_t k;
        const json_t *f;
        printf("%s\n", created ? "Laid out:" : "Already there, untouched:");
        json_array_foreach(json_object_get(lab, "edit"), k, f)
            printf("  %s/%s\n", dir, json_string_value(f));
        if (json_array_size(json_object_get(lab, "predict")))
            printf("Say what you expect before you run: `ridge answer %s` shows the cost card.\n", js_text(lab, "id"));
        printf("Then `ridge test %s`, or `ridge watch %s` to test at every save.\n", js_text(lab, "id"),
               js_text(lab, "id"));
    }
    free(dir);
    json_decref(lab);
    return APP_OK;
}

static json_t *status_doc(struct cli *c)
{
    json_t *progress = progress_of(c), *next = app_next(&c->app, NULL), *predictions = NULL;
    size_t k;
    const json_t *l;
    int passed = 0, begun = 0;
    double points = 0;
    json_array_foreach(curriculum_labs(c->app.cur), k, l) {
        const json_t *mine = json_object_get(progress, js_text(l, "id"));
        passed += !strcmp(js_text(mine, "status"), "PASS");
        begun += js_number(mine, "attempts") > 0;
        points += js_number(mine, "points");
    }
    db_predictions(c->app.db, NULL, &predictions);
    json_t *said = predictions_summary(predictions);
    json_t *doc = json_pack("{s:s s:i s:i s:i s:i s:f s:O s:o}", "home", c->app.home, "labs_ready",
                            (int)json_array_size(curriculum_labs(c->app.cur)), "labs_planned",
                            (int)json_object_size(curriculum_catalogue(c->app.cur)), "passed", passed, "begun", begun,
                            "points", points, "predictions", json_object_get(said, "numbers"), "next",
                            next ? next : json_null());
    if (js_number(said, "numbers") > 0)
        json_object_set(doc, "prediction_factor", json_object_get(said, "factor"));
    json_object_set_new(doc, "calibration", said);
    json_decref(predictions);
    json_decref(progress);
    return doc;
}

/* "all exact" or "off by a factor of 1.4 on average" */
static void print_factor(double factor)
{
    if (factor < 1.0005)
        printf("all exact.");
    else
        printf("off by a factor of %.3g on average.", factor);
}

static void print_axis(const json_t *d)
{
    char n[FIGURE];
    const char *name = *js_text(d, "axis") ? js_text(d, "axis") : "all";
    if (js_number(d, "factor_first") > 0) {
        printf("  %-12s %s, ", name, figure_of(js_number(d, "numbers"), "number", n));
        print_factor(js_number(d, "factor"));
        printf(" First half ×%.3g, second half ×%.3g.\n", js_number(d, "factor_first"), js_number(d, "factor_last"));
    }
    if (json_object_get(d, "right_first"))
        printf("  %-12s %.0f of %.0f choices right. First half %.0f %%, second half %.0f %%.\n", name,
               js_number(d, "right"), js_number(d, "choices"), 100 * js_number(d, "right_first"),
               100 * js_number(d, "right_last"));
}

/* Trends are told from a few answers on; before, the average alone. */
static void print_calibration(const json_t *d)
{
    size_t k;
    const json_t *axis;
    char n[FIGURE];
    if (js_number(d, "numbers") > 0) {
        printf("%s, ", figure_of(js_number(d, "numbers"), "prediction", n));
        print_factor(js_number(d, "factor"));
        printf("\n");
    }
    if (js_number(d, "factor_first") > 0 || json_object_get(d, "right_first"))
        print_axis(d);
    json_array_foreach(json_object_get(d, "axes"), k, axis)
        print_axis(axis);
}

int cmd_status(struct cli *c)
{
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    json_t *d = status_doc(c);
    if (c->app.json)
        return cli_json(d);
    const json_t *next = json_object_get(d, "next");
    printf("%.0f of %.0f labs passed, %.0f begun, %.0f points\n", js_number(d, "passed"), js_number(d, "labs_ready"),
           js_number(d, "begun"), js_number(d, "points"));
    print_calibration(json_object_get(d, "calibration"));
    if (json_is_object(next))
        printf("next: %s  %s (%s)\n", js_text(next, "lab"), js_text(next, "title"), js_text(next, "why"));
    printf("files: %s\n", js_text(d, "home"));
    json_decref(d);
    return APP_OK;
}
