/* ridge config: the few things that can be set, kept in the workbook. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

static int keep(struct cli *c, const char *key, json_t *value)
{
    enum db_status s = db_state_put(c->app.db, key, value);
    json_decref(value);
    return s == DB_OK ? APP_OK : cli_fail(c, app_fail_db(&c->app));
}

static json_t *kept(struct cli *c, const char *key)
{
    json_t *value = NULL;
    return db_state_get(c->app.db, key, &value) == DB_OK ? value : NULL;
}

static int set_theme(struct cli *c, const char *name)
{
    if (tui_theme_of(name) >= 0)
        return keep(c, TUI_THEME, json_string(name));
    struct text known = { 0 };
    for (int k = 0; tui_theme(k); k++)
        text_addf(&known, "%s%s", k ? ", " : "", tui_theme(k)->name);
    int rc = cli_error(APP_USAGE, "There is no theme \"%s\". The themes are %s.", name, text_str(&known));
    text_finish(&known);
    return rc;
}

static int set_mouse(struct cli *c, const char *word)
{
    if (!strcmp(word, "on") || !strcmp(word, "off"))
        return keep(c, TUI_MOUSE, json_boolean(word[1] == 'n'));
    return cli_error(APP_USAGE, "The mouse is on or off, not \"%s\".", word);
}

static int set_track(struct cli *c, const char *name)
{
    size_t k;
    const json_t *t;
    struct text names = { 0 };
    json_array_foreach(curriculum_tracks(c->app.cur), k, t) {
        if (!strcmp(js_text(t, "id"), name)) {
            text_finish(&names);
            int rc = keep(c, "track", json_string(name));
            if (rc == APP_OK && !c->app.json)
                printf("Track: %s%s\n`ridge place` asks a few questions and says where in it to begin.\n",
                       js_text(t, "title"), json_is_true(json_object_get(t, "gated"))
                           ? ". Its steps unlock one at a time; `ridge map` shows them." : "");
            return rc;
        }
        text_addf(&names, "%s %s", k ? "," : "", js_text(t, "id"));
    }
    int rc = cli_error(APP_USAGE, "There is no track \"%s\". The tracks are%s.", name, text_str(&names));
    text_finish(&names);
    return rc;
}

/* Whose the rows of a class are: by this name, for whoever runs Ridge under this login. "" is the login alone. */
static int set_grader(struct cli *c, const char *name)
{
    char key[APP_GRADER];
    char *clean = util_clean(name, strlen(name), 0);
    int rc = strlen(name) > 100 || strcmp(clean, name) || strpbrk(name, "\n\t()")
                 ? cli_error(APP_USAGE, "A grader's name has at most 100 bytes, no parentheses and no control "
                                         "characters.")
                 : keep(c, app_grader_key(key), json_string(name));
    free(clean);
    if (rc == APP_OK && !c->app.json)
        printf(*name ? "What you decide of a class is by %s from here on.\n"
                     : "What you decide of a class is by your login from here on.%s\n", name);
    return rc;
}

static void print_tracks(struct cli *c)
{
    size_t k;
    const json_t *t;
    printf("track  %-14s", js_text(app_track(&c->app), "id"));
    json_array_foreach(curriculum_tracks(c->app.cur), k, t)
        printf("%s%s", k ? ", " : "one of ", js_text(t, "id"));
    printf("; `ridge map NAME` shows one\n");
}

static int print_all(struct cli *c)
{
    json_t *theme = kept(c, TUI_THEME), *mouse = kept(c, TUI_MOUSE);
    const char *is = json_is_string(theme) ? json_string_value(theme) : tui_theme(0)->name;
    int on = !json_is_false(mouse);
    if (c->app.json) {
        int rc = cli_json(json_pack("{s:s s:b s:s}", "theme", is, "mouse", on, "track",
                                    js_text(app_track(&c->app), "id")));
        json_decref(theme);
        json_decref(mouse);
        return rc;
    }
    printf("theme  %-14s", is);
    for (int k = 0; tui_theme(k); k++)
        printf("%s%s", k ? ", " : "one of ", tui_theme(k)->name);
    printf("\nmouse  %-14son or off; while it is on, the terminal selects text with Shift held\n", on ? "on" : "off");
    print_tracks(c);
    json_decref(theme);
    json_decref(mouse);
    return APP_OK;
}

int cmd_config(struct cli *c)
{
    enum app_exit code = app_need_db(&c->app);
    if (code != APP_OK)
        return cli_fail(c, code);
    if (!c->nargs)
        return print_all(c);
    if (c->nargs == 2 && !strcmp(c->args[0], "theme"))
        return set_theme(c, c->args[1]);
    if (c->nargs == 2 && !strcmp(c->args[0], "mouse"))
        return set_mouse(c, c->args[1]);
    if (c->nargs == 2 && !strcmp(c->args[0], "grader"))
        return set_grader(c, c->args[1]);
    if (!strcmp(c->args[0], "track")) {
        if (c->nargs == 2)
            return set_track(c, c->args[1]);
        print_tracks(c);
        return APP_OK;
    }
    return cli_error(APP_USAGE, "`ridge config` shows the settings; `ridge config theme NAME`, `ridge config "
                                "mouse on`, `ridge config track NAME` and `ridge config grader NAME` change them.");
}
