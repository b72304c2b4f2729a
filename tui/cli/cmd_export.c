/* export: a class's grades of a lab in the files of other systems. */
#include <string.h>

#include "cli_class.h"
#include "cmd_export.h"
#include "grader/class/hidden.h"
#include "runner/base/js.h"
#include "tui/app/class_remark.h"

/* The options fit each other; else a sentence. */
static int check(struct cli *c)
{
    const struct cli_values *o = &c->opt;
    const char *f = o->format ? o->format : "csv";
    bool filled = !strcmp(f, "canvas") || !strcmp(f, "moodle");
    if (o->template && !filled)
        app_fail(&c->app, APP_USAGE, "--template is a file of Canvas or Moodle: --format canvas or moodle");
    else if (o->column && !o->template)
        app_fail(&c->app, APP_USAGE, "--column names a column of --template");
    else if (cmd_export_is_feedback(f) && !o->out)
        app_fail(&c->app, APP_USAGE, "A zip goes into a file: name it with --out.");
    else if (c->app.json && !o->out && !o->template)
        app_fail(&c->app, APP_USAGE, "--json says what was written: it needs --out");
    else
        return 0;
    return -1;
}

static int run(struct cli *c, const json_t *lab, const struct class_book *book)
{
    const char *visibility = json_string_value(json_object_get(book->policy, "visibility"));
    json_t *rows = class_book_rows(&c->app, book, NULL, !hidden_are_shown(visibility));
    json_t *left = cmd_export_left(c, book);
    struct exporting x = { .c = c,
                           .format = c->opt.format ? c->opt.format : "csv",
                           .book = book,
                           .lab = lab,
                           .files = json_array(),
                           .nameless = json_array(),
                           .visibility = visibility };
    x.class = (struct export_class){ .lab = js_text(lab, "id"), .title = js_text(lab, "title"),
                                     .max = class_book_points(lab, rows), .rows = rows, .left = left, .doc = lab };
    int rc = left ? APP_OK : app_fail_db(&c->app);
    if (rc == APP_OK && !json_array_size(rows))
        rc = app_fail(&c->app, APP_CONFIG, "There is no class yet. `ridge roster import FILE.csv` makes one.");
    if (rc == APP_OK)
        rc = cmd_export_rows(&x, rows, left);
    rc = rc == APP_OK ? cmd_export_write(&x) : cli_fail(c, rc);
    if (rc == APP_OK && (json_array_size(x.files) || c->app.json))
        rc = cmd_export_report(&x);
    json_decref(x.notes);
    json_decref(x.files);
    json_decref(x.nameless);
    json_decref(rows);
    json_decref(left);
    return rc;
}

int cmd_export(struct cli *c)
{
    struct class_book book;
    if (check(c))
        return cli_fail(c, APP_USAGE);
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    int rc = app_need_db(&c->app);
    rc = rc == APP_OK ? cli_only(c) : rc;
    if (rc == APP_OK && class_is_anonymous(&c->app, js_text(lab, "id")))
        rc = app_fail(&c->app, APP_USAGE, "%s is graded without names, which every export has. `ridge class %s "
                      "--reveal --reason TEXT` shows them.", js_text(lab, "id"), js_text(lab, "id"));
    if (rc == APP_OK)
        rc = class_book_open(&c->app, js_text(lab, "id"), &book);
    if (rc == APP_OK) {
        rc = run(c, lab, &book);
        class_book_close(&book);
    } else {
        rc = cli_fail(c, rc);
    }
    cli_only_free(c);
    json_decref(lab);
    return rc;
}
