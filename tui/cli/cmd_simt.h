/* cmd_simt.h: what the files of `ridge simt` share: one program that is built, run, and perhaps run again. */
#ifndef TUI_CLI_CMD_SIMT_H
#define TUI_CLI_CMD_SIMT_H

#include "cli.h"
#include "runner/simt/host/simt.h"
#include "runner/simt/host/time.h"
#include "simt_text/simt_text.h"

struct simt {
    struct cli *c;
    char *dir, *cwd, *sources[SIMT_SOURCES + 1];
    int nsources;
    struct simt_program program;
    json_t *report, *schedules, *regs, *widths, *findings;
    struct simt_outcome first;
    struct simt_card card; /* of --time */
};

/* ---- cmd_simt_run.c */
/* Is standard output the report's alone: lines for an editor, or a document? */
int cmd_simt_for_programs(const struct cli *c);
struct simt_run cmd_simt_options(struct simt *s, char *const *args);
json_t *cmd_simt_report(struct simt *s, const struct simt_outcome *o); /* yours; NULL: there is no memory */
int cmd_simt_run(struct simt *s, char *const *args); /* s->first and s->report. An exit code, with app.error */

/* ---- cmd_simt_schedules.c: the program again, with its threads in other orders. An exit code */
int cmd_simt_schedules(struct simt *s, char *const *args);
void cmd_simt_print_schedules(const struct simt_style *style, const struct simt *s);

/* ---- cmd_simt_clangd.c: --clangd. An exit code, after the sentence */
int cmd_simt_clangd(struct simt *s);

/* What the compiler is told for --std, or NULL. The emulator's own headers are C++17, nvcc's default. */
const char *cmd_simt_standard(const char *said, char ret[16]);

#endif
