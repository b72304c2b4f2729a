/*
 * cli_attempt.h: attempts as a command line names them, for `ridge diff` and `ridge restore`.
 */
#ifndef TUI_CLI_ATTEMPT_H
#define TUI_CLI_ATTEMPT_H

#include "cli.h"

/* "12" is attempt 12; 0 for what is no number. */
long long cli_attempt_number(const char *arg);

/* The attempt's lab, resolved and yours; NULL with app.error. */
json_t *cli_attempt_lab(struct cli *c, long long id);

/* The attempt's files, for db_files_free(); APP_OK, or an exit code with app.error. */
int cli_attempt_files(struct cli *c, long long id, struct db_file **f, size_t *n);

#endif
