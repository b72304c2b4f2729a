/* fetch_tour.c: see fetch_tour.h. Each file is asked for alone: an archive of one commit may change in its bytes. */
#define _GNU_SOURCE
#include "fetch_tour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_net.h"
#include "cli_table.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "runner/net/net.h"
#include "tui/app/tours.h"

enum { GAP_MS = 100, MOST_BYTES = 4 << 20, COMMIT_SHOWN = 12 };

struct asked {
    const json_t *tour, *file;
    char *copy, *fresh; /* where the file is kept, and where it comes first */
    const char *state;  /* "here", "missing", "fetched", "other", "offline", "gone" or "failed" */
    char *why;
    json_int_t bytes;
    bool resumed;
};

struct fetching {
    struct cli *c;
    struct asked *list;
    size_t n;
    json_t *jobs, *place; /* of net.h, and for each its place in list */
    struct cli_bars bars;
};

static bool is_of_tours(const char *arg)
{
    return !strcmp(arg, "tours") || !strncmp(arg, "tour:", 5) || !strncmp(arg, "tours/", 6);
}

bool fetch_tour_is(const struct cli *c)
{
    for (int k = 0; k < c->nargs; k++)
        if (is_of_tours(c->args[k]))
            return true;
    return false;
}

/* ---- which ------------------------------------------------------------------------------------------------------- */

static int add(struct fetching *f, const json_t *tour)
{
    size_t k, n = json_array_size(json_object_get(tour, "files"));
    const json_t *file;
    for (k = 0; k < f->n; k++)
        if (f->list[k].tour == tour)
            return 0;
    struct asked *grown = realloc(f->list, (f->n + n) * sizeof *grown);
    if (!grown)
        return app_fail(&f->c->app, APP_OURS, "There is no memory left.");
    f->list = grown;
    json_array_foreach(json_object_get(tour, "files"), k, file) {
        char *copy = tours_copy(&f->c->app, tour, file);
        f->list[f->n++] = (struct asked){ .tour = tour, .file = file, .copy = copy, .fresh = util_path("%s.new", copy),
                                          .state = tours_state(&f->c->app, tour, file),
                                          .bytes = (json_int_t)js_number(file, "bytes") };
    }
    return 0;
}

static int choose(struct fetching *f)
{
    bool all = f->c->opt.all;
    int rc = 0;
    size_t k;
    const json_t *card;
    for (int q = 0; q < f->c->nargs && !rc; q++) {
        const char *arg = f->c->args[q];
        const json_t *tour = is_of_tours(arg) ? tours_find(&f->c->app, arg) : NULL;
        all |= !strcmp(arg, "tours");
        if (!is_of_tours(arg))
            rc = app_fail(&f->c->app, APP_USAGE, "\"%.80s\" is no tour. Papers and tours are fetched by two commands.",
                          arg);
        else if (!tour && strcmp(arg, "tours"))
            rc = app_fail(&f->c->app, APP_USAGE, "There is no tour \"%.80s\". `ridge list` has them.",
                          strcspn(arg, ":/") + arg + 1);
        else if (tour)
            rc = add(f, tour);
    }
    json_array_foreach(all && !rc ? curriculum_cards(f->c->app.cur) : NULL, k, card)
        if (tours_is(card) && !rc)
            rc = add(f, card);
    return rc;
}

/* ---- taking files ------------------------------------------------------------------------------------------------ */

static int make_folder(const struct asked *x, struct err *e)
{
    char *folder = strdup(x->copy), *slash = folder ? strrchr(folder, '/') : NULL;
    if (slash)
        *slash = 0;
    int bad = !slash || util_mkdirs(folder, e);
    free(folder);
    return bad ? -1 : 0;
}

/* What came is checked, and gets its place or is kept aside. */
static void take(struct fetching *f, struct asked *x)
{
    struct err e = { "" };
    const char *path = js_text(x->file, "path");
    enum tours_kept kept = tours_keep(&f->c->app, x->tour, x->file, x->fresh, &e);
    x->state = kept == TOURS_KEPT ? "fetched" : kept == TOURS_OTHER ? "other" : "failed";
    if (kept == TOURS_OTHER)
        x->why = util_path("%s is not the file of that commit; kept aside, not shown.", path);
    else if (kept == TOURS_UNABLE)
        x->why = util_path("%s", e.text);
}

