/* fetch: the reading list's open papers, kept in the home for evenings without a network; tours: fetch_tour.c. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "cli_net.h"
#include "cli_table.h"
#include "fetch_tour.h"
#include "runner/net/net.h"
#include "curriculum/load/papers.h"
#include "runner/base/figure.h"
#include "runner/base/util.h"
#include "tui/app/viewer.h"
#include "runner/base/js.h"

enum { OPENED = 8, BEFORE_TITLE = 3 };
enum { GAP_MS = 300 };
#define PAPER_BYTES ((json_int_t)100 << 20)

struct fetching {
    struct cli *c;
    char *dir;
    json_t *papers; /* [{"key","title","form","page","state","why","bytes","file"}], what the command is about */
    json_t *jobs;   /* of net.h, and for each its place in papers */
    json_t *place;
    struct cli_bars bars;
};

static bool is_here(const char *path, json_int_t *ret_bytes)
{
    struct stat st;
    bool here = !stat(path, &st) && S_ISREG(st.st_mode) && st.st_size > 0;
    *ret_bytes = here ? (json_int_t)st.st_size : 0;
    return here;
}

static void add_job(struct fetching *f, const json_t *reading, const char *key, const char *url, const char *file)
{
    json_t *job = json_pack("{s:s s:s s:s s:I s:s}", "op", "get", "url", url, "file", file, "max", PAPER_BYTES,
                            "begins", "%PDF-");
    if (json_object_get(reading, "sha256"))
        json_object_set(job, "sha256", json_object_get(reading, "sha256"));
    json_array_append_new(f->jobs, job);
    json_array_append_new(f->place, json_integer((json_int_t)json_array_size(f->papers)));
    cli_bars_name(&f->bars, key);
}

/* What a reading is: "paper" has a file that can be kept; "page" and "video" are read where they are; of "bought" only
 * the publisher's page is known, of "unknown" nothing is. */
static const char *form_of(const json_t *reading, const char *file, const char *page)
{
    return file                                           ? "paper"
           : !page                                        ? "unknown"
           : !strncasecmp(js_text(reading, "id"), "doi:", 4) ? "bought"
           : !strcmp(js_text(reading, "kind"), "video")      ? "video"
                                                          : "page";
}

/* One reading, once: here already, to be fetched, or without an open copy. */
static void add_paper(struct fetching *f, const char *key, const json_t *reading)
{
    size_t k;
    const json_t *p;
    json_int_t bytes = 0;
    json_array_foreach(f->papers, k, p)
        if (!strcmp(js_text(p, "key"), key))
            return;
    char *url = papers_address(reading), *page = papers_page(reading), *file = viewer_paper(&f->c->app, key);
    bool here = url && is_here(file, &bytes);
    if (url && !here)
        add_job(f, reading, key, url, file);
    json_array_append_new(f->papers, json_pack("{s:s s:s s:s s:s* s:s s:s s:I s:s*}", "key", key, "title",
                                               js_text(reading, "title"), "form", form_of(reading, url, page), "page",
                                               page, "state",
                                               here  ? "here"
                                               : url ? "missing"
                                                     : "no open copy",
                                               "why", "", "bytes", bytes, "file", url ? file : NULL));
    free(file);
    free(page);
    free(url);
}

/* ---- which ------------------------------------------------------------------------------------------------- */

static int add_week(struct fetching *f, int n)
{
    const json_t *week = curriculum_week(f->c->app.cur, n), *all = curriculum_readings(f->c->app.cur), *r;
    size_t k;
    if (!week)
        return app_fail(&f->c->app, APP_USAGE, "Week %d can't be read: %s", n, curriculum_error(f->c->app.cur));
    json_array_foreach(json_object_get(week, "readings"), k, r) {
        const json_t *reading = json_object_get(all, js_text(r, "key"));
        if (reading)
            add_paper(f, js_text(r, "key"), reading);
    }
    return 0;
}

