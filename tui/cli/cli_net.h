/*
 * cli_net.h: transfers on a terminal: a bar for each that runs. Elsewhere nothing is drawn.
 */
#ifndef TUI_CLI_NET_H
#define TUI_CLI_NET_H

#include "cli.h"

/* Zeroed is empty. */
struct cli_bars {
    const struct cli *c;
    json_t *names; /* by job */
    json_t *state; /* by job: {"now","total"}, null when it does not run */
    int drawn;     /* lines on the screen */
};

void cli_bars_name(struct cli_bars *b, const char *name); /* of the next job */
void cli_bars_begin(struct cli_bars *b, const struct cli *c);
void cli_bars_event(const json_t *event, void *bars); /* for net_options */
void cli_bars_end(struct cli_bars *b);                /* takes them off the screen */
void cli_bars_finish(struct cli_bars *b);

enum { CLI_PARALLEL = 4 }; /* arXiv asks programs for at most four requests a second */

/* Runs the jobs of net.h, at most CLI_PARALLEL or --jobs at a time, under bars. Their answers, in order; NULL with the
 * exit code in *rc, and app.error set. */
json_t *cli_transfer(struct cli *c, struct cli_bars *b, const json_t *jobs, int gap_ms, int *rc);

#endif
