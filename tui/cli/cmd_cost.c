/* ridge cost: the five-axis calculator. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "tui/app/cost.h"

static void print_keys(void)
{
    printf("\nChange any of these, as in `ridge cost step=train batch=512 seq=8192 tp=8 dp=16 micro=32`:\n");
    for (const struct cost_key *k = cost_keys; k->name; k++)
        printf("  %-8s %-10s %s\n", k->name, k->usual, k->help);
    printf("Traffic of activations and the risks are assumptions: `assumed` in hw.lua says whose. "
           "Lab c12 derives the rest.\n");
}

int cmd_cost(struct cli *c)
{
    json_t *d = cost_plan(&c->app, c->args, c->nargs);
    if (!d)
        return cli_fail(c, APP_USAGE);
    if (c->app.json)
        return cli_json(d);
    cost_text(d, cli_utf8(), stdout);
    if (!c->nargs)
        print_keys();
    json_decref(d);
    return APP_OK;
}
