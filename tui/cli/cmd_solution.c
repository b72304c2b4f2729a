/* ridge solution: the reference, once the lab is passed, or when the learner gives up. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "fold.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "runner/runner.h"

static int has_passed(struct cli *c, const char *lab)
{
    json_t *p = NULL;
    int yes = 0;
    size_t k;
    const json_t *m;
    if (db_lab_progress(c->app.db, lab, &p) != DB_OK)
        return 0;
    /* correct is enough: the reference then teaches speed, it no longer gives the answer away */
    json_array_foreach(json_object_get(p, "passed"), k, m)
        yes |= !strcmp(js_text(m, "id"), "correct");
    json_decref(p);
    return yes;
}

static int show_solution(struct cli *c, const json_t *lab, const char *how)
{
    struct err err = { "" };
    int trusted;
    json_t *files = runner_files(lab, c->app.root, NULL, "reference", &trusted, &err);
    if (!files) {
        app_fail(&c->app, APP_CONFIG, "%s", err.text);
        return cli_fail(c, APP_CONFIG);
    }
    if (db_reveal_put(c->app.db, js_text(lab, "id"), how) != DB_OK)
        snprintf(c->app.notice, sizeof c->app.notice, "The reveal was not recorded: %.400s", db_error(c->app.db));
    if (c->app.json)
        return cli_json(json_pack("{s:s s:s s:o}", "lab", js_text(lab, "id"), "how", how, "files", files));
    const char *name;
    const json_t *text;
    fold_verbatim(true);
    json_object_foreach(files, name, text)
        printf("/* ---- %s/%s ---- */\n%s", js_text(lab, "kernels"), name, json_string_value(text));
    fold_verbatim(false);
    json_decref(files);
    return APP_OK;
}

int cmd_solution(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    int rc;
    if (app_need_db(&c->app) != APP_OK) {
        rc = cli_fail(c, APP_CONFIG);
    } else if (runner_has_no_sources(lab, c->app.root)) {
        app_fail(&c->app, APP_FAILED, "%s is here in its student edition, which has no solution. Ask your instructor; "
                 "`ridge hint %s` helps on.", js_text(lab, "id"), js_text(lab, "id"));
        rc = cli_fail(c, APP_FAILED);
    } else if (!json_array_size(json_object_get(lab, "calls"))) {
        app_fail(&c->app, APP_USAGE, "Lab %s has no program; its questions show their worked answers once answered.",
                 js_text(lab, "id"));
        rc = cli_fail(c, APP_USAGE);
    } else if (has_passed(c, js_text(lab, "id"))) {
        rc = show_solution(c, lab, "passed");
    } else if (c->opt.give_up ||
               (c->app.interactive &&
                cli_confirmed(c, "Not passed yet. Give up on this lab and see the solution? It is recorded."))) {
        rc = show_solution(c, lab, "gave_up");
    } else {
        app_fail(&c->app, APP_FAILED,
                 "The solution opens when `correct` has passed, or with --give-up, which is recorded. "
                 "`ridge hint %s` gives less away.",
                 js_text(lab, "id"));
        rc = cli_fail(c, APP_FAILED);
    }
    json_decref(lab);
    return rc;
}
