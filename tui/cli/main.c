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
#include "tui/app/suggest.h"
#include "tui/screen/tui.h"

#define RUN_OPTIONS (OPT_FILE | OPT_IMPL | OPT_BACKEND | OPT_EXECUTOR)

const struct cli_command cli_commands[] = {
    { "adjust", "[--lab LAB [--only KEY]]", "give one student another due time, an excuse or a grade",
      OPT_ADJUST | OPT_ONLY, 0, 0, cmd_adjust },
    { "answer", "[LAB|WEEK|CARD [QUESTION [ANSWER…]]]", "answer the questions and fill in the cost card",
      OPT_ANSWER, 0, -1, cmd_answer },
    { "artifact", "[PART|LAB] --out DIR", "write a capstone as a folder to show, with proof of each claim",
      OPT_ARTIFACT, 0, 1, cmd_artifact },
    { "bench", "LAB", "time your code against the reference, in pairs", RUN_OPTIONS | OPT_VERSUS | OPT_RUNTIME, 1, 1,
      cmd_bench },
    { "calibrate", "", "measure this machine's ceilings", 0, 0, 0, cmd_calibrate },
    { "class", "[LAB]", "show the class: students down, labs across; or one lab", 0, 0, 1, cmd_class },
    { "collect", "URL|DIR --lab LAB", "fetch and check what was handed in, for `ridge grade`",
      OPT_COLLECT | OPT_STALL, 1, 1, cmd_collect },
    { "completions", "bash|zsh|fish", "print what a shell needs to complete commands", 0, 1, 1, cmd_completions },
    { "config", "[theme NAME | mouse on|off | track NAME]", "show or set colours, mouse and track of the workbook",
      0, 0, 2, cmd_config },
    { "cost", "[KEY=VALUE…]", "what a step of a model costs on five axes, and what binds it", 0, 0, -1,
      cmd_cost },
    { "diff", "LAB | ATTEMPT ATTEMPT", "compare your files with the skeleton, or two attempts", OPT_ATTEMPT, 1, 2,
      cmd_diff },
    { "doctor", "", "what this machine can do, and how to get the rest", 0, 0, 0, cmd_doctor },
    { "export", "LAB", "write a class's grades for another system", OPT_EXPORT | OPT_ONLY, 1, 1, cmd_export },
    { "export-data", "FILE", "write all that is yours into one file, for another machine", 0, 1, 1, cmd_export_data },
    { "fetch", "[WEEK|KEY…]", "download the reading list's open papers, to read offline",
      OPT_FETCH | OPT_STALL | OPT_ALL, 0, -1, cmd_fetch },
    { "grade", "[DIR|ARCHIVE…] --lab LAB", "grade what a class handed in",
      OPT_CLASS | OPT_PHASE | OPT_BACKEND | OPT_EXECUTOR | OPT_RUNTIME, 0, -1, cmd_grade },
    { "help", "[COMMAND]", "explain a command", 0, 0, 1, cmd_help },
    { "hint", "LAB [FUNCTION]", "show the next hint, about what failed", OPT_TIER, 1, 2, cmd_hint },
    { "history", "[LAB]", "list attempts and what they measured", OPT_LIMIT, 0, 1, cmd_history },
    { "hw", "[CARD [FIGURE]]", "hardware facts: each figure's kind, source and date", 0, 0, 2, cmd_hw },
    { "import", "FILE", "take what another machine exported into this workbook", 0, 1, 1, cmd_import },
    { "lab", "new ID | check [LAB…]", "write a lab, or prove labs: reference passes, mutants fail",
      OPT_AUTHOR | OPT_MAP | OPT_BACKEND | OPT_PROVE, 1, -1, cmd_lab },
    { "list", "", "list weeks and labs", OPT_ALL, 0, 0, cmd_list },
    { "lock", "STEP|LAB", "take back what `ridge unlock` opened", 0, 1, 1, cmd_lock },
    { "log", "[TEXT]", "what happened when, day by day", OPT_DAYS, 0, 1, cmd_log },
    { "map", "[TRACK]", "the year, or a track's steps: what rests on what, what is locked", 0, 0, 1, cmd_map },
    { "next", "", "what to do next", 0, 0, 0, cmd_next },
    { "note", "[LAB|WEEK]", "list, add, edit or delete notes", OPT_NOTE, 0, 1, cmd_note },
    { "pack", "build [DIR] | add FILE|URL | list | remove NAME | update NAME|FILE|URL",
      "build, add, list, remove or update a course in one file",
      OPT_PACK | OPT_STALL, 1, 2, cmd_pack },
    { "profile", "LAB", "count, line by line, and say what bounds your code",
      RUN_OPTIONS | OPT_PROFILE, 1, 1, cmd_profile },
    { "regrade", "--lab LAB", "grade a class again, and show what would change",
      OPT_CLASS | OPT_ONLY | OPT_PHASE | OPT_BACKEND | OPT_EXECUTOR, 0, 0, cmd_regrade },
    { "report", "", "what you have to show: the journey, rooflines, before and after", OPT_REPORT | OPT_ALL, 0, 0,
      cmd_report },
    { "reset", "LAB", "put the skeleton back; your files are kept in .backup", 0, 1, 1, cmd_reset },
    { "restore", "ATTEMPT", "put an attempt's files back; yours are kept in .backup", 0, 1, 1, cmd_restore },
    { "review", "[year]", "ask again what is due: ideas and questions", OPT_LIMIT | OPT_ALL, 0, 1, cmd_review },
    { "roofline", "LAB", "draw your attempts under this machine's roof", OPT_HW | OPT_SVG, 1, 1, cmd_roofline },
    { "roster", "[import FILE.csv | drop KEY… | forget KEY]", "list or import the class; drop or erase a student",
      OPT_FORGET, 0, -1, cmd_roster },
    { "show", "LAB|WEEK|CARD|glossary", "read a lab's brief, a week or a card", OPT_LESSON, 1, 1, cmd_show },
    { "search", "WORD…", "find words in lessons, cards, weeks, readings, glossary and notes",
      OPT_SEARCH | OPT_ALL, 1, -1, cmd_search },
    { "similar", "LAB [DIR…]", "which submissions resemble each other", OPT_SIMILAR | OPT_LIMIT, 1, -1, cmd_similar },
    { "simt", "FILE… [-- ARG…]", "run a CUDA program on this CPU, and say what it costs", OPT_SIMT, 1, -1, cmd_simt },
    { "solution", "LAB", "read the reference, once you have passed", OPT_GIVE_UP, 1, 1, cmd_solution },
    { "start", "LAB", "lay out a lab's files", 0, 1, 1, cmd_start },
    { "status", "", "where you are", 0, 0, 0, cmd_status },
    { "submit", "LAB", "hand a lab in, signed: sources and attempts", OPT_SUBMIT | OPT_STALL, 1, 1, cmd_submit },
    { "test", "LAB", "build, run and judge your code", RUN_OPTIONS | OPT_PHASE | OPT_RUNTIME | OPT_ALL, 1, 1,
      cmd_test },
    { "timeline", "LAB", "compute and communication of each rank, in virtual time",
      OPT_ATTEMPT | OPT_SVG | OPT_TIMELINE, 1, 1, cmd_timeline },
    { "unlock", "STEP|LAB", "open a locked step of your track, or one lab; it is recorded", OPT_GATE, 1, 1,
      cmd_unlock },
    { "watch", "LAB", "test at every save", OPT_BACKEND | OPT_EXECUTOR, 1, 1, cmd_watch },
    { "worker", "JOB RESULT | -", "", 0, 1, 2, cmd_worker }, /* not for people: help passes it over */
    { NULL, NULL, NULL, 0, 0, 0, NULL },
};

