/* Help: printed from the list of actions, so it can't say anything else than the keys do. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "screen.h"

enum { KEY = ROW_OWN };

static int help_open(struct view *v)
{
    snprintf(v->title, sizeof v->title, "keys");
    return 0;
}

static unsigned groups_below(const struct view *v)
{
    return v->below ? v->below->ops->groups : 0;
}

static void fill_group(struct pane *p, int g, const char *title)
{
    int any = 0;
    for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
        any |= (action_table[a].groups & 1u << g) != 0;
    if (!any)
        return;
    pane_blank(p);
    pane_head(p, title, NULL);
    for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++)
        if (action_table[a].groups & 1u << g)
            pane_add(p, KEY, a)->select = 0;
}

static void help_fill(struct view *v)
{
    static const char *const shown[] = {"PASS",         "FAIL",  "ERROR", "SKIPPED",
                                        "INCONCLUSIVE", "STALE", "BEGUN", "PENDING"};
    struct pane *p = &v->pane[0];
    char title[64];
    unsigned here = groups_below(v);
    for (int g = 0; g < ACTION_GROUPS; g++)
        if (here & 1u << g) {
            snprintf(title, sizeof title, "Here: %s", action_group_names[g]);
            fill_group(p, g, title);
        }
    for (int g = 0; g < ACTION_GROUPS; g++)
        if (!(here & 1u << g)) {
            snprintf(title, sizeof title, "%c%s", action_group_names[g][0] - 32,
                     action_group_names[g] + 1);
            fill_group(p, g, title);
        }
    pane_blank(p);
    pane_head(p, "Signs", NULL);
    for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++)
        pane_status(p, shown[k], status_word(shown[k])->told, NULL)->indent = 2;
}

static void help_draw(struct view *v, const struct row *r, struct pen *p)
{
    (void)v;
    pen_to(p, 2);
    pen_cell(p, STYLE_ACCENT, 18, action_table[r->n].keys);
    pen_put(p, STYLE_TEXT, action_table[r->n].help);
}

static const unsigned char bar[] = {ACTION_FIND, 0};

const struct view_ops view_help = {
    .name = "help",
    .groups = GROUP_SPACE,
    .bar = bar,
    .size = 0,
    .open = help_open,
    .fill = help_fill,
    .draw = help_draw,
};
