/* hw: the hardware facts that lessons compute with, each with its kind, its source and its date. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_table.h"
#include "tui/app/hw_value.h"
#include "runner/base/figure.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { VALUE_COLUMNS = 16, FROM_COLUMN = 42 };

/* Behind the figure's name, value and kind, of which `used` columns are printed. */
static void print_from(const json_t *f, int used)
{
    char *said;
    size_t k;
    for (k = 0; (said = hw_says(f, k)); k++) {
        cli_prose(k ? printf("%*s", FROM_COLUMN, "") : used, said);
        free(said);
    }
    if (k)
        return;
    cli_prose(used, js_text(f, "from"));
    if (*js_text(f, "date"))
        printf("%*s%s\n", FROM_COLUMN, "", js_text(f, "date"));
}

static int print_card(const struct cli *c, const char *id, const json_t *card, const char *field)
{
    const char *key;
    const json_t *f;
    char value[64];
    printf("%s%s  %s%s, card of %s\n", cli_color(c, "bold"), id, js_text(card, "name"), cli_color(c, "off"),
           js_text(card, "as_of"));
    json_object_foreach((json_t *)(size_t)json_object_get(card, "values"), key, f) {
        if (field && strcmp(field, key))
            continue;
        hw_value(value, sizeof value, f);
        print_from(f, printf("  %-12s %-*s %-9s ", key, VALUE_COLUMNS, value, js_text(f, "source")));
    }
    return APP_OK;
}

static int list_cards(const struct cli *c, const json_t *all)
{
    static const struct cli_table_column columns[] = { { .rank = 0 }, { .rank = 0, .least = 20 }, { .rank = 0 },
                                                       { .rank = 1 } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 2);
    const char *id;
    const json_t *card;
    char n[FIGURE];
    json_object_foreach((json_t *)(size_t)all, id, card) {
        cli_table_cell(t, NULL, id);
        cli_table_cell(t, NULL, js_text(card, "name"));
        cli_table_cell(t, NULL, js_text(card, "as_of"));
        cli_table_cell(t, NULL, figure_of((double)json_object_size(json_object_get(card, "values")), "figure", n));
    }
    cli_table_print(c, t);
    printf("`ridge hw CARD` tells each figure's kind: spec (the vendor's document), derived (arithmetic over others), "
           "measured (we ran it), approx (rounded or second-hand), disputed (two sources differ); its source; and its "
           "date.\n");
    return APP_OK;
}

/* In the order of names, which Lua's tables have not. */
static json_t *sorted(const json_t *doc)
{
    char *text = json_dumps(doc, JSON_SORT_KEYS);
    json_t *ret = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return ret;
}

static int show(struct cli *c, const json_t *all)
{
    if (!c->nargs)
        return c->app.json ? cli_json(json_deep_copy(all)) : list_cards(c, all);
    const json_t *card = json_object_get(all, c->args[0]), *figure = card;
    if (!card)
        return cli_fail(c, app_fail(&c->app, APP_USAGE, "There is no hardware card \"%.60s\". `ridge hw` lists them.",
                                    c->args[0]));
    if (c->nargs > 1 && !(figure = json_object_get(json_object_get(card, "values"), c->args[1])))
        return cli_fail(c, app_fail(&c->app, APP_USAGE,
                                    "The card %s has no figure \"%.60s\". `ridge hw %s` lists those.",
                                    c->args[0], c->args[1], c->args[0]));
    if (c->app.json)
        return cli_json(json_deep_copy(figure));
    return print_card(c, c->args[0], card, c->nargs > 1 ? c->args[1] : NULL);
}

int cmd_hw(struct cli *c)
{
    const json_t *read = curriculum_hw(c->app.cur);
    json_t *all = read ? sorted(read) : NULL;
    if (!all)
        return cli_fail(c, app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur)));
    int rc = show(c, all);
    json_decref(all);
    return rc;
}