volatile int cli_interrupted;

static void on_signal(int sig)
{
    (void)sig;
    cli_interrupted = cli_interrupted + 1; /* a second one is meant */
}

static void catch_signals(void)
{
    struct sigaction sa = { .sa_handler = on_signal };
    sigaction(SIGINT, &sa, NULL);
    sigaction(SIGTERM, &sa, NULL);
    sigaction(SIGHUP, &sa, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static const struct cli_command *command_of(const char *name)
{
    for (const struct cli_command *c = cli_commands; c->name; c++)
        if (!strcmp(c->name, name))
            return c;
    return NULL;
}

static int no_such_command(const char *name)
{
    const struct cli_command *best = NULL;
    int least = SUGGEST_FAR;
    for (const struct cli_command *c = cli_commands; c->name; c++)
        if (suggest_slips(name, c->name) < least) {
            least = suggest_slips(name, c->name);
            best = c;
        }
    if (best)
        return cli_error(APP_USAGE, "There is no command \"%s\". Did you mean `ridge %s`?", name, best->name);
    return cli_error(APP_USAGE, "There is no command \"%s\". `ridge help` lists them.", name);
}

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

static int run_workbook(struct cli *c)
{
    enum app_exit code = app_need_db(&c->app);
    if (code != APP_OK)
        return cli_fail(c, code);
    const char *term = getenv("TERM");
    c->screen.interrupted = &cli_interrupted;
    if (c->screen.script || c->screen.plain)
        return tui_main(&c->app, &c->screen);
    if (!c->app.interactive || c->app.json || !term || !*term || !strcmp(term, "dumb")) {
        cli_begin(c->app.json);
        return say_first_page(c) ? APP_CONFIG : cmd_status(c);
    }
    return tui_main(&c->app, &c->screen);
}

static int dispatch(struct cli *c)
{
    const struct cli_command *cmd = NULL;
    if (c->nargs) {
        c->command = c->args[0];
        cmd = command_of(c->command);
        if (!cmd)
            return no_such_command(c->command);
        c->args++;
        c->nargs--;
    }
    if (cmd || c->help)
        cli_begin(c->start.json);
    if (c->help) {
        c->args = (char **)(cmd ? &cmd->name : NULL);
        c->nargs = cmd != NULL;
        c->app.json = c->start.json;
        return cmd_help(c);
    }
    if (c->version)
        return cmd_version(c);
    for (const struct cli_option *d = cli_options; d->name; d++)
        if (c->given[d - cli_options] && !((OPT_COMMON | (cmd ? cmd->options : OPT_SCREEN)) & d->bit))
            return cli_error(APP_USAGE, "`ridge%s%s` does not take --%s.", cmd ? " " : "", cmd ? cmd->name : "",
                             d->name);
    if (cmd && c->executor && strcmp(c->executor, "local") && !(cmd->options & OPT_CLASS))
        return cli_error(APP_USAGE, "`ridge %s` runs on this machine: --executor local.", cmd->name);
    if (cmd && c->klass.lab && cmd->options & (OPT_EXPORT | OPT_SIMILAR)) { /* there it is the first argument */
        *--c->args = (char *)c->klass.lab;
        c->nargs++;
    }
    if (cmd && (c->nargs < cmd->min || (cmd->max >= 0 && c->nargs > cmd->max)))
        return cli_error(APP_USAGE, "usage: ridge %s %s", cmd->name, cmd->args);
    if (cmd && cmd->run == cmd_help && c->nargs && !strcmp(c->args[0], "glossary")) {
        cmd = command_of("show"); /* a page of the curriculum, which help itself does not open */
    } else if (cmd && cmd->run == cmd_help) {
        c->app.json = c->start.json;
        return cmd_help(c);
    }
    enum app_exit code = app_open(&c->app, &c->start, "ridge");
    if (code != APP_OK) {
        cli_fail(c, code);
        app_close(&c->app);
        return code;
    }
    int rc = cmd ? cmd->run(c) : run_workbook(c);
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
    struct cli c = { 0 };
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C"); /* a comma in a number would break JSON and units */
    catch_signals();
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
