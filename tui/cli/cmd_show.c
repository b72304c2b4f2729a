/* ridge show: a lab's brief or lesson, a week, a card, the glossary, and where figures are from. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_table.h"
#include "runner/base/figure.h"
#include "show_chapter.h"
#include "tui/app/chapter.h"
#include "tui/app/tours.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/hw_value.h"

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

/* How many questions a week or a card has, and the command that asks them. */
static void say_questions(const json_t *page, const char *argument)
{
    char questions[FIGURE];
    size_t n = json_array_size(json_object_get(page, "questions"));
    if (n)
        printf("\n%s: `ridge answer %s` asks them.\n", figure_of((double)n, "question", questions), argument);
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
    snprintf(id, sizeof id, "%d", n);
    say_questions(w, id);
    return rc;
}

/* The page of a card; of a tour with what the learner's copies of its files say. NULL: curriculum_error() says why. */
static char *text_of(struct cli *c, const json_t *card)
{
    if (!tours_is(card))
        return curriculum_lesson(c->app.cur, js_text(card, "id"));
    json_t *page = tours_page(&c->app, card);
    char *text = page ? strdup(js_text(page, "markdown")) : NULL;
    json_decref(page);
    return text;
}

/* A reading card: its page, and where its questions are asked. */
static int show_card(struct cli *c, const json_t *card)
{
    const char *id = js_text(card, "id"), *name = strchr(id, '/') + 1;
    char *text = text_of(c, card);
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
    say_questions(card, name + strspn(name, "0123456789-"));
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

/* What each asks for, and what of it is won. What stands beside the total has no points, and its goal says so. */
static void print_milestones(const struct cli *c, const json_t *lab, const json_t *stands)
{
    static const struct cli_table_column columns[] = { { .rank = 0 }, { .rank = 0 }, { .under = true } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 2);
    size_t k;
    const json_t *m;
    printf("\n%sMilestones%s\n", cli_color(c, "bold"), cli_color(c, "off"));
    json_array_foreach(json_object_get(lab, "milestones"), k, m) {
        const json_t *mine = json_array_get(stands, k);
        cli_table_cell(t, NULL, js_text(m, "id"));
        if (json_is_true(json_object_get(m, "beside")) || json_object_get(lab, "drill"))
            cli_table_cell(t, NULL, "");
        else
            cli_table_cellf(t, NULL, "%.4g of %.4g", js_number(mine, "points"), js_number(m, "max"));
        cli_table_cellf(t, NULL, "%s%s", js_text(m, "goal"),
                        json_is_true(json_object_get(mine, "after_solution")) ? " (after the solution)" : "");
    }
    cli_table_print(c, t);
}

/* A line for each drill of a lab: what it is, and what lays it out. */
static void print_drills(const struct cli *c, const json_t *lab)
{
    size_t k;
    const json_t *d;
    char hours[FIGURE];
    const json_t *all = json_object_get(curriculum_brief(c->app.cur, js_text(lab, "id")), "drills");
    if (json_array_size(all))
        printf("\n%sDrills%s: second tasks, without points\n", cli_color(c, "bold"), cli_color(c, "off"));
    json_array_foreach(all, k, d) {
        char *says = util_path("%s, %s: `ridge test %s --drill %s`, after `%s`", js_text(d, "title"),
                               figure_of(js_number(d, "hours"), "hour", hours), js_text(lab, "id"), js_text(d, "name"),
                               js_text(d, "needs"));
        cli_prose(printf("  %s  ", js_text(d, "name")), says);
        free(says);
    }
}

/* Where the learner is in a drill, and what to run. */
static void say_drill(const struct cli *c, const json_t *drill, const json_t *progress)
{
    const json_t *of = json_object_get(drill, "drill");
    char attempts[FIGURE];
    print_milestones(c, drill, NULL);
    char *says = util_path("%s: %s. `ridge test %s --drill %s` lays it out and runs it; `%s` of the lab comes before.",
                           *js_text(progress, "status") ? js_text(progress, "status") : "PENDING",
                           figure_of(js_number(progress, "attempts"), "attempt", attempts), js_text(of, "lab"),
                           js_text(of, "name"), js_text(of, "needs"));
    putchar('\n');
    cli_prose(0, says);
    free(says);
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
    char brief[128], note[400], attempts[FIGURE];
    snprintf(brief, sizeof brief, "brief:%s", js_text(lab, "id"));
    int rc = show_text(c, brief);
    if (json_object_get(lab, "drill")) {
        say_drill(c, lab, p);
        json_decref(p);
        json_decref(lab);
        return rc;
    }
    print_milestones(c, lab, json_object_get(p, "milestones"));
    print_drills(c, lab);
    printf("\n%s: %s, %.4g of %.4g points%s. `ridge start %s`, then `ridge test %s`; "
           "`ridge show %s --lesson` to read.\n",
           *js_text(p, "status") ? js_text(p, "status") : "PENDING",
           figure_of(js_number(p, "attempts"), "attempt", attempts), js_number(p, "points"),
           js_number(p, "max"), cli_after_solution(p, note, sizeof note), js_text(lab, "id"), js_text(lab, "id"),
           js_text(lab, "id"));
    json_decref(p);
    json_decref(lab);
    return rc;
}

/* The last two cells of a figure's row; each source of a disputed one beyond the first has a row of its own. */
static void add_from(struct cli_table *t, const json_t *f)
{
    enum { BEFORE_SOURCE = 5 };
    char *said;
    size_t k;
    for (k = 0; (said = hw_says(f, k)); k++) {
        for (int empty = k ? BEFORE_SOURCE : 1; empty > 0; empty--)
            cli_table_cell(t, NULL, "");
        cli_table_cell(t, NULL, said);
        free(said);
    }
    if (k)
        return;
    cli_table_cell(t, NULL, js_text(f, "date"));
    cli_table_cell(t, NULL, js_text(f, "from"));
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
        add_from(t, f);
    }
    cli_table_print(c, t);
    json_decref(list);
    return APP_OK;
}

