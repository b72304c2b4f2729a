/* cli_parts.h: which files of other labs a lab's program has, and whose they are, in a line each; nothing of a lab
 * without such. */
#ifndef TUI_CLI_PARTS_H
#define TUI_CLI_PARTS_H

#include "cli.h"

void cli_parts(struct cli *c, const json_t *lab);

#endif
