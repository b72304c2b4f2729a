/*
 * submit.h: what came of a hand-in, for `ridge submit --status` and `ridge status`.
 */
#ifndef TUI_CLI_SUBMIT_H
#define TUI_CLI_SUBMIT_H

#include "cli.h"

/* Fetches, opens, keeps and shows the answer to the lab's last hand-in; the exit code, 1 where there is none yet. */
int submit_status(struct cli *c, const json_t *lab);

/* One line of a receipt of receipts_newest(). */
void submit_print_line(const json_t *receipt);

#endif