/* "w04#Math": that section of a lab's lesson; of a week, card or page in its text. */
static int show_part(struct cli *c, const char *what, const char *section)
{
    const json_t *card = strchr(what, '/') ? cli_card(c, what) : NULL;
    char *text = card ? text_of(c, card) : curriculum_lesson(c->app.cur, what);
    if (!text)
        return cli_fail(c, app_fail(&c->app, APP_USAGE, "%s", curriculum_error(c->app.cur)));
    char *part = show_section(c, text, section);
    free(text);
    if (!part)
        return cli_fail(c, APP_USAGE);
    int rc = c->app.json ? cli_json(json_pack("{s:s s:s s:s}", "id", what, "section", section, "markdown", part))
                         : cli_markdown(c, part);
    free(part);
    return rc;
}

/* What shows a page: all of it, a section, or where its figures are from. */
static int show_page(struct cli *c, const char *what, const char *section, int whole(struct cli *, const char *))
{
    return c->opt.sources ? show_sources(c, what) : section ? show_part(c, what, section) : whole(c, what);
}

static int show_week_of(struct cli *c, const char *owner)
{
    return show_week(c, atoi(owner + 1));
}

static int show_card_of(struct cli *c, const char *id)
{
    return show_card(c, cli_card(c, id));
}

static int show_named(struct cli *c, const char *id, const char *section)
{
    int week = cli_week(c, id);
    if (week) {
        char owner[16];
        snprintf(owner, sizeof owner, "w%02d", week);
        return show_page(c, owner, section, show_week_of);
    }
    const json_t *card = cli_card(c, id);
    if (card && chapter_is(card) && !c->opt.sources)
        return show_chapter(c, card, section);
    if (card)
        return show_page(c, js_text(card, "id"), section, show_card_of);
    if (cli_is_no_week(c, id))
        return APP_USAGE;
    if (strchr(id, '/') || !strcmp(id, "glossary"))
        return show_page(c, id, section, show_text);
    json_t *lab = cli_lab(c, id);
    if (!lab)
        return APP_USAGE;
    if (!section && !c->opt.lesson && !c->opt.answers && !c->opt.sources)
        return show_lab(c, lab);
    char full[128];
    snprintf(full, sizeof full, "%s", js_text(lab, "id"));
    json_decref(lab);
    return show_page(c, full, section, show_text);
}

int cmd_show(struct cli *c)
{
    char id[200];
    const char *mark = strchr(c->args[0], '#');
    snprintf(id, sizeof id, "%.*s", mark ? (int)(mark - c->args[0]) : (int)sizeof id - 1, c->args[0]);
    return show_named(c, id, mark && mark[1] ? mark + 1 : NULL);
}
