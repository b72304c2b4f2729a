/* ridge curve: what training wrote step by step, of the last run or of several above one another. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/curve.h"

enum { NARROWEST = 20, WIDEST = 200, OF_A_RUN = 8, ROWS = OF_A_RUN * CURVES_BESIDE };

/* Adds the curves of one attempt; 0 with a sentence where it has none. */
static int add_attempt(struct cli *c, const char *lab, long long attempt, json_t *rows)
{
    json_t *found = NULL;
    if (db_curves(c->app.db, lab, attempt, OF_A_RUN, &found) != DB_OK) {
        app_fail(&c->app, APP_CONFIG, "%s", db_error(c->app.db));
        return 0;
    }
    size_t n = json_array_size(found);
    if (!n)
        app_fail(&c->app, APP_USAGE, "Attempt %lld of %s has no curve: `ridge curve %s --all` draws those that have.",
                 attempt, lab, lab);
    json_array_extend(rows, found);
    json_decref(found);
    return n > 0;
}

/* Keeps the rows of the newest `most` attempts. */
static void keep_newest(json_t *rows, int most)
{
    double last = 0;
    int attempts = 0;
    for (size_t k = 0; k < json_array_size(rows); k++) {
        double id = js_number(json_array_get(rows, k), "attempt");
        attempts += !k || id != last;
        last = id;
        if (attempts > most) {
            while (json_array_size(rows) > k)
                json_array_remove(rows, k);
            return;
        }
    }
}

static int add_newest(struct cli *c, const char *lab, json_t *rows)
{
    json_t *found = NULL;
    if (db_curves(c->app.db, lab, 0, ROWS, &found) != DB_OK) {
        app_fail(&c->app, APP_CONFIG, "%s", db_error(c->app.db));
        return 0;
    }
    keep_newest(found, c->opt.all ? CURVES_BESIDE : 1);
    json_array_extend(rows, found);
    json_decref(found);
    return 1;
}

static int none(struct cli *c, const char *lab)
{
    json_t *of = app_lab(&c->app, lab);
    int draws = json_array_size(json_object_get(of, "curves")) > 0;
    json_decref(of);
    if (draws)
        return app_fail(&c->app, APP_USAGE, "No attempt of %s has a curve yet. `ridge profile %s` makes one.", lab,
                        lab);
    return app_fail(&c->app, APP_USAGE, "%s trains nothing and has no curve: only labs that train have one, such as "
                    "w22-moe-router.", lab);
}

/* The rows to be drawn, the newest attempt first; NULL with app.error. */
static json_t *rows_of(struct cli *c, const char *lab, int *rc)
{
    json_t *rows = json_array();
    int ok = c->opt.attempt ? add_attempt(c, lab, c->opt.attempt, rows) : add_newest(c, lab, rows);
    *rc = APP_USAGE;
    if (ok && !json_array_size(rows))
        ok = (*rc = none(c, lab)) == APP_OK;
    if (ok && c->opt.compare)
        ok = add_attempt(c, lab, c->opt.compare, rows);
    if (ok)
        return rows;
    json_decref(rows);
    return NULL;
}

/* ---- as text ----------------------------------------------------------------------------------------------- */

/* The curves `id` of all attempts, under one scale. */
static void draw(const struct cli *c, const json_t *rows, const char *id, struct curve *list)
{
    char line[600];
    long long attempt[CURVES_BESIDE + 1];
    size_t n = 0, k;
    const json_t *row;
    int width = cli_width_to(WIDEST), utf8 = cli_utf8() && !c->screen.plain;
    width = width < NARROWEST ? NARROWEST : width;
    json_array_foreach(rows, k, row)
        if (js_is(row, "id", id) && n < CURVES_BESIDE + 1) {
            attempt[n] = (long long)js_number(row, "attempt");
            curve_read(row, &list[n++]);
        }
    struct curve_scale s = curve_scale_of(list, n);
    for (k = 0; k < n; k++) {
        curve_heading(&list[k], line, sizeof line);
        printf("Attempt %lld. %s\n", attempt[k], line);
        curve_picture(&list[k], &s, width, CURVE_HIGH, utf8, stdout);
        curve_words(&list[k], &s, line, sizeof line);
        printf("%s\n", line);
    }
}

/* Is it the first row with its id? */
static int is_first(const json_t *rows, size_t k)
{
    for (size_t q = 0; q < k; q++)
        if (js_is(json_array_get(rows, q), "id", js_text(json_array_get(rows, k), "id")))
            return 0;
    return 1;
}

static int print_text(const struct cli *c, const json_t *rows)
{
    struct curve *list = calloc(CURVES_BESIDE + 1, sizeof *list);
    int drawn = 0;
    for (size_t k = 0; list && k < json_array_size(rows); k++)
        if (is_first(rows, k)) {
            if (drawn++)
                printf("\n");
            draw(c, rows, js_text(json_array_get(rows, k), "id"), list);
        }
    free(list);
    return APP_OK;
}

/* ---- the command ------------------------------------------------------------------------------------------- */

/* The lab that is named, or that of the newest run with a curve; yours, NULL with app.error. */
static char *lab_of(struct cli *c, int *rc)
{
    json_t *found = NULL;
    char *id = NULL;
    *rc = app_need_db(&c->app) != APP_OK ? APP_CONFIG : APP_OK;
    if (*rc)
        return NULL;
    if (db_curve_latest(c->app.db, &found) == DB_OK)
        id = strdup(js_text(found, "lab"));
    else
        *rc = app_fail(&c->app, APP_USAGE, "No run has a curve yet. Labs that train have one, such as w22-moe-router, "
                       "after `ridge profile`.");
    json_decref(found);
    return id;
}

int cmd_curve(struct cli *c)
{
    json_t *named = c->nargs ? cli_lab(c, c->args[0]) : NULL, *rows = NULL;
    int rc = APP_OK;
    if (c->nargs && !named)
        return APP_USAGE;
    char *id = named ? strdup(js_text(named, "id")) : lab_of(c, &rc);
    if (id && app_need_db(&c->app) != APP_OK)
        rc = APP_CONFIG;
    else if (id)
        rows = rows_of(c, id, &rc);
    if (rows)
        rc = c->app.json ? cli_json(json_pack("{s:s s:O}", "lab", id, "curves", rows)) : print_text(c, rows);
    json_decref(rows);
    json_decref(named);
    free(id);
    return rc ? cli_fail(c, rc) : APP_OK;
}
