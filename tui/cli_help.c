/* Help, from the two tables. */
#include <stdio.h>
#include <string.h>

#include "cli.h"

static void option_line(const struct cli_option *o)
{
    char name[40];
    snprintf(name, sizeof name, "--%s%s%s", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
    printf("  %-18s %s\n", name, o->help);
}

static void command_line(const struct cli_command *k)
{
    printf("  %-11s ", k->name);
    cli_column(k->args, 30);
    printf("%s\n", k->help);
}

static int help_command(const char *name)
{
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        if (strcmp(c->name, name))
            continue;
        printf("ridge %s %s\n    %s\n\n", c->name, c->args, c->help);
        for (const struct cli_option *o = cli_options; o->name; o++)
            if (o->bit & (c->options | OPT_COMMON))
                option_line(o);
        return APP_OK;
    }
    fprintf(stderr, "ridge: there is no command \"%s\". `ridge help` lists them.\n", name);
    return APP_USAGE;
}

int cmd_help(struct cli *c)
{
    if (c->nargs)
        return help_command(c->args[0]);
    printf("ridge: a workbook for ML-systems engineering, from silicon to softmax\n\n"
           "  ridge              the workbook, on a terminal; elsewhere the same as `ridge status`\n\n");
    for (const struct cli_command *k = cli_commands; k->name; k++)
        if (*k->help)
            command_line(k);
    printf("\n");
    for (const struct cli_option *o = cli_options; o->name; o++)
        if (o->bit & OPT_COMMON)
            option_line(o);
    printf("\nExit codes: 0 all passed, 1 some milestone failed, 2 usage, 3 build failed, 4 crashed, 5 limit,\n"
           "6 skipped, 7 inconclusive, 8 suspicious, 9 our own fault, 10 configuration or database, 130 interrupted.\n");
    return APP_OK;
}
