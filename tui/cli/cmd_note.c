/* ridge note: list, add, edit, delete. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "fold.h"
#include "tui/app/notes.h"
#include "tui/screen/screen.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

/* "7" is w07, "w01#Heading" a heading of w01-roofline; a lab's name is completed. -1: it is said. */
static int owner_of(struct cli *c, const char *arg, char *ret, size_t n)
{
    char base[NOTE_OWNER];
    const char *heading = arg + strcspn(arg, "#");
    snprintf(base, sizeof base, "%.*s", (int)(heading - arg), arg);
    int week = cli_week(c, base);
    if (week) {
        snprintf(ret, n, "w%02d%s", week, heading);
        return 0;
    }
    const json_t *card = cli_card(c, base);
    if (card) {
        snprintf(ret, n, "%s%s", js_text(card, "id"), heading);
        return 0;
    }
    if (cli_is_no_week(c, base))
        return -1;
    json_t *lab = cli_lab(c, base);
    if (!lab)
        return -1;
    snprintf(ret, n, "%s%s", js_text(lab, "id"), heading);
    json_decref(lab);
    return 0;
}

/* Indented; no control character reaches the terminal. */
static void print_text(const char *text)
{
    char *clean = util_clean(text, strlen(text), 0);
    printf("  ");
    for (const char *p = clean; *p; p++)
        printf(*p == '\n' ? "\n  " : "%c", *p);
    putchar('\n');
    free(clean);
}

static int list(struct cli *c, const char *owner)
{
    json_t *notes = notes_load(&c->app, owner);
    size_t k;
    const json_t *x;
    if (!notes)
        return cli_fail(c, APP_CONFIG);
    if (c->app.json)
        return cli_json(json_pack("{s:o}", "notes", notes));
    if (!json_array_size(notes))
        printf("There are no notes here yet. `ridge note OWNER --add TEXT` writes one.\n");
    json_array_foreach(notes, k, x) {
        char when[32];
        time_t t = (time_t)(js_number(x, "updated") / 1000);
        struct tm tm;
        localtime_r(&t, &tm);
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &tm);
        printf("%s%4.0f  %s  %s%s\n", cli_color(c, "bold"), js_number(x, "id"), when, js_text(x, "owner"),
               cli_color(c, "off"));
        print_text(js_text(x, "text"));
    }
    json_decref(notes);
    return APP_OK;
}

static int stored(struct cli *c, enum app_exit code, int64_t id)
{
    if (code != APP_OK)
        return cli_fail(c, code);
    if (c->app.json)
        return cli_json(json_pack("{s:I}", "note", (json_int_t)id));
    printf("Note %" PRId64 " is kept.\n", id);
    return APP_OK;
}

/* The note, yours; NULL: there is none, and that is said. */
static json_t *note_of(struct cli *c, long long id)
{
    json_t *notes = notes_load(&c->app, NULL), *found = NULL, *x;
    size_t k;
    json_array_foreach(notes, k, x)
        if ((long long)js_number(x, "id") == id)
            found = json_incref(x);
    json_decref(notes);
    if (!found) {
        app_fail(&c->app, APP_USAGE, "There is no note %lld. `ridge note` lists them.", id);
        cli_fail(c, APP_USAGE);
    }
    return found;
}

static int edit_in_editor(struct cli *c, const json_t *note)
{
    int64_t id = (int64_t)js_number(note, "id");
    char *path = notes_file(&c->app, id, js_text(note, "owner"), js_text(note, "text"));
    enum app_exit code = path ? APP_OK : APP_CONFIG;
    if (path && screen_wait_for(screen_editor(), path, 0))
        code = app_fail(&c->app, APP_CONFIG, "The editor failed. Set EDITOR; your text is in %s.", path);
    else if (path)
        code = notes_take(&c->app, path, id, js_text(note, "owner"), NULL);
    free(path);
    return stored(c, code, id);
}

static int edit_from_input(struct cli *c, const json_t *note)
{
    static char text[NOTE_BYTES + 1];
    size_t n = fread(text, 1, NOTE_BYTES, stdin);
    int64_t id = (int64_t)js_number(note, "id");
    text[n] = 0;
    if (!text[strspn(text, " \t\r\n")]) {
        app_fail(&c->app, APP_USAGE, "The note was left as it is: its new text is read from standard input, which is "
                 "empty. On a terminal it opens in your editor.");
        return cli_fail(c, APP_USAGE);
    }
    return stored(c, notes_store(&c->app, id, "", text, NULL), id);
}

static int edit(struct cli *c, long long id)
{
    json_t *note = note_of(c, id);
    int rc = APP_USAGE;
    if (note)
        rc = c->app.interactive && isatty(STDIN_FILENO) ? edit_in_editor(c, note) : edit_from_input(c, note);
    json_decref(note);
    return rc;
}

static int delete(struct cli *c, long long id)
{
    json_t *note = note_of(c, id);
    char line[16] = "";
    if (!note)
        return APP_USAGE;
    if (!c->app.yes && c->app.interactive) {
        print_text(js_text(note, "text"));
        printf("Delete it? [y/N] ");
        fold_flush();
        if (!fgets(line, sizeof line, stdin))
            line[0] = 0;
    }
    json_decref(note);
    if (!c->app.yes && line[0] != 'y' && line[0] != 'Y') {
        app_fail(&c->app, APP_USAGE, "Nothing was deleted; --yes does it.");
        return cli_fail(c, APP_USAGE);
    }
    if (db_note_delete(c->app.db, id) != DB_OK) {
        app_fail_db(&c->app);
        return cli_fail(c, APP_CONFIG);
    }
    if (c->app.json)
        return cli_json(json_pack("{s:I}", "deleted", (json_int_t)id));
    printf("Note %lld is deleted.\n", id);
    return APP_OK;
}

static int add(struct cli *c, const char *owner)
{
    int64_t id = 0;
    if (!c->opt.add[strspn(c->opt.add, " \t\r\n")]) {
        app_fail(&c->app, APP_USAGE, "The note is empty: nothing was stored.");
        return cli_fail(c, APP_USAGE);
    }
    enum app_exit code = notes_store(&c->app, 0, owner, c->opt.add, &id);
    return stored(c, code, id);
}

int cmd_note(struct cli *c)
{
    char owner[NOTE_OWNER] = "";
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    if (c->nargs && owner_of(c, c->args[0], owner, sizeof owner))
        return APP_USAGE;
    if (c->opt.add)
        return add(c, owner);
    if (c->opt.edit)
        return edit(c, c->opt.edit);
    if (c->opt.delete)
        return delete(c, c->opt.delete);
    return list(c, c->nargs ? owner : NULL);
}
