/* ridge: parse, open, dispatch. Without a command: the workbook on a terminal, its status elsewhere. */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "cli.h"
#include "fold.h"
#include "tui/screen/screen.h"
#include "tui/screen/tui.h"
#include "runner/base/memory.h"
#include "runner/box/box_level.h"

/* Without a terminal, too, an empty workbook begins with what Ridge is. */
static int say_first_page(struct cli *c)
{
    if (c->app.json || !app_untouched(&c->app))
        return 0;
    char *text = curriculum_lesson(c->app.cur, FIRST_PAGE);
    if (!text) {
        app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur));
        return cli_fail(c, APP_CONFIG);
    }
    int rc = cli_markdown(c, text);
    free(text);
    printf("\n");
    return rc;
}

/* The commands that are for people, as the palette lists them; yours to free. */
static struct tui_command *commands_told(void)
{
    size_t all = 0, n = 0;
    for (const struct cli_command *k = cli_tables.commands; k->name; k++)
        all++;
    struct tui_command *told = calloc(all + 1, sizeof *told);
    for (const struct cli_command *k = cli_tables.commands; told && k->name; k++)
        if (*k->help)
            told[n++] = (struct tui_command){ k->name, k->args, k->help };
    return told;
}

static int run_screens(struct cli *c)
{
    struct tui_command *commands = commands_told();
    c->screen.interrupted = &cli_interrupted;
    c->screen.pages = &screen_pages;
    c->screen.commands = commands;
    int rc = tui_main(&c->app, &c->screen);
    free(commands);
    return rc;
}

static int run_workbook(struct cli *c)
{
    enum app_exit code = app_need_db(&c->app);
    if (code != APP_OK)
        return cli_fail(c, code);
    const char *term = getenv("TERM");
    if (c->screen.script || c->screen.plain)
        return run_screens(c);
    if (!c->app.interactive || c->app.json || !term || !*term || !strcmp(term, "dumb")) {
        cli_begin(c->app.json);
        return say_first_page(c) ? APP_CONFIG : cmd_status(c);
    }
    return run_screens(c);
}

/* `ridge COMMAND --help` is `ridge help COMMAND`. */
static int say_help(struct cli *c)
{
    const char *name = c->cmd ? c->cmd->name : NULL;
    c->args = (char **)(size_t)&name;
    c->nargs = c->cmd != NULL;
    return cmd_help(c);
}

static int dispatch(struct cli *c)
{
    const struct cli_command *cmd = c->cmd;
    if (cmd || c->opt.help)
        cli_begin(c->start.json);
    c->app.json = c->start.json;
    if (c->opt.help)
        return say_help(c);
    if (c->opt.version)
        return cmd_version(c);
    box_choose(c->opt.box ? c->opt.box : getenv("RIDGE_BOX"));
    if (cmd && c->opt.lab && (cmd->run == cmd_export || cmd->run == cmd_similar)) { /* the first argument there */
        *--c->args = (char *)(size_t)c->opt.lab;
        c->nargs++;
    }
    if (cmd && (c->nargs < cmd->min || (cmd->max >= 0 && c->nargs > cmd->max)))
        return cli_usage(cmd->name, cmd->args);
    if (cmd && cmd->run == cmd_help && c->nargs && !strcmp(c->args[0], "glossary"))
        cmd = cli_command("show"); /* a page of the curriculum, which help itself does not open */
    else if (cmd && cmd->run == cmd_help)
        return cmd_help(c);
    enum app_exit code = app_open(&c->app, &c->start, "ridge");
    if (c->opt.level)
        c->app.level = c->opt.level;
    if (code != APP_OK) {
        cli_fail(c, code);
        app_close(&c->app);
        return code;
    }
    cli_note_look(c);
    int rc = (int)app_code(&c->app, cmd ? cmd->run(c) : run_workbook(c));
    cli_notice(c);
    app_close(&c->app);
    return rc;
}

/* What submissions run as is ours where the box has no uid of its own: as root our environment stays shut to them. */
static void hide_from_children(void)
{
#ifndef __SANITIZE_ADDRESS__
    if (!geteuid())
        prctl(PR_SET_DUMPABLE, 0);
#endif
}

/* Before the command line is read, for what is wrong with it. */
static bool wants_json(int argc, char **argv)
{
    for (int k = 1; k < argc && strcmp(argv[k], "--"); k++)
        if (!strcmp(argv[k], "--json"))
            return true;
    return false;
}

int main(int argc, char **argv)
{
    struct cli c = { .opt = { .minutes = -1, .mutants = -1 } }; /* 0 minutes: without a limit; 0 mutants: none */
    cli_tables = commands_tables;
    memory_must();
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C"); /* a comma in a number would break JSON and units */
    cli_catch_signals();
    hide_from_children();
    if (wants_json(argc, argv))
        cli_begin(true);
    int rc = cli_parse(&c, argc, argv);
    if (!rc)
        rc = dispatch(&c);
    if (fold_end()) {
        if (errno != EPIPE)
            cli_say("Standard output: %s.", strerror(errno));
        return rc ? rc : errno == EPIPE ? 0 : APP_CONFIG;
    }
    return rc;
}