static void take_from(struct fetching *f, struct asked *x, const char *dir)
{
    struct err e = { "" };
    char *from = util_path("%s/%s", dir, js_text(x->file, "path"));
    if (access(from, R_OK)) {
        x->state = "gone";
        x->why = util_path("%s has no such file.", dir);
    } else if (make_folder(x, &e) || util_copy_file(from, x->fresh, &e)) {
        x->state = "failed";
        x->why = util_path("%s", e.text);
    } else {
        take(f, x);
    }
    free(from);
}

static int from_folder(struct fetching *f, const char *dir)
{
    if (access(dir, R_OK | X_OK))
        return app_fail(&f->c->app, APP_USAGE, "There is no folder %s that can be read. --from names a clone.", dir);
    for (size_t k = 0; k < f->n; k++)
        if (strcmp(f->list[k].state, "here"))
            take_from(f, &f->list[k], dir);
    return 0;
}

static int add_jobs(struct fetching *f)
{
    struct err e = { "" };
    for (size_t k = 0; k < f->n; k++) {
        struct asked *x = &f->list[k];
        if (!strcmp(x->state, "here"))
            continue;
        if (make_folder(x, &e))
            return app_fail(&f->c->app, APP_CONFIG, "%s", e.text);
        char *url = tours_address(x->tour, x->file);
        json_array_append_new(f->jobs, json_pack("{s:s s:s s:s s:I}", "op", "get", "url", url, "file", x->fresh, "max",
                                                 (json_int_t)MOST_BYTES));
        json_array_append_new(f->place, json_integer((json_int_t)k));
        cli_bars_name(&f->bars, js_text(x->file, "path"));
        free(url);
    }
    return 0;
}

static void note_answer(struct fetching *f, size_t k, const json_t *answer)
{
    struct asked *x = &f->list[json_integer_value(json_array_get(f->place, k))];
    const char *kind = js_text(answer, "kind");
    double status = js_number(answer, "status");
    x->resumed = json_is_true(json_object_get(answer, "resumed"));
    if (json_is_true(json_object_get(answer, "ok"))) {
        take(f, x);
        return;
    }
    x->state = !strcmp(kind, "offline") ? "offline" : status == 404 || status == 410 ? "gone" : "failed";
    x->why = util_path("%s", js_text(answer, "why"));
}

static int from_network(struct fetching *f)
{
    size_t k;
    const json_t *a;
    int rc = add_jobs(f);
    if (rc || !json_array_size(f->jobs))
        return rc;
    json_t *answers = cli_transfer(f->c, &f->bars, f->jobs, GAP_MS, &rc);
    json_array_foreach(answers, k, a)
        note_answer(f, k, a);
    json_decref(answers);
    return rc;
}

/* ---- what came of it --------------------------------------------------------------------------------------------- */

static size_t count(const struct fetching *f, const json_t *tour, const char *state)
{
    size_t n = 0;
    for (size_t k = 0; k < f->n; k++)
        n += (!tour || f->list[k].tour == tour) && !strcmp(f->list[k].state, state);
    return n;
}

static bool is_good(const struct asked *x)
{
    return !strcmp(x->state, "here") || !strcmp(x->state, "fetched");
}