static int add_all(struct fetching *f)
{
    const char *key;
    const json_t *r;
    json_object_foreach((json_t *)(size_t)curriculum_readings(f->c->app.cur), key, r)
        add_paper(f, key, r);
    return 0;
}

static int add_named(struct fetching *f, const char *arg)
{
    const json_t *reading = json_object_get(curriculum_readings(f->c->app.cur), arg);
    int week = reading ? 0 : cli_week(f->c, arg);
    if (week)
        return add_week(f, week);
    if (!reading && cli_is_no_week(f->c, arg))
        return APP_USAGE;
    if (!reading)
        return app_fail(&f->c->app, APP_USAGE, "\"%s\" is neither a week nor a key of the reading list; "
                        "`ridge show WEEK` names those of a week", arg);
    add_paper(f, arg, reading);
    return 0;
}

/* Without a word: the week that comes next. */
static int add_next(struct fetching *f)
{
    json_t *next = NULL;
    if (app_need_db(&f->c->app) == APP_OK)
        next = app_next(&f->c->app, NULL);
    int week = (int)js_number(next, "week");
    json_decref(next);
    return add_week(f, week ? week : 1);
}

static int choose(struct fetching *f)
{
    int rc = f->c->opt.all ? add_all(f) : f->c->nargs ? 0 : add_next(f);
    for (int k = 0; k < f->c->nargs && !rc && !f->c->opt.all; k++)
        rc = add_named(f, f->c->args[k]);
    return rc;
}

/* ---- fetching ------------------------------------------------------------------------------------------------ */

static void note_answer(struct fetching *f, size_t k, const json_t *answer)
{
    json_t *p = json_array_get(f->papers, (size_t)json_integer_value(json_array_get(f->place, k)));
    bool ok = json_is_true(json_object_get(answer, "ok"));
    json_object_set_new(p, "state", json_string(ok ? "fetched" : "failed"));
    json_object_set_new(p, "why", json_string(js_text(answer, "why")));
    json_object_set_new(p, "kind", json_string(js_text(answer, "kind")));
    json_object_set(p, "bytes", json_object_get(answer, "bytes"));
    json_object_set(p, "resumed", json_object_get(answer, "resumed"));
    json_object_set(p, "tries", json_object_get(answer, "tries"));
}

static int transfer(struct fetching *f)
{
    struct err e = { "" };
    struct cli *c = f->c;
    size_t k;
    int rc;
    const json_t *a;
    if (!json_array_size(f->jobs))
        return 0;
    if (util_mkdirs(f->dir, &e))
        return app_fail(&c->app, APP_CONFIG, "%s", e.text);
    json_t *answers = cli_transfer(c, &f->bars, f->jobs, GAP_MS, &rc);
    json_array_foreach(answers, k, a)
        note_answer(f, k, a);
    json_decref(answers);
    return rc;
}

/* ---- what came of it ----------------------------------------------------------------------------------------- */

static size_t count(const struct fetching *f, const char *key, const char *value)
{
    size_t k, n = 0;
    const json_t *p;
    json_array_foreach(f->papers, k, p)
        n += !strcmp(js_text(p, key), value);
    return n;
}

