/* ridge lab: new, curve, and check: labs proven, the map of sources, what lessons give away. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "lab_judge.h"
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

/* "2 of 9 fixed: ids": the questions of a page of which everybody is asked the same. How many there are. */
static int show_fixed(const json_t *row)
{
    const json_t *fixed = json_object_get(row, "fixed"), *id;
    size_t k;
    printf("%2zu of %2.0f fixed:", json_array_size(fixed), js_number(row, "numeric"));
    json_array_foreach(fixed, k, id)
        printf(" %s", json_string_value(id));
    printf("\n");
    return (int)json_array_size(fixed);
}

/* One line of a lab: the share of the reference, and the fixed questions, whose number is returned. */
static int show_printed(const json_t *row)
{
    const json_t *share = json_object_get(row, "share");
    if (share)
        printf("%-22s %7.0f of %4.0f lines %5.1f %%  ", js_text(row, "lab"), js_number(row, "printed"),
               js_number(row, "own"), 100 * json_number_value(share));
    else
        printf("%-22s %27s  ", js_text(row, "lab"), "no code");
    return show_fixed(row);
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
        fixed += show_printed(row);
        above += json_is_true(json_object_get(row, "above"));
    }
    json_array_foreach(json_object_get(all, "pages"), k, row) {
        printf("%-50s  ", js_text(row, "page"));
        fixed += show_fixed(row);
    }
    printf("Lessons that print more than %.0f %% of their reference: %d. Numeric questions without drawn parameters "
           "whose answer stands on their page: %d.\n",
           100 * js_number(all, "most"), above, fixed);
    json_decref(all);
    return APP_OK;
}

/* The mistakes that reading finds, in manifests, lessons, cards and weeks. */
static int check_lint(struct cli *c)
{
    json_t *failed = json_array();
    int n = 0;
    for (int k = 1; k < c->nargs; k++) {
        json_t *lab = cli_lab(c, c->args[k]);
        if (!lab) {
            json_decref(failed);
            return APP_USAGE;
        }
        n += lab_lint(c, js_text(lab, "id"), failed);
        json_decref(lab);
    }
    if (c->nargs == 1)
        n = lab_lint(c, NULL, failed);
    if (c->app.json)
        cli_json(json_pack("{s:i s:O}", "mistakes", n, "failed", failed));
    else
        printf("%d %s\n", n, n == 1 ? "mistake" : "mistakes");
    json_decref(failed);
    return n ? APP_FAILED : APP_OK;
}

/* Is the lab one of the course whose name this is? Ids begin with the name of their course. */
static bool of_course(const char *name, const char *id)
{
    size_t n = strlen(name);
    return !strncmp(id, name, n) && id[n] == '-';
}

/* The labs that are named; without a name those of the course in whose folders this is, elsewhere all. The ids, yours;
 * NULL after saying that one is not there. */
static json_t *to_prove(struct cli *c)
{
    json_t *ids = json_array();
    size_t k;
    const json_t *l;
    for (int q = 1; q < c->nargs; q++) {
        json_t *lab = cli_lab(c, c->args[q]);
        if (!lab) {
            json_decref(ids);
            return NULL;
        }
        json_array_append(ids, json_object_get(lab, "id"));
        json_decref(lab);
    }
    if (c->nargs > 1)
        return ids;
    json_t *course = c->app.course ? curriculum_pack(c->app.cur, ".") : NULL, *all = curriculum_lab_ids(c->app.cur);
    json_array_foreach(all, k, l)
        if (!c->app.course || of_course(js_text(course, "name"), json_string_value(l)))
            json_array_append_new(ids, json_string(json_string_value(l)));
    json_decref(all);
    json_decref(course);
    if (c->app.course && !c->app.json)
        fprintf(stderr, "The course in %s has %zu lab%s. Ridge's own are proven in other folders.\n", c->app.course,
                json_array_size(ids), cli_s(json_array_size(ids)));
    return ids;
}

