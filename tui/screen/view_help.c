/* Help: printed from the list of actions, so it can't say anything else than the keys do. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "runner/base/term.h"
#include "screen.h"

enum { KEY = ROW_OWN, KEYS_WIDE = 18, SIGN_WIDE = 4 };

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
        if (action_table[a].groups & 1u << g) {
            size_t at = p->n;
            pane_item(p, KEY, a, KEYS_WIDE + 2, NULL, action_table[a].help);
            p->rows[at].select = 0;
        }
}

/* A sign and what it tells, on as many lines as the pane's width asks for. */
static void fill_sign(struct pane *p, const char *status)
{
    const char *told = status_word(status)->told;
    size_t next, used = term_break(told, p->w - SIGN_WIDE > 8 ? p->w - SIGN_WIDE : 8, &next);
    char line[120];
    snprintf(line, sizeof line, "%.*s", (int)used, told);
    pane_status(p, status, line, NULL)->indent = 2;
    if (told[next])
        pane_wrap(p, STYLE_TEXT, SIGN_WIDE, told + next);
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
        fill_sign(p, shown[k]);
}

static void help_draw(struct view *v, const struct row *r, struct pen *p)
{
    (void)v;
    pen_to(p, 2);
    pen_cell(p, STYLE_ACCENT, KEYS_WIDE, action_table[r->n].keys);
    pen_put(p, STYLE_TEXT, r->text);
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
