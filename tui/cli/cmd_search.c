/* ridge search: where words stand in lessons, cards, weeks, readings, the glossary and notes. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "tui/app/search.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { SHOWN = 20 };

static void print_hit(const struct cli *c, const json_t *hit)
{
    const char *section = js_text(hit, "section"), *title = js_text(hit, "title");
    char *excerpt = util_clean(js_text(hit, "excerpt"), strlen(js_text(hit, "excerpt")), 0);
    size_t k;
    const json_t *also;
    printf("%s%s%s%s%s  (%s", cli_color(c, "bold"), title, *section && strcmp(section, title) ? " › " : "",
           strcmp(section, title) ? section : "", cli_color(c, "off"), js_text(hit, "in"));
    json_array_foreach(json_object_get(hit, "also"), k, also)
        printf("%s%s", k ? ", " : "; also in ", json_string_value(also));
    printf(")\n");
    if (excerpt && *excerpt)
        printf("    %s\n", excerpt);
    printf("    %s%s%s\n", cli_color(c, "dim"), js_text(hit, "command"), cli_color(c, "off"));
    free(excerpt);
}

/* What was probably meant, where nothing was found: lines that find something; yours. */
static json_t *meant(struct cli *c, int places)
{
    return search_suggest(&c->app, search_new(c->args, (size_t)c->nargs), places);
}

static void print_nothing(struct cli *c, int places)
{
    json_t *lines = meant(c, places), *line;
    size_t k, n = json_array_size(lines);
    printf("Nothing has %s.", c->nargs == 1 ? "that word" : "all of these words in one section");
    json_array_foreach(lines, k, line)
        printf("%s`ridge search %s`%s", !k ? " Did you mean " : k + 1 < n ? ", " : " or ", json_string_value(line),
               k + 1 == n ? "?" : "");
    printf(" Hints, solutions and answers are not searched.\n");
    json_decref(lines);
}

int cmd_search(struct cli *c)
{
    size_t k, all;
    const json_t *hit;
    int places = search_places(&c->app, c->opt.in);
    if (places < 0)
        return cli_fail(c, APP_USAGE);
    struct search *s = search_new(c->args, (size_t)c->nargs);
    if (!s)
        return cli_error(APP_USAGE, c->nargs > SEARCH_WORDS ? "`ridge search` takes %d words at most."
                         : "`ridge search` needs a word to look for (%d at most).", SEARCH_WORDS);
    app_need_db(&c->app); /* without a workbook there are no notes, and all else is there */
    json_t *hits = search_pages(&c->app, s, places);
    if (!hits)
        return cli_fail(c, APP_CONFIG);
    all = json_array_size(hits);
    while (!c->opt.all && json_array_size(hits) > SHOWN)
        json_array_remove(hits, json_array_size(hits) - 1);
    search_figures(&c->app, search_new(c->args, (size_t)c->nargs), hits, json_array_size(hits));
    if (c->app.json) {
        json_t *doc = json_pack("{s:o, s:I}", "hits", hits, "total", (json_int_t)all);
        if (!all)
            json_object_set_new(doc, "meant", meant(c, places));
        return cli_json(doc);
    }
    if (!all)
        print_nothing(c, places);
    json_array_foreach(hits, k, hit)
        print_hit(c, hit);
    if (all > json_array_size(hits))
        printf("%zu of %zu places; --all shows the others.\n", json_array_size(hits), all);
    json_decref(hits);
    return APP_OK;
}
