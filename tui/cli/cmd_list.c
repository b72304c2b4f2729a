/* ridge list: the weeks with their labs and cards, deep dives and tours, and how far each is. */
#define _GNU_SOURCE
#include <string.h>

#include "cli_table.h"
#include "runner/base/js.h"
#include "tui/app/chapter.h"
#include "tui/app/tours.h"

static json_t *lab_row(struct cli *c, const json_t *progress, const char *id)
{
    const json_t *cat = json_object_get(curriculum_catalogue(c->app.cur), id);
    const json_t *lab = curriculum_brief(c->app.cur, id), *mine = json_object_get(progress, id);
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
    json_t *rows = json_array(), *placed = json_object();
    size_t k, q;
    const json_t *l, *w, *id;
    json_array_foreach(curriculum_weeks(c->app.cur), k, w)
        json_array_foreach(json_object_get(w, "labs"), q, id)
            json_object_set_new(placed, json_string_value(id), json_true());
    json_array_foreach(curriculum_labs(c->app.cur), k, l)
        if (!json_object_get(placed, js_text(l, "id")))
            json_array_append_new(rows, lab_row(c, progress, js_text(l, "id")));
    json_decref(placed);
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

/* Sign, id, status, points, stage, attempts, title: of labs and cards alike. */
static struct cli_table *list_table(void)
{
    static const struct cli_table_column columns[] = { { .rank = 0 }, { .rank = 0 }, { .rank = 3 },
                                                       { .rank = 0 }, { .rank = 2 }, { .rank = 4 },
                                                       { .rank = 0, .under = true } };
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
        cli_table_cellf(t, "dim", "%.4g of %.4g", js_number(lab, "points"), js_number(lab, "max"));
        cli_table_cellf(t, "dim", "%s%s", *stage ? "★ " : "", stage);
        cli_table_cellf(t, "dim", "%.0f attempt%s", attempts, cli_s((size_t)attempts));
    } else {
        cli_table_cell(t, NULL, "");
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
    facts_load_answers(&facts, &c->app);
    json_array_foreach(curriculum_cards(c->app.cur), k, card)
        if (!chapter_is(card) && !tours_is(card))
            json_array_append_new(
                rows, json_pack("{s:O s:O s:O s:i s:i}", "id", json_object_get(card, "id"), "title",
                                json_object_get(card, "title"), "week", json_object_get(card, "week"), "questions",
                                (int)json_array_size(json_object_get(card, "questions")), "right",
                                facts_card(&facts, card)));
    facts_free(&facts);
    return rows;
}

/* chapter_line() of each chapter. */
static json_t *chapter_rows(struct cli *c)
{
    json_t *rows = json_array();
    struct facts facts = { 0 };
    size_t k;
    const json_t *card;
    facts_load(&facts, &c->app);
    json_array_foreach(curriculum_cards(c->app.cur), k, card)
        if (chapter_is(card))
            json_array_append_new(rows, chapter_line(&facts, card));
    facts_free(&facts);
    return rows;
}

/* {"id","title","repo","commit","licence","files","here","questions","right"} of each tour. */
static json_t *tour_rows(struct cli *c)
{
    json_t *rows = json_array();
    struct facts facts = { 0 };
    size_t k, q;
    const json_t *card, *file;
    facts_load_answers(&facts, &c->app);
    json_array_foreach(curriculum_cards(c->app.cur), k, card) {
        const json_t *files = json_object_get(card, "files");
        int here = 0;
        if (!tours_is(card))
            continue;
        json_array_foreach(files, q, file)
            here += !strcmp(tours_state(&c->app, card, file), "here");
        json_array_append_new(rows, json_pack("{s:O s:O s:O s:O s:O s:i s:i s:i s:i}", "id",
                                              json_object_get(card, "id"), "title",
                                              json_object_get(card, "title"), "repo",
                                              json_object_get(card, "repo"), "commit", json_object_get(card, "commit"),
                                              "licence", json_object_get(card, "licence"), "files",
                                              (int)json_array_size(files), "here", here, "questions",
                                              (int)json_array_size(json_object_get(card, "questions")), "right",
                                              facts_card(&facts, card)));
    }
    facts_free(&facts);
    return rows;
}

static void add_tours(struct cli_table *t, const json_t *rows)
{
    size_t k;
    const json_t *x;
    if (!json_array_size(rows))
        return;
    cli_table_line(t, NULL, "%s", "");
    cli_table_line(t, "bold", "Tours of repositories");
    json_array_foreach(rows, k, x) {
        add_status(t, js_number(x, "right") < js_number(x, "questions") ? "PENDING" : "PASS",
                   strchr(js_text(x, "id"), '/') + 1);
        cli_table_cellf(t, "dim", "%.0f of %.0f", js_number(x, "right"), js_number(x, "questions"));
        cli_table_cell(t, "dim", "right");
        cli_table_cellf(t, "dim", "%.0f of %.0f files", js_number(x, "here"), js_number(x, "files"));
        cli_table_cell(t, NULL, js_text(x, "title"));
    }
}

static void add_chapters(struct cli_table *t, const json_t *rows)
{
    size_t k;
    const json_t *x;
    if (!json_array_size(rows))
        return;
    cli_table_line(t, NULL, "%s", "");
    cli_table_line(t, "bold", "Deep dives");
    json_array_foreach(rows, k, x) {
        add_status(t, json_is_true(json_object_get(x, "complete")) ? "PASS" : "PENDING",
                   strchr(js_text(x, "id"), '/') + 1);
        cli_table_cellf(t, "dim", "%.0f of %.0f", js_number(x, "right") + js_number(x, "written"),
                        js_number(x, "exercises") + js_number(x, "texts"));
        cli_table_cell(t, "dim", "done");
        cli_table_cellf(t, "dim", "%.0f of %.0f read%s%s%s", js_number(x, "ticked"), js_number(x, "sections"),
                        *js_text(x, "last_cold") ? ", " : "", js_text(x, "last_cold"),
                        json_is_true(json_object_get(x, "cold")) ? " ✓" : "");
        cli_table_cell(t, NULL, js_text(x, "title"));
    }
}

/* The cards of a week whose ids begin with `of`; title: of week 0, which has no row of its own. */
static void add_cards(struct cli_table *t, const char *title, const json_t *cards, int week, const char *of)
{
    size_t k;
    const json_t *x;
    json_array_foreach(cards, k, x) {
        if ((int)js_number(x, "week") != week || strncmp(js_text(x, "id"), of, strlen(of)))
            continue;
        if (title && k)
            cli_table_line(t, NULL, "%s", "");
        if (title)
            cli_table_line(t, "bold", "%s", title);
        title = NULL;
        const char *name = strchr(js_text(x, "id"), '/') + 1;
        add_status(t, js_number(x, "right") < js_number(x, "questions") ? "PENDING" : "PASS",
                   name + strspn(name, "0123456789-"));
        cli_table_cellf(t, "dim", "%.0f of %.0f", js_number(x, "right"), js_number(x, "questions"));
        cli_table_cell(t, "dim", "right");
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
        add_cards(t, NULL, cards, (int)js_number(w, "n"), "");
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
    json_t *progress = cli_progress(c), *weeks = week_rows(c, progress), *extra = extra_rows(c, progress);
    json_t *cards = card_rows(c), *deep = chapter_rows(c), *tours = tour_rows(c), *missing = missing_rows(c, progress);
    json_decref(progress);
    if (c->app.json)
        return cli_json(
            json_pack("{s:o s:o s:o s:o s:o s:o}", "weeks", weeks, "extra", extra, "cards", cards, "deep", deep,
                      "tours", tours, "missing", missing));
    struct cli_table *t = list_table();
    add_cards(t, "Read first", cards, 0, "prelude/");
    add_weeks(c, t, weeks, cards);
    add_labs(t, "On other tracks", extra);
    add_cards(t, "Cards beside the year", cards, 0, "cards/");
    json_decref(cards);
    add_chapters(t, deep);
    json_decref(deep);
    add_tours(t, tours);
    json_decref(tours);
    add_labs(t, "Begun, and not here", missing);
    cli_table_print(c, t);
    json_decref(missing);
    json_decref(weeks);
    json_decref(extra);
    return APP_OK;
}
