/* artifact: a capstone as a folder to show, when nothing is missing from it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/artifact.h"
#include "cli.h"
#include "tui/app/evidence.h"
#include "runner/base/js.h"

/* The capstone of a part (0: the first part that has one), or NULL. */
static const char *capstone_of(struct cli *c, long part)
{
    size_t k;
    const json_t *l;
    json_array_foreach(curriculum_labs(c->app.cur), k, l)
        if (evidence_capstone(l) && (!part || (long)js_number(l, "part") == part))
            return js_text(l, "id");
    return NULL;
}

static json_t *named(struct cli *c)
{
    const char *arg = c->nargs ? c->args[0] : "";
    char *end;
    long part = strtol(arg, &end, 10);
    if (*end || part < 0) {
        json_t *lab = cli_lab(c, arg);
        if (lab && !evidence_capstone(lab)) {
            app_fail(&c->app, APP_USAGE, "%s is not a capstone. `ridge report` makes a page of any lab.",
                     js_text(lab, "id"));
            cli_fail(c, APP_USAGE);
            json_decref(lab);
            return NULL;
        }
        return lab;
    }
    const char *id = capstone_of(c, part);
    if (id)
        return cli_lab(c, id);
    app_fail(&c->app, APP_USAGE, "Part %ld has no capstone. `ridge list` shows the labs.", part);
    cli_fail(c, APP_USAGE);
    return NULL;
}

/* What is missing, and the command that supplies it, on standard error. */
static void tell_missing(const json_t *about)
{
    size_t k;
    const json_t *m;
    struct text list = { 0 };
    text_addf(&list, "The capstone of track %s (%s) is not complete yet:\n", js_text(about, "track"),
              js_text(about, "track_title"));
    json_array_foreach(json_object_get(about, "milestones"), k, m)
        if (!strcmp(js_text(m, "status"), "FAIL"))
            text_addf(&list, "  %s: %s\n    %s\n", js_text(m, "id"), js_text(m, "message"), js_text(m, "hint"));
    cli_say("%s", text_str(&list));
    text_finish(&list);
}

static int export_it(struct cli *c, const json_t *doc)
{
    const json_t *about = json_object_get(doc, "artefact");
    int complete = json_is_true(json_object_get(about, "complete"));
    const char *out = c->opt.out;
    if (!complete && !c->opt.draft) {
        if (c->app.json)
            cli_json(json_pack("{s:O s:b}", "artefact", about, "written", 0));
        else
            tell_missing(about);
        app_fail(&c->app, APP_FAILED, "Nothing was written. --draft writes it all the same, marked as a draft.");
        return cli_fail(c, APP_FAILED);
    }
    enum app_exit code = artifact_write(&c->app, doc, out);
    if (code != APP_OK)
        return cli_fail(c, code);
    if (c->app.json)
        return cli_json(json_pack("{s:O s:b s:s}", "artefact", about, "written", 1, "dir", out));
    printf("%s: %spage.html to be opened in a browser, README.md, sources and attempts.json.\n", out,
           complete ? "" : "a draft; ");
    return APP_OK;
}

int cmd_artifact(struct cli *c)
{
    if (!c->opt.out)
        return cli_fail(c, app_fail(&c->app, APP_USAGE, "Name the folder to write with --out DIR."));
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    json_t *lab = named(c);
    if (!lab)
        return APP_USAGE;
    json_t *doc = artifact_build(&c->app, lab, c->opt.track);
    json_decref(lab);
    if (!doc)
        return cli_fail(c, APP_USAGE);
    int rc = export_it(c, doc);
    json_decref(doc);
    return rc;
}