static void print_tour(const struct fetching *f, const json_t *tour)
{
    static const struct cli_table_column columns[] = { { .rank = 0 }, { .rank = 1 }, { .whole = true } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    const char *name = strchr(js_text(tour, "id"), '/') + 1;
    char *folder = tours_folder(&f->c->app, tour), size[FIGURE];
    size_t gone = count(f, tour, "gone");
    printf("%s at %.*s of %s, %s\n", js_text(tour, "repo"), COMMIT_SHOWN, js_text(tour, "commit"),
           js_text(tour, "date"), js_text(tour, "licence"));
    for (size_t k = 0; k < f->n; k++) {
        const struct asked *x = &f->list[k];
        if (x->tour != tour)
            continue;
        cli_table_cell(t, is_good(x) ? "green" : "red", cli_mark(is_good(x) ? "PASS" : "FAIL"));
        cli_table_cellf(t, NULL, "%s%s", is_good(x) ? figure_bytes((double)x->bytes, size) : "",
                        x->resumed ? ", resumed" : "");
        cli_table_cell(t, NULL, js_text(x->file, "path"));
        if (!is_good(x) && x->why) {
            cli_table_cell(t, NULL, "");
            cli_table_cell(t, NULL, "");
            cli_table_cell(t, NULL, x->why);
        }
    }
    cli_table_print(f->c, t);
    if (gone)
        printf("Not there: commit %s of %s. From a clone or a mirror: `ridge fetch tour:%s --from DIR`.\n",
               js_text(tour, "commit"), js_text(tour, "repo"), name);
    if (count(f, tour, "here") + count(f, tour, "fetched"))
        printf("Kept in %s; `ridge show tour:%s` reads them with you.\n", folder, name);
    free(folder);
}

static void print_all(const struct fetching *f)
{
    size_t offline = count(f, NULL, "offline"), other = count(f, NULL, "other");
    size_t failed = count(f, NULL, "failed") + count(f, NULL, "gone");
    for (size_t k = 0; k < f->n; k++)
        if (!k || f->list[k].tour != f->list[k - 1].tour) {
            printf("%s", k ? "\n" : "");
            print_tour(f, f->list[k].tour);
        }
    printf("%zu fetched, %zu here before, %zu failed.\n", count(f, NULL, "fetched"), count(f, NULL, "here"),
           offline + other + failed);
    if (offline)
        cli_say("%s not reached; the tour can be read without its files, its questions wait for you. The same command "
                "goes on where it stopped.", offline == 1 ? "A file was" : "Files were");
    else if (failed)
        cli_say("%zu file%s could not be fetched; the same command tries again.", failed, cli_s(failed));
}

static json_t *all_json(const struct fetching *f)
{
    json_t *tours = json_array(), *files = NULL;
    for (size_t k = 0; k < f->n; k++) {
        const struct asked *x = &f->list[k];
        if (!k || x->tour != f->list[k - 1].tour) {
            char *folder = tours_folder(&f->c->app, x->tour);
            files = json_array();
            json_array_append_new(tours, json_pack("{s:O s:O s:O s:O s:s s:o}", "id", json_object_get(x->tour, "id"),
                                                   "repo", json_object_get(x->tour, "repo"), "commit",
                                                   json_object_get(x->tour, "commit"), "licence",
                                                   json_object_get(x->tour, "licence"), "folder", folder, "files",
                                                   files));
            free(folder);
        }
        json_array_append_new(files, json_pack("{s:O s:s s:s s:I s:s*}", "path", json_object_get(x->file, "path"),
                                               "state", x->state, "why", x->why ? x->why : "", "bytes", x->bytes,
                                               "file", is_good(x) ? x->copy : NULL));
    }
    return json_pack("{s:s s:o}", "schema", "ridge.fetch/1", "tours", tours);
}

int fetch_tour(struct cli *c)
{
    struct fetching f = { .c = c, .jobs = json_array(), .place = json_array() };
    int rc = choose(&f);
    if (!rc)
        rc = c->opt.from ? from_folder(&f, c->opt.from) : from_network(&f);
    if (rc)
        cli_fail(c, rc);
    else if (c->app.json)
        cli_json(all_json(&f));
    else
        print_all(&f);
    if (!rc && count(&f, NULL, "here") + count(&f, NULL, "fetched") < f.n)
        rc = APP_FAILED;
    for (size_t k = 0; k < f.n; k++) {
        free(f.list[k].copy);
        free(f.list[k].fresh);
        free(f.list[k].why);
    }
    free(f.list);
    cli_bars_finish(&f.bars);
    json_decref(f.jobs);
    json_decref(f.place);
    return rc;
}
