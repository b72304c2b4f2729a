/* ridge status: where the learner is, and how good the predictions were. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "cli_table.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "submit.h"
#include "tui/app/predictions.h"
#include "tui/app/receipts.h"
#include "tui/app/rubric.h"

/* A lab that was begun, with its total; nothing of a lab that was not. */
static void add_begun(json_t *begun, const json_t *lab, const json_t *mine)
{
    if (js_number(mine, "attempts") <= 0)
        return;
    json_t *row = json_pack("{s:O s:O s:s s:f s:f}", "id", json_object_get(lab, "id"), "title",
                            json_object_get(lab, "title"), "status", js_text(mine, "status"), "points",
                            js_number(mine, "points"), "max", js_number(mine, "max"));
    if (*js_text(mine, "stage"))
        json_object_set(row, "stage", json_object_get(mine, "stage"));
    json_array_append_new(begun, row);
}

static json_t *status_doc(struct cli *c)
{
    json_t *progress = cli_progress(c), *next = app_next(&c->app, NULL), *predictions = NULL, *labs = json_array();
    size_t k;
    const json_t *l;
    int passed = 0;
    double points = 0;
    json_array_foreach(curriculum_labs(c->app.cur), k, l) {
        const json_t *mine = json_object_get(progress, js_text(l, "id"));
        passed += !strcmp(js_text(mine, "status"), "PASS");
        add_begun(labs, l, mine);
        points += js_number(mine, "points");
    }
    db_predictions(c->app.db, NULL, &predictions);
    json_t *said = predictions_summary(predictions);
    json_t *doc = json_pack("{s:s s:i s:i s:i s:i s:f s:o s:O s:o}", "home", c->app.home, "labs_ready",
                            (int)json_array_size(curriculum_labs(c->app.cur)), "labs_planned",
                            (int)json_object_size(curriculum_catalogue(c->app.cur)), "passed", passed, "begun",
                            (int)json_array_size(labs), "points", points, "labs", labs,
                            "predictions", json_object_get(said, "numbers"), "next",
                            next ? next : json_null());
    if (js_number(said, "numbers") > 0)
        json_object_set(doc, "prediction_factor", json_object_get(said, "factor"));
    json_object_set_new(doc, "calibration", said);
    struct rubric_sum texts;
    rubric_sum(&c->app, NULL, &texts);
    json_object_set_new(doc, "self_assessed", json_pack("{s:i s:i s:i}", "texts", texts.texts, "has", texts.has, "of",
                                                        texts.of));
    json_object_set_new(doc, "handed_in", receipts_newest(&c->app, NULL));
    json_decref(predictions);
    json_decref(progress);
    return doc;
}

/* "all exact" or "off by a factor of 1.4 on average"; a factor that would be printed as 1 is none. */
static void print_factor(double factor)
{
    if (factor < 1.0005)
        printf("all exact.");
    else if (factor < 1.005)
        printf("off by less than 0.5 %% on average.");
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

static void print_labs(const struct cli *c, const json_t *labs)
{
    static const struct cli_table_column columns[] = { { .rank = 0 }, { .rank = 0 }, { .rank = 0 }, { .rank = 1 },
                                                       { .rank = 2, .least = 20 } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 2);
    size_t k;
    const json_t *l;
    json_array_foreach(labs, k, l) {
        const char *status = js_text(l, "status"), *stage = js_text(l, "stage");
        cli_table_cell(t, cli_status_color(status), cli_mark(status));
        cli_table_cell(t, NULL, js_text(l, "id"));
        cli_table_cellf(t, NULL, "%.4g of %.4g", js_number(l, "points"), js_number(l, "max"));
        cli_table_cellf(t, "dim", "%s%s", *stage ? "★ " : "", stage);
        cli_table_cell(t, "dim", js_text(l, "title"));
    }
    cli_table_print(c, t);
}

/* Beside the points: nobody but the learner has judged these. */
static void print_texts(const json_t *d)
{
    const struct rubric_sum sum = { (int)js_number(d, "texts"), (int)js_number(d, "has"), (int)js_number(d, "of") };
    char words[RUBRIC_WORDS];
    rubric_sum_words(&sum, words, sizeof words);
    if (*words)
        printf("%s\n", words);
}

int cmd_status(struct cli *c)
{
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    json_t *d = status_doc(c);
    if (c->app.json)
        return cli_json(d);
    const json_t *next = json_object_get(d, "next"), *receipt;
    size_t k;
    char points[FIGURE];
    printf("%.0f of %.0f labs passed, %.0f begun, %s\n", js_number(d, "passed"), js_number(d, "labs_ready"),
           js_number(d, "begun"), figure_of(js_number(d, "points"), "point", points));
    print_labs(c, json_object_get(d, "labs"));
    print_calibration(json_object_get(d, "calibration"));
    print_texts(json_object_get(d, "self_assessed"));
    if (json_is_object(next))
        printf("next: %s  %s (%s)\n", js_text(next, "lab"), js_text(next, "title"), js_text(next, "why"));
    json_array_foreach(json_object_get(d, "handed_in"), k, receipt)
        submit_print_line(receipt);
    printf("files: %s\n", js_text(d, "home"));
    json_decref(d);
    return APP_OK;
}