/* Why a reading stays where it is, and where that is. */
static void add_page(struct cli_table *t, const json_t *p)
{
    static const struct {
        const char *form, *says;
    } all[] = {
        { "page", "a web page, to read in a browser: " },
        { "video", "a video, to watch in a browser: " },
        { "bought", "no free copy is known; the publisher's page: " },
        { "unknown", "no address is known; its title will find it" },
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (!strcmp(js_text(p, "form"), all[k].form))
            cli_table_cellf(t, NULL, "%s%s", all[k].says, js_text(p, "page"));
}

/* A row of the reading, and one of why it is not here. */
static void add_row(struct cli_table *t, const json_t *p)
{
    const char *state = js_text(p, "state");
    bool good = !strcmp(state, "here") || !strcmp(state, "fetched"), bad = !strcmp(state, "failed");
    const char *sign = good ? "PASS" : bad ? "FAIL" : "SKIPPED";
    char size[FIGURE];
    cli_table_cell(t, good ? "green" : bad ? "red" : "dim", cli_mark(sign));
    cli_table_cell(t, NULL, js_text(p, "key"));
    cli_table_cellf(t, NULL, "%s%s", good ? figure_bytes(js_number(p, "bytes"), size) : "",
                    good && json_is_true(json_object_get(p, "resumed")) ? ", resumed" : "");
    cli_table_cell(t, NULL, js_text(p, "title"));
    if (good)
        return;
    for (int k = 0; k < BEFORE_TITLE; k++)
        cli_table_cell(t, NULL, "");
    if (bad)
        cli_table_cell(t, NULL, js_text(p, "why"));
    else
        add_page(t, p);
}

static void print_all(const struct fetching *f)
{
    size_t k, failed = count(f, "state", "failed"), fetched = count(f, "state", "fetched");
    size_t here = count(f, "state", "here"), pages = count(f, "form", "page") + count(f, "form", "video");
    size_t closed = count(f, "form", "bought") + count(f, "form", "unknown");
    static const struct cli_table_column columns[BEFORE_TITLE + 1] = { [1] = { .least = 16 }, [2] = { .rank = 1 },
                                                                       [BEFORE_TITLE] = { .whole = true } };
    struct cli_table *t = cli_table_new(columns, BEFORE_TITLE + 1, 0);
    const json_t *p;
    json_array_foreach(f->papers, k, p)
        add_row(t, p);
    cli_table_print(f->c, t);
    printf("%zu fetched, %zu here before, %zu failed; %zu to open in a browser, %zu without a free copy.\n", fetched,
           here, failed, pages, closed);
    if (fetched + here)
        printf("Papers are kept in %s\n", f->dir);
    else if (!failed)
        printf("None of these is a file that can be kept: nothing was asked of the network.\n");
    if (failed && count(f, "kind", "offline") == failed)
        cli_say("There is no network, or a proxy that https_proxy does not name. The papers in %s can be read; "
                "the same command fetches the others once there is a network.", f->dir);
    else if (failed)
        cli_say("%zu paper%s could not be fetched; the same command tries again.", failed, cli_s(failed));
}

static int open_papers(struct fetching *f)
{
    struct err e = { "" };
    size_t k, n = 0;
    const json_t *p;
    int rc = 0;
    json_array_foreach(f->papers, k, p)
        if (!rc && (!strcmp(js_text(p, "state"), "here") || !strcmp(js_text(p, "state"), "fetched")) && n++ < OPENED)
            rc = viewer_open(js_text(p, "file"), &e) ? app_fail(&f->c->app, APP_CONFIG, "%s", e.text) : 0;
    return rc;
}

int cmd_fetch(struct cli *c)
{
    if (fetch_tour_is(c))
        return fetch_tour(c);
    if (c->opt.from)
        return cli_error(APP_USAGE, "--from DIR is for the files of a tour: `ridge fetch tour:NAME --from DIR`.");
    struct fetching f = { .c = c, .dir = util_path("%s/papers", c->app.home), .papers = json_array(),
                          .jobs = json_array(), .place = json_array() };
    int rc = choose(&f);
    rc = rc ? rc : transfer(&f);
    if (!rc && c->opt.open)
        rc = open_papers(&f);
    if (rc)
        cli_fail(c, rc);
    else if (c->app.json)
        cli_json(json_pack("{s:s s:s s:O}", "schema", "ridge.fetch/1", "folder", f.dir, "papers", f.papers));
    else
        print_all(&f);
    if (!rc && count(&f, "state", "failed"))
        rc = APP_FAILED;
    cli_bars_finish(&f.bars);
    json_decref(f.papers);
    json_decref(f.jobs);
    json_decref(f.place);
    free(f.dir);
    return rc;
}
