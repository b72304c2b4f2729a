/* ridge read: a file of a tour, where the name stands that the tour looks for in it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_table.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/tours.h"
#include "tui/screen/screen.h"

/* The lines of a file's names; NULL: it is not here. */
static json_t *lines_of(struct cli *c, const json_t *tour, const json_t *file)
{
    return strcmp(tours_state(&c->app, tour, file), "here") ? NULL : tours_lines(&c->app, tour, file);
}

static json_t *list_json(struct cli *c, const json_t *tour)
{
    json_t *files = json_array();
    size_t k;
    const json_t *f;
    json_array_foreach(json_object_get(tour, "files"), k, f) {
        json_t *lines = lines_of(c, tour, f);
        char *copy = tours_copy(&c->app, tour, f);
        json_array_append_new(files, json_pack("{s:O s:s s:s s:O s:o*}", "path", json_object_get(f, "path"), "file",
                                               copy, "state", tours_state(&c->app, tour, f), "read",
                                               json_object_get(f, "read"), "lines", lines));
        free(copy);
    }
    return json_pack("{s:O s:o}", "id", json_object_get(tour, "id"), "files", files);
}

static void add_file(struct cli *c, struct cli_table *t, const json_t *tour, const json_t *f, size_t k)
{
    const char *state = tours_state(&c->app, tour, f);
    json_t *lines = lines_of(c, tour, f);
    size_t q;
    const json_t *r;
    cli_table_cellf(t, NULL, "%zu", k + 1);
    cli_table_cell(t, lines ? "green" : "dim", lines                      ? "here"
                                               : !strcmp(state, "missing") ? "not fetched"
                                                                           : "another file");
    cli_table_cell(t, "bold", js_text(f, "path"));
    json_array_foreach(json_object_get(f, "read"), q, r) {
        int line = (int)json_integer_value(json_array_get(lines, q));
        cli_table_cellf(t, NULL, "%zu.%zu", k + 1, q + 1);
        cli_table_cellf(t, NULL, line ? "line %d" : lines ? "not found" : "", line);
        cli_table_cellf(t, NULL, "%s: %s", js_text(r, "from"), js_text(r, "why"));
    }
    json_decref(lines);
}

static int list(struct cli *c, const json_t *tour)
{
    static const struct cli_table_column columns[] = { { .rank = 0 }, { .rank = 0 }, { .rank = 0 } };
    const char *name = js_text(tour, "id") + strlen("tours/");
    size_t k;
    const json_t *f;
    if (c->app.json)
        return cli_json(list_json(c, tour));
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_array_foreach(json_object_get(tour, "files"), k, f)
        add_file(c, t, tour, f, k);
    cli_table_print(c, t);
    if (tours_here(&c->app, tour) < (int)k)
        printf("`ridge fetch tour:%s` gets what is not here.\n", name);
    printf("`ridge read tour:%s N` opens file N.\n", name);
    return APP_OK;
}

static int show(struct cli *c, const struct tours_place *p)
{
    if (c->app.json)
        return cli_json(json_pack("{s:O s:s s:s s:i}", "path", json_object_get(p->file, "path"), "file", p->copy,
                                  "symbol", p->symbol, "line", p->line));
    if (!p->line)
        cli_say("`%s` was not found in %s: it opens at its top.", p->symbol, js_text(p->file, "path"));
    if (!c->app.interactive) {
        printf("%s:%d\n", p->copy, p->line ? p->line : 1);
        return APP_OK;
    }
    if (!screen_wait_for(screen_reader(), p->copy, p->line))
        return APP_OK;
    return cli_fail(c, app_fail(&c->app, APP_CONFIG, "The editor or pager failed. Set EDITOR or PAGER to one that is "
                                "installed; the file is %s.", p->copy));
}

int cmd_read(struct cli *c)
{
    const json_t *tour = tours_find(&c->app, c->args[0]);
    struct tours_place place;
    if (!tour)
        return cli_fail(c, app_fail(&c->app, APP_USAGE, "There is no tour \"%.80s\". `ridge list` has them.",
                                    c->args[0] + 5 * (size_t)!strncmp(c->args[0], "tour:", 5)));
    if (c->nargs < 2)
        return list(c, tour);
    enum app_exit code = tours_place(&c->app, tour, c->args[1], &place);
    if (code != APP_OK)
        return cli_fail(c, code);
    int rc = show(c, &place);
    free(place.copy);
    return rc;
}
