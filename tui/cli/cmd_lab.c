/* ridge lab: new, and check: labs proven, the map of sources, what lessons give away. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "lab_proof.h"
#include "runner/base/js.h"

static void map_line(const char *what, const json_t *s)
{
    printf("%-8s %12.0f %12.0f %12.0f %12.0f %12.0f\n", what, js_number(s, "total"), js_number(s, "implemented"),
           js_number(s, "taught"), js_number(s, "planned"), js_number(s, "missing"));
}

static int check_map(struct cli *c)
{
    json_t *map = curriculum_map(c->app.cur);
    const char *src;
    const json_t *s;
    if (!map) {
        app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur));
        return cli_fail(c, APP_CONFIG);
    }
    int missing = (int)js_number(map, "missing");
    if (c->app.json) {
        cli_json(map);
        return missing ? APP_FAILED : APP_OK;
    }
    printf("%-8s %12s %12s %12s %12s %12s\n", "source", "rows", "implemented", "taught", "planned", "missing");
    json_object_foreach(json_object_get(map, "by_source"), src, s)
        map_line(src, s);
    map_line("all", map);
    json_decref(map);
    return missing ? APP_FAILED : APP_OK;
}

/* One line: the share of the reference, and the questions of which everybody is asked the same. */
static void show_printed(const json_t *row)
{
    const json_t *share = json_object_get(row, "share"), *id;
    size_t k;
    if (share)
        printf("%-22s %7.0f of %4.0f lines %5.1f %%  ", js_text(row, "lab"), js_number(row, "printed"),
               js_number(row, "own"), 100 * json_number_value(share));
    else
        printf("%-22s %27s  ", js_text(row, "lab"), "no code");
    printf("%2zu of %2.0f fixed:", json_array_size(json_object_get(row, "fixed")), js_number(row, "numeric"));
    json_array_foreach(json_object_get(row, "fixed"), k, id)
        printf(" %s", json_string_value(id));
    printf("\n");
}

/* What lessons print of the reference, and of the answers to numeric questions. */
static int check_lessons(struct cli *c)
{
    json_t *all = curriculum_printed(c->app.cur);
    size_t k;
    const json_t *row;
    int above = 0, fixed = 0;
    if (!all || *curriculum_error(c->app.cur)) {
        json_decref(all);
        app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur));
        return cli_fail(c, APP_CONFIG);
    }
    if (c->app.json) {
        cli_json(all);
        return APP_OK;
    }
    json_array_foreach(json_object_get(all, "labs"), k, row) {
        show_printed(row);
        above += json_is_true(json_object_get(row, "above"));
        fixed += (int)json_array_size(json_object_get(row, "fixed"));
    }
    printf("Lessons that print more than %.0f %% of their reference: %d. Numeric questions without drawn parameters "
           "whose answer the lesson prints: %d.\n",
           100 * js_number(all, "most"), above, fixed);
    json_decref(all);
    return APP_OK;
}

int cmd_lab(struct cli *c)
{
    if (!strcmp(c->args[0], "new") && c->nargs == 2)
        return cmd_lab_new(c);
    if (strcmp(c->args[0], "check")) {
        return cli_error(APP_USAGE, "usage: ridge lab new ID | check [LAB…] | check --map | check --lessons");
    }
    if (c->opt.map)
        return check_map(c);
    if (c->opt.lessons)
        return check_lessons(c);
    lab_bound_jobs(c);
    json_t *failed = json_array(), *skipped = json_array();
    struct lab_tally tally = { 0 };
    int n = 0, ok = 0, lint = 0;
    if (c->nargs > 1) {
        for (int k = 1; k < c->nargs; k++) {
            json_t *lab = cli_lab(c, c->args[k]);
            if (!lab) {
                json_decref(failed);
                json_decref(skipped);
                return APP_USAGE;
            }
            n++;
            ok += lab_prove_linted(c, lab, &lint, &tally, failed, skipped);
            json_decref(lab);
        }
    } else {
        size_t k;
        const json_t *l;
        lint = lab_lint(c, NULL, failed);
        json_array_foreach(curriculum_labs(c->app.cur), k, l) {
            json_t *lab = cli_interrupted ? NULL : app_lab(&c->app, js_text(l, "id"));
            n++;
            if (lab)
                ok += !lab_prove(c, lab, &tally, failed, skipped);
            else if (!cli_interrupted)
                json_array_append_new(failed, json_pack("{s:s s:s}", "lab", js_text(l, "id"), "why", c->app.error));
            json_decref(lab);
        }
    }
    size_t q;
    const json_t *s;
    if (!c->app.json) {
        json_array_foreach(skipped, q, s)
            printf("  not proven here: %s: %s\n", js_text(s, "lab"), js_text(s, "why"));
        if (tally.drawn < tally.mutants)
            printf("  drawn by \"%s\": %d of %d mutants, and no rungs\n", c->opt.draw ? c->opt.draw : "",
                   tally.drawn, tally.mutants);
        printf("%d of %d labs proven%s\n", ok, n, lint ? "; the curriculum has mistakes, listed above" : "");
    }
    /* of all labs some may have nothing for this machine or backend; of those that were named, none */
    int unproven = ok < n && (c->nargs > 1 || !ok);
    int code = cli_interrupted           ? APP_INTERRUPTED
               : json_array_size(failed) ? APP_FAILED
               : unproven                ? APP_SKIPPED
                                         : APP_OK;
    if (c->app.json)
        cli_json(json_pack("{s:i s:i s:{s:i s:i} s:o s:o}", "labs", n, "ok", ok, "mutants", "all", tally.mutants,
                           "tried", tally.drawn, "failed", failed, "skipped", skipped));
    else {
        json_decref(failed);
        json_decref(skipped);
    }
    return code;
}
