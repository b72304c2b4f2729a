/* ridge hint: the next hint about what failed; how many were taken is kept. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "runner/base/js.h"
#include "tui/app/hints.h"

static size_t taken(struct cli *c, const char *lab)
{
    json_t *h = NULL;
    if (db_hints(c->app.db, lab, &h) != DB_OK)
        return 0;
    size_t n = json_array_size(h);
    json_decref(h);
    return n;
}

/* The report of the lab's last run, or NULL; yours. */
static json_t *last_report(struct cli *c, const char *lab)
{
    json_t *p = NULL, *attempt = NULL, *report = NULL;
    if (db_lab_progress(c->app.db, lab, &p) != DB_OK)
        return NULL;
    int64_t id = (int64_t)js_number(json_object_get(p, "last"), "id");
    if (id && db_attempt_get(c->app.db, id, &attempt) == DB_OK)
        report = json_incref(json_object_get(attempt, "report"));
    json_decref(attempt);
    json_decref(p);
    return report;
}

/* Whose hints: the function that is named, else the first that the last run failed with, or NULL. -1 with app.error */
static int hinted(struct cli *c, const json_t *lab, const json_t *functions, const json_t *report, const char **ret)
{
    size_t k;
    const json_t *f;
    *ret = hints_failed(report, lab, functions);
    if (c->nargs < 2)
        return 0;
    json_array_foreach(functions, k, f)
        if (!strcmp(json_string_value(f), c->args[1])) {
            *ret = json_string_value(f);
            return 0;
        }
    app_fail(&c->app, APP_USAGE, "%s asks for no function %s: `ridge show %s` names them.", js_text(lab, "id"),
             c->args[1], js_text(lab, "id"));
    return -1;
}

/* What failed, and what the lab has to say about just that. */
static void print_failure(struct cli *c, const json_t *m)
{
    printf("%s%s%s ", cli_color(c, "red"), cli_mark(js_text(m, "status")), cli_color(c, "off"));
    cli_prose(2 + printf("%s  ", js_text(m, "id")), js_text(m, "message"));
    if (*js_text(m, "hint"))
        cli_prose(printf("  "), js_text(m, "hint"));
    printf("\n");
}

static int hint_json(const json_t *lab, const json_t *tiers, size_t k, const char *text, const char *function,
                     const json_t *functions, const json_t *m)
{
    return cli_json(json_pack("{s:s s:i s:i s:s s:s s:s? s:O s:O? s:O? s:O?}", "lab", js_text(lab, "id"), "tier",
                              (int)k + 1, "tiers", (int)json_array_size(tiers), "title",
                              js_text(json_array_get(tiers, k), "title"), "text", text ? text : "", "function",
                              function, "functions", functions, "milestone", json_object_get(m, "id"), "message",
                              json_object_get(m, "message"), "hint", json_object_get(m, "hint")));
}

/* `m`: the milestone that failed, or NULL. */
static int print_hint(struct cli *c, const json_t *lab, const json_t *tiers, size_t k, const char *function,
                      const json_t *m)
{
    const json_t *t = json_array_get(tiers, k);
    json_t *functions = hints_functions(lab);
    char *text = hints_about(js_text(t, "text"), functions, function), note[1024] = "";
    int rc = APP_OK;
    if (!function && json_array_size(functions) > 1)
        hints_no_function(lab, tiers, functions, m, note, sizeof note);
    if (c->app.json) {
        rc = hint_json(lab, tiers, k, text, function, functions, m);
    } else {
        printf("%sHint %zu of %zu · %s%s%s%s\n\n", cli_color(c, "bold"), k + 1, json_array_size(tiers),
               hints_title(t), function ? " · " : "", function ? function : "", cli_color(c, "off"));
        if (m)
            print_failure(c, m);
        rc = cli_markdown(c, text && *text ? text
                                : function ? "This tier has no hint for that function.\n"
                                           : "Each hint of this tier is about one function.\n");
        if (!rc && *note)
            printf("\n"), cli_prose(0, note);
    }
    free(text);
    json_decref(functions);
    return rc;
}

/* The last tier is nearly the answer: it is opened after a question, and once opened it is open. */
static int may_see(struct cli *c, const json_t *lab, size_t k, size_t n, const char *function)
{
    char question[200];
    if (k + 1 < n || n < 2 || taken(c, js_text(lab, "id")) >= n)
        return 1;
    snprintf(question, sizeof question, "Show the nearly complete answer for %.100s?",
             function ? function : js_text(lab, "id"));
    if (cli_confirmed(c, question))
        return 1;
    app_fail(&c->app, APP_USAGE, "The last tier is nearly the answer. `ridge hint %s --tier %zu --yes` shows it.",
             js_text(lab, "id"), n);
    return 0;
}

static int take_hint(struct cli *c, const json_t *lab, const json_t *tiers)
{
    json_t *functions = hints_functions(lab), *report = last_report(c, js_text(lab, "id"));
    size_t n = json_array_size(tiers), k = c->opt.tier > 0 ? (size_t)c->opt.tier - 1 : taken(c, js_text(lab, "id"));
    const char *function;
    char key[32];
    int rc = APP_USAGE;
    k = k >= n ? n - 1 : k;
    if (hinted(c, lab, functions, report, &function) || !may_see(c, lab, k, n, function)) {
        rc = cli_fail(c, APP_USAGE);
    } else {
        snprintf(key, sizeof key, "tier-%zu", k + 1);
        if (db_hint_take(c->app.db, js_text(lab, "id"), key) != DB_OK)
            snprintf(c->app.notice, sizeof c->app.notice, "This hint was not recorded: %.400s", db_error(c->app.db));
        rc = print_hint(c, lab, tiers, k, function, c->nargs < 2 ? hints_milestone(report) : NULL);
    }
    json_decref(report);
    json_decref(functions);
    return rc;
}

int cmd_hint(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    if (app_need_db(&c->app) != APP_OK) {
        json_decref(lab);
        return cli_fail(c, APP_CONFIG);
    }
    json_t *tiers = curriculum_tiers(c->app.cur, js_text(lab, "id"));
    int rc;
    if (json_array_size(tiers)) {
        rc = take_hint(c, lab, tiers);
    } else {
        app_fail(&c->app, APP_CONFIG, "Lab %s has no hints: %s", js_text(lab, "id"), curriculum_error(c->app.cur));
        rc = cli_fail(c, APP_CONFIG);
    }
    json_decref(tiers);
    json_decref(lab);
    return rc;
}
