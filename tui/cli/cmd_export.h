/* cmd_export.h: what the files of `ridge export` share: one lab's grades on their way into files. */
#ifndef TUI_CLI_CMD_EXPORT_H
#define TUI_CLI_CMD_EXPORT_H

#include <stdbool.h>

#include "cli.h"
#include "grader/export/export.h"
#include "tui/app/class_book.h"

struct exporting {
    struct cli *c;
    const char *format;
    struct export_class class;
    const struct class_book *book;
    const json_t *lab;
    const char *visibility;
    json_t *files, *notes; /* what was written, and what is to be said of a template */
    json_t *nameless;      /* keys of students whose file the school's system would not know */
    size_t pages;          /* how many are in a zip for it */
};

/* ---- cmd_export_rows.c */

/* The rows of those who left the class, yours; NULL: db_error() says why. */
json_t *cmd_export_left(struct cli *c, const struct class_book *book);

/* Of `rows` those that --only and --section leave, each with what the format tells. An exit code, with app.error. */
int cmd_export_rows(struct exporting *x, json_t *rows, const json_t *left);

/* ---- cmd_export_write.c */
bool cmd_export_is_feedback(const char *format); /* pages in a zip, for a school's system to give back */
int cmd_export_write(struct exporting *x);       /* the files of the format. An exit code, after the sentence */

/* ---- cmd_export_said.c: what was written, and who is not in it. An exit code */
int cmd_export_report(struct exporting *x);

#endif