static void prove_all(struct cli *c, const json_t *ids, int *n, int *ok, int *lint, struct lab_tally *tally,
                      json_t *failed, json_t *skipped)
{
    size_t k, all = json_array_size(ids);
    const json_t *id;
    bool alone = c->nargs > 1 || c->app.course;
    if (!alone)
        *lint = lab_lint(c, NULL, failed);
    json_array_foreach(ids, k, id) {
        const char *name = json_string_value(id);
        json_t *lab = cli_interrupted ? NULL : app_lab(&c->app, name);
        ++*n;
        if (!c->app.json && !cli_interrupted && all > 1)
            fprintf(stderr, "[%zu/%zu] %s\n", k + 1, all, name);
        if (lab && alone)
            *ok += lab_prove_linted(c, lab, lint, tally, failed, skipped);
        else if (lab)
            *ok += !lab_prove(c, lab, tally, failed, skipped);
        else if (!cli_interrupted)
            json_array_append_new(failed, json_pack("{s:s s:s}", "lab", name, "why", c->app.error));
        json_decref(lab);
    }
}

/* What came of the references' second runs, unless none was due: a capstone has no program. */
static void say_seed(const struct cli *c, const struct lab_tally *t)
{
    if (!t->seeds)
        return;
    int left = t->seeds - t->seeded;
    printf("  reference, seed %lld: ", proof_seed(c->app.seed, c->opt.draw));
    if (t->seeded)
        printf("right in %d of %d run%s", t->held, t->seeded, cli_s((size_t)t->seeded));
    if (left)
        printf("%s%d long run%s not drawn", t->seeded ? "; " : "", left, cli_s((size_t)left));
    printf("\n");
}

int cmd_lab(struct cli *c)
{
    if (!strcmp(c->args[0], "new") && c->nargs == 2)
        return cmd_lab_new(c);
    if (!strcmp(c->args[0], "curve") && c->nargs == 2)
        return cmd_lab_curve(c);
    if (strcmp(c->args[0], "check")) {
        return cli_usage("lab", "new ID | curve ID | check [--lint] [LAB…] | check --map | check --lessons");
    }
    if (c->opt.map)
        return check_map(c);
    if (c->opt.lessons)
        return check_lessons(c);
    if (c->opt.lint)
        return check_lint(c);
    lab_bound_jobs(c);
    json_t *failed = json_array(), *skipped = json_array();
    struct lab_tally tally = { 0 };
    int n = 0, ok = 0, lint = 0;
    json_t *ids = to_prove(c);
    if (!ids) {
        json_decref(failed);
        json_decref(skipped);
        return APP_USAGE;
    }
    prove_all(c, ids, &n, &ok, &lint, &tally, failed, skipped);
    json_decref(ids);
    size_t q;
    const json_t *s;
    if (!c->app.json) {
        json_array_foreach(skipped, q, s)
            printf("  not proven here: %s: %s\n", js_text(s, "lab"), js_text(s, "why"));
        if (tally.drawn < tally.mutants)
            printf("  drawn by \"%s\": %d of %d mutants, a third of the sanitized cases, and no rungs\n",
                   c->opt.draw ? c->opt.draw : "", tally.drawn, tally.mutants);
        say_seed(c, &tally);
        printf("%d of %d labs proven%s\n", ok, n, lint ? "; the curriculum has mistakes, listed above" : "");
    }
    /* of all labs some may have nothing for this machine or backend; of those that were named, none */
    int unproven = ok < n && (c->nargs > 1 || !ok);
    int code = cli_interrupted           ? APP_INTERRUPTED
               : json_array_size(failed) ? APP_FAILED
               : unproven                ? APP_SKIPPED
                                         : APP_OK;
    if (c->app.json)
        cli_json(json_pack("{s:i s:i s:{s:i s:i} s:{s:I s:i s:i s:i} s:o s:o}", "labs", n, "ok", ok, "mutants", "all",
                           tally.mutants, "tried", tally.drawn, "reference", "seed",
                           (json_int_t)proof_seed(c->app.seed, c->opt.draw), "due", tally.seeds, "tried", tally.seeded,
                           "right", tally.held, "failed", failed, "skipped", skipped));
    else {
        json_decref(failed);
        json_decref(skipped);
    }
    return code;
}
