/* ridge: parse, open, dispatch. Without a command: the workbook on a terminal, its status elsewhere. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "box_level.h"
#include "cli.h"
#include "executor.h"
#include "tui.h"

const struct cli_option cli_options[] = {
    { "home", "DIR", "the learner's files (default: $XDG_DATA_HOME/ridge)", OPT_HOME, 'H' },
    { "db", "FILE", "the workbook's database (default: HOME/ridge.db)", OPT_DB, 'B' },
    { "root", "DIR", "where curriculum/, labs/ and kernels/ are (default: this checkout)", OPT_ROOT, 'R' },
    { "json", NULL, "one JSON document on standard output", OPT_JSON, 'j' },
    { "no-color", NULL, "no colour; NO_COLOR does the same", OPT_NO_COLOR, 'n' },
    { "yes", NULL, "answer yes to every question", OPT_YES, 'y' },
    { "jobs", "N", "how many runs at once where a command runs many", OPT_JOBS, 'J' },
    { "seed", "N", "seed of the visible cases (default: 1)", OPT_SEED, 's' },
    { "backend", "B", "auto, cpu, simt, cuda or ranks (default: auto)", OPT_BACKEND, 'b' },
    { "runtime", "R", "what carries ranks: inproc, mpi or nccl (default: inproc)", OPT_RUNTIME, '^' },
    { "executor", "X", "where to run: local; grade: also slurm, ssh:HOST[,HOST2…]", OPT_EXECUTOR, 'x' },
    { "level", "L", "refuse a sandbox below L0, L1, L2 or L3; RIDGE_LEVEL does the same", OPT_EXECUTOR, 'e' },
    { "box", "B", "who makes the sandbox's namespaces: native or bwrap; RIDGE_BOX does the same", OPT_EXECUTOR, '~' },
    { "file", "F", "test this file in place of yours; may be given again", OPT_FILE, 'f' },
    { "impl", "I", "learner, skeleton, reference, a rung of the ladder, mutant:NAME", OPT_IMPL, 'i' },
    { "phase", "P", "stop after: correct, sanitize, profile, perf", OPT_PHASE, 'P' },
    { "all", NULL, "everything, also what is planned", OPT_ALL, 'a' },
    { "map", NULL, "hold the curriculum against every row of its sources", OPT_MAP, 'm' },
    { "give-up", NULL, "see the solution without having passed; this is recorded", OPT_GIVE_UP, 'g' },
    { "attempt", "N", "diff: the attempt to compare with; timeline: the one to show", OPT_ATTEMPT, 'A' },
    { "tier", "N", "the hint of that tier", OPT_TIER, 't' },
    { "lesson", NULL, "the lesson's text", OPT_LESSON, 'l' },
    { "limit", "N", "at most so many rows", OPT_LIMIT, 'L' },
    { "hw", "ID", "ceilings of this hardware card (h200, a100, …)", OPT_HW, 'w' },
    { "svg", "FILE", "write the plot there as SVG", OPT_SVG, 'V' },
    { "versus", "I", "time against reference, a rung, mutant:NAME or attempt:N (kept)", OPT_VERSUS, 'v' },
    { "compare", "ATTEMPT", "beside what that attempt counted, or when it did what", OPT_PROFILE | OPT_TIMELINE, 'c' },
    { "case", "CASE", "timeline: of this case (default: the first)", OPT_TIMELINE, '&' },
    { "asm", NULL, "with --compare: how the instructions differ", OPT_PROFILE, 'M' },
    { "with", "TOOL", "count with that, too: cachegrind; cupti, in place of ncu", OPT_PROFILE, 'k' },
    { "arch", "PROFILE", "the GPU to be: h100, h200, a100, rtx4090, wave64", OPT_SIMT, 'r' },
    { "include", "DIR", "-I: look for headers there too; may be given again", OPT_SIMT, 'I' },
    { "define", "X[=V]", "-D: define a macro; may be given again", OPT_SIMT, 'D' },
    { "std", "STD", "c++17, c++20 or c++23 (default: c++17)", OPT_SIMT, 'd' },
    { "schedules", "N", "run it again under N random schedules, and compare", OPT_SIMT, 'S' },
    { "no-trace", NULL, "results only: no checks, no counters, faster", OPT_SIMT, 'T' },
    { "source", NULL, "the source with its counters in the margin", OPT_SIMT, 'o' },
    { "regs", NULL, "ask nvcc for the registers of each kernel", OPT_SIMT, 'G' },
    { "timeout", "S", "seconds: simt: for one kernel; fetch: without a byte", OPT_SIMT | OPT_STALL, 'O' },
    { "workers", "N", "host threads (default: all; results are the same)", OPT_SIMT, 'W' },
    { "keep", "DIR|WHICH", "simt: leave sources and program there; grade: best or last counts", OPT_SIMT | OPT_CLASS,
      'K' },
    { "lab", "LAB", "the lab that was handed in", OPT_CLASS | OPT_EXPORT | OPT_SIMILAR | OPT_COLLECT | OPT_ADJUST,
      'q' },
    { "due", "TIME", "when it is due, with offset: 2026-12-01T23:59+01:00; none", OPT_CLASS | OPT_ADJUST, 'u' },
    { "points", "N", "adjust: the grade, by hand; above the lab's points it is a bonus, and asks", OPT_ADJUST, '#' },
    { "excuse", NULL, "adjust: the lab does not count for this student", OPT_ADJUST, '|' },
    { "undo", NULL, "adjust: take back what holds for this student in this lab", OPT_ADJUST, '_' },
    { "backups", NULL, "roster forget: delete the workbook's older copies that name the student, too", OPT_FORGET,
      '@' },
    { "reason", "TEXT", "adjust: why; kept, and shown to the student", OPT_ADJUST, '"' },
    { "late", "RATE", "what each day late costs: 10%/day; none", OPT_CLASS, 'p' },
    { "grace", "SPAN", "late by so little is in time: 15m", OPT_CLASS, 'E' },
    { "received", "TIME", "grade: when what is named came in, where its files' times say something else", OPT_CLASS,
      ';' },
    { "visibility", "V", "hidden cases in what students see: hidden, after_due, after_published, visible", OPT_CLASS,
      '7' },
    { "spool", "DIR", "slurm: a folder that the nodes share (default: in the home)", OPT_CLASS, 'X' },
    { "only", "KEY", "this student only", OPT_ONLY, 'Q' },
    { "format", "F", "csv, canvas, moodle, gradescope, junit, json, html", OPT_EXPORT, '1' },
    { "out", "FILE", "write it there (gradescope, html, collect: a folder)",
      OPT_EXPORT | OPT_COLLECT | OPT_REPORT | OPT_PACK | OPT_ARTIFACT, '2' },
    { "draft", NULL, "artifact: write it although something is missing, marked as a draft", OPT_ARTIFACT, '[' },
    { "track", "T", "artifact: this track of the capstone (default: the one with most behind it)", OPT_ARTIFACT, ']' },
    { "predict", "[BENCH=]R", "bench --versus attempt:N: how many times faster it will be; kept first", OPT_VERSUS,
      '+' },
    { "template", "FILE", "fill this export of Canvas or worksheet of Moodle", OPT_EXPORT, '3' },
    { "column", "NAME", "the header of the template's column", OPT_EXPORT, '4' },
    { "against", "X", "earlier years: a folder, an archive, a FILE.db; may be given again", OPT_SIMILAR, '5' },
    { "html", "[FILE]", "similar: write the pairs side by side; report: one page", OPT_SIMILAR | OPT_REPORT, '6' },
    { "week", "N", "this week only", OPT_REPORT, '(' },
    { "part", "P", "this part of the year only", OPT_REPORT, ')' },
    { "plain", NULL, "pages as lines, for a screen reader: type a row's number, an action or a key; timeline: ASCII",
      OPT_SCREEN | OPT_TIMELINE, '=' },
    { "script", "FILE", "no terminal: keys from this file or -, screens saved as text", OPT_SCREEN, '%' },
    { "add", "TEXT", "a new note", OPT_NOTE, '8' },
    { "edit", "N", "change note N: in your editor, or to what standard input says", OPT_NOTE, '9' },
    { "delete", "N", "delete note N", OPT_NOTE, '0' },
    { "days", "N", "so many days back (default: 14)", OPT_DAYS, 'Y' },
    { "open", NULL, "show what was fetched, in your viewer", OPT_FETCH, 'z' },
    { "to", "URL", "where it goes: a folder with / at its end, or a whole address", OPT_SUBMIT, 'U' },
    { "as", "KEY", "who you are to your school; kept", OPT_SUBMIT, 'N' },
    { "post", NULL, "send it as a form does, in its field \"file\"", OPT_SUBMIT, 'F' },
    { "accept-key", "PRINT", "the new key of this fingerprint is the student's: you asked", OPT_COLLECT, 'C' },
    { "insecure-http", NULL, "http:// to other machines, too: anybody on the way reads it",
      OPT_SUBMIT | OPT_COLLECT | OPT_PACK, 'Z' },
    { "key", "PRINT", "the author's key has this fingerprint", OPT_PACK, '{' },
    { "no-check", NULL, "build: without proving the labs first", OPT_PACK, '}' },
    { "lang", "LANG", "lab new: c or cuda (default: c)", OPT_AUTHOR, '<' },
    { "title", "TEXT", "lab new: the lab's title", OPT_AUTHOR, '>' },
    { "help", NULL, "this command's help", OPT_HELP, 'h' },
    { NULL, NULL, NULL, 0, 0 },
};
enum { OPTIONS = sizeof cli_options / sizeof *cli_options }; /* with the end's */

#define RUN_OPTIONS (OPT_FILE | OPT_IMPL | OPT_BACKEND | OPT_EXECUTOR)

const struct cli_command cli_commands[] = {
    { "adjust", "[--lab LAB [--only KEY]]", "one student's due time, excuse or grade, by hand, with a reason",
      OPT_ADJUST | OPT_ONLY, 0, 0, cmd_adjust },
    { "answer", "[LAB|WEEK|CARD [QUESTION [ANSWER…]]]", "answer the questions and the cost card", 0, 0, -1,
      cmd_answer },
    { "artifact", "[PART|LAB] --out DIR", "a capstone as a folder and a page to show, each claim with its proof",
      OPT_ARTIFACT, 0, 1, cmd_artifact },
    { "bench", "LAB", "time it against the reference, in pairs", RUN_OPTIONS | OPT_VERSUS | OPT_RUNTIME, 1, 1,
      cmd_bench },
    { "calibrate", "", "measure this machine's ceilings", 0, 0, 0, cmd_calibrate },
    { "class", "[LAB]", "the class: students down, labs across; what it found hard in one", 0, 0, 1, cmd_class },
    { "collect", "URL|DIR --lab LAB", "what was handed in, checked, for `ridge grade`", OPT_COLLECT | OPT_STALL, 1, 1,
      cmd_collect },
    { "completions", "bash|zsh|fish", "what a shell completes, to be read by it", 0, 1, 1, cmd_completions },
    { "config", "[theme NAME | mouse on|off]", "colours and mouse of the workbook", 0, 0, 2, cmd_config },
    { "cost", "[KEY=VALUE…]", "what a model's step costs: FLOP, bytes, links, failures, and what binds", 0, 0, -1,
      cmd_cost },
    { "diff", "LAB | ATTEMPT ATTEMPT", "your files against the skeleton or an attempt; two attempts", OPT_ATTEMPT, 1, 2,
      cmd_diff },
    { "doctor", "", "what this machine can do, and how to get the rest", 0, 0, 0, cmd_doctor },
    { "export", "LAB", "a class's grades, for other systems", OPT_EXPORT | OPT_ONLY, 1, 1, cmd_export },
    { "export-data", "FILE", "all that is yours into one file, for another machine", 0, 1, 1, cmd_export_data },
    { "fetch", "[WEEK|KEY…]", "the reading list's open papers, to read offline", OPT_FETCH | OPT_STALL | OPT_ALL, 0, -1,
      cmd_fetch },
    { "grade", "[DIR|ARCHIVE…] --lab LAB", "grade what a class handed in",
      OPT_CLASS | OPT_PHASE | OPT_BACKEND | OPT_EXECUTOR | OPT_RUNTIME, 0, -1, cmd_grade },
    { "help", "[COMMAND]", "help", 0, 0, 1, cmd_help },
    { "hint", "LAB", "the next hint", OPT_TIER, 1, 1, cmd_hint },
    { "history", "[LAB]", "attempts and what they measured", OPT_LIMIT, 0, 1, cmd_history },
    { "import", "FILE", "what another machine exported, into this workbook", 0, 1, 1, cmd_import },
    { "lab", "new ID | check [LAB…]", "write a lab; prove labs: reference passes, skeleton and mutants fail",
      OPT_AUTHOR | OPT_MAP | OPT_BACKEND, 1, -1, cmd_lab },
    { "list", "", "weeks and labs", OPT_ALL, 0, 0, cmd_list },
    { "log", "[TEXT]", "what happened when, day by day", OPT_DAYS, 0, 1, cmd_log },
    { "map", "[TRACK]", "the year: what each week rests on, and what it leads to", 0, 0, 1, cmd_map },
    { "next", "", "what to do next", 0, 0, 0, cmd_next },
    { "note", "[LAB|WEEK]", "notes: list, add, edit, delete", OPT_NOTE, 0, 1, cmd_note },
    { "pack", "build [DIR] | add FILE|URL | list | remove NAME | update NAME|FILE|URL", "a course as one signed file",
      OPT_PACK | OPT_STALL, 1, 2, cmd_pack },
    { "profile", "LAB", "count, line by line, and say what bounds it", RUN_OPTIONS | OPT_PROFILE, 1, 1, cmd_profile },
    { "regrade", "--lab LAB", "grade a class again, and show what changes",
      OPT_CLASS | OPT_ONLY | OPT_PHASE | OPT_BACKEND | OPT_EXECUTOR, 0, 0, cmd_regrade },
    { "report", "", "what you have to show: the journey, rooflines, before and after", OPT_REPORT | OPT_ALL, 0, 0,
      cmd_report },
    { "reset", "LAB", "put the skeleton back; yours is kept in .backup", 0, 1, 1, cmd_reset },
    { "restore", "ATTEMPT", "put an attempt's files back; yours are kept in .backup", 0, 1, 1, cmd_restore },
    { "review", "[year]", "what is due: ideas and questions, once more", OPT_LIMIT | OPT_ALL, 0, 1, cmd_review },
    { "roofline", "LAB", "your attempts under the roof", OPT_HW | OPT_SVG, 1, 1, cmd_roofline },
    { "roster", "[import FILE.csv | drop KEY… | forget KEY]", "the class; forget: erase a student for good", OPT_FORGET,
      0, -1, cmd_roster },
    { "show", "LAB|WEEK|CARD", "a lab's brief, a week's outline, a card", OPT_LESSON, 1, 1, cmd_show },
    { "similar", "LAB [DIR…]", "which submissions resemble each other", OPT_SIMILAR | OPT_LIMIT, 1, -1, cmd_similar },
    { "simt", "FILE… [-- ARG…]", "run a CUDA program on this CPU, and say what it costs", OPT_SIMT, 1, -1, cmd_simt },
    { "solution", "LAB", "the reference, once you have passed", OPT_GIVE_UP, 1, 1, cmd_solution },
    { "start", "LAB", "lay out a lab's files", 0, 1, 1, cmd_start },
    { "status", "", "where you are", 0, 0, 0, cmd_status },
    { "submit", "LAB", "hand it in, signed: sources and attempts", OPT_SUBMIT | OPT_STALL, 1, 1, cmd_submit },
    { "test", "LAB", "build, run, grade", RUN_OPTIONS | OPT_PHASE | OPT_RUNTIME, 1, 1, cmd_test },
    { "timeline", "LAB", "compute and communication of each rank, in virtual time",
      OPT_ATTEMPT | OPT_SVG | OPT_TIMELINE, 1, 1, cmd_timeline },
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

static const struct cli_option *option_of(int letter)
{
    for (const struct cli_option *o = cli_options; o->name; o++)
        if (o->letter == letter)
            return o;
    return NULL;
}

/* Optimal string alignment: a swap of neighbours is one slip of the fingers, not two. */
static int edit_distance(const char *a, const char *b)
{
    enum { MOST = 24 };
    int d[MOST + 1][MOST + 1], m = (int)strlen(a), n = (int)strlen(b);
    if (m > MOST || n > MOST)
        return MOST;
    for (int i = 0; i <= m; i++)
        for (int k = 0; k <= n; k++) {
            if (!i || !k) {
                d[i][k] = i + k;
                continue;
            }
            int best = d[i - 1][k - 1] + (a[i - 1] != b[k - 1]);
            best = d[i - 1][k] + 1 < best ? d[i - 1][k] + 1 : best;
            best = d[i][k - 1] + 1 < best ? d[i][k - 1] + 1 : best;
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1] && d[i - 2][k - 2] + 1 < best)
                best = d[i - 2][k - 2] + 1;
            d[i][k] = best;
        }
    return d[m][n];
}

/* Less than this many slips make a near miss. */
enum { FAR = 3 };

static int no_such_command(const char *name)
{
    const struct cli_command *best = NULL;
    int least = FAR;
    for (const struct cli_command *c = cli_commands; c->name; c++)
        if (edit_distance(name, c->name) < least) {
            least = edit_distance(name, c->name);
            best = c;
        }
    fprintf(stderr, "ridge: there is no command \"%s\".", name);
    fprintf(stderr, best ? " Did you mean `ridge %s`?\n" : " `ridge help` lists them.\n", best ? best->name : "");
    return APP_USAGE;
}

/* `word` as it was typed, with its dashes and perhaps a value. */
static int no_such_option(const char *word)
{
    const struct cli_option *best = NULL;
    char name[32];
    int least = FAR;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + strspn(word, "-"), "="), word + strspn(word, "-"));
    for (const struct cli_option *o = cli_options; o->name && strlen(name) > 1; o++)
        if (edit_distance(name, o->name) < least) {
            least = edit_distance(name, o->name);
            best = o;
        }
    fprintf(stderr, "ridge: there is no option \"%s\".", word);
    fprintf(stderr, best ? " Did you mean `--%s`?\n" : " `ridge help` lists them.\n", best ? best->name : "");
    return APP_USAGE;
}

static int number(const char *name, const char *text, long long *ret)
{
    char *end;
    errno = 0;
    long long v = strtoll(text, &end, 10);
    if (errno || end == text || *end || v < 0) {
        fprintf(stderr, "ridge: --%s needs a number, not \"%s\".\n", name, text);
        return -1;
    }
    *ret = v;
    return 0;
}

static int add_word(const char *name, const char *v, const char **list, int *n)
{
    if (*n == CLI_FILES) {
        fprintf(stderr, "ridge: more than %d times --%s.\n", CLI_FILES, name);
        return -1;
    }
    list[(*n)++] = v;
    return 0;
}

static int set_simt_option(struct cli_simt *o, int letter, const char *v)
{
    switch (letter) {
    case 'r':
        return o->arch = v, 0;
    case 'I':
        return add_word("include", v, o->includes, &o->nincludes);
    case 'D':
        return add_word("define", v, o->defines, &o->ndefines);
    case 'd':
        return o->std = v, 0;
    case 'S':
        return number("schedules", v, &o->schedules);
    case 'T':
        return o->no_trace = 1, 0;
    case 'o':
        return o->source = 1, 0;
    case 'G':
        return o->regs = 1, 0;
    case 'O':
        return number("timeout", v, &o->timeout);
    case 'W':
        return number("workers", v, &o->workers);
    case 'K':
        return o->keep = v, 0;
    }
    return -1;
}

/* Of what goes over the network. */
static int set_net_option(struct cli *c, int letter, const char *v)
{
    switch (letter) {
    case 'z':
        return c->net.open = 1, 0;
    case 'F':
        return c->net.post = 1, 0;
    case 'Z':
        return c->net.insecure_http = 1, 0;
    case 'U':
        return c->net.to = v, 0;
    case 'N':
        return c->net.as = v, 0;
    case 'C':
        return c->net.accept = v, 0;
    case '<':
        return c->author.lang = v, 0;
    case '>':
        return c->author.title = v, 0;
    case '{':
        return c->author.key = v, 0;
    case '}':
        return c->author.no_check = 1, 0;
    case '[':
        return c->report.draft = 1, 0;
    case ']':
        return c->report.track = v, 0;
    case '+':
        return c->predict = v, 0;
    }
    return set_simt_option(&c->simt, letter, v);
}

static int set_note_option(struct cli *c, int letter, const char *v)
{
    const char *name = letter == '9'   ? "edit"
                       : letter == '0' ? "delete"
                       : letter == '(' ? "week"
                       : letter == ')' ? "part"
                                       : "days";
    long long *to = letter == '9' ? &c->note.edit : letter == '0' ? &c->note.delete : letter == '(' ? &c->report.week
                  : letter == ')' ? &c->report.part : &c->note.days;
    if (letter == '8')
        return c->note.add = v, 0;
    if (!strchr("90Y()", letter))
        return set_net_option(c, letter, v);
    if (number(name, v, to))
        return -1;
    if (*to < 1 || *to > 1000000000)
        return fprintf(stderr, "ridge: --%s needs a number from 1 on, not \"%s\".\n", name, v), -1;
    return 0;
}

/* Of a class: export and similar. */
static int set_class_option(struct cli *c, int letter, const char *v)
{
    switch (letter) {
    case '1':
        return c->export.format = v, 0;
    case '2':
        return c->export.out = v, 0;
    case '3':
        return c->export.template = v, 0;
    case '4':
        return c->export.column = v, 0;
    case '5':
        return add_word("against", v, c->similar.against, &c->similar.nagainst);
    case '=':
        return c->screen.plain = 1, 0;
    case '%':
        return c->screen.script = v, 0;
    case '6':
        return c->similar.html = v ? v : "", 0;
    }
    return set_note_option(c, letter, v);
}

static int set_adjust_option(struct cli *c, int letter, const char *v)
{
    struct cli_adjust *o = &c->adjust;
    switch (letter) {
    case '#':
        return o->points = v, 0;
    case '|':
        return o->excuse = 1, 0;
    case '_':
        return o->undo = 1, 0;
    case '"':
        return o->reason = v, 0;
    case '@':
        return c->backups = 1, 0;
    }
    return set_class_option(c, letter, v);
}

static int set_grade_option(struct cli *c, int letter, const char *v)
{
    struct cli_class *o = &c->klass;
    const char **to = letter == 'q' ? &o->lab : letter == 'u' ? &o->due : letter == 'p' ? &o->late
                    : letter == 'E' ? &o->grace : letter == '7' ? &o->visibility : letter == 'Q' ? &o->only
                    : letter == 'X' ? &o->spool : letter == ';' ? &o->received : NULL;
    if (letter == 'K')
        o->keep = v; /* --keep is simt's, too */
    if (!to)
        return set_adjust_option(c, letter, v);
    return *to = v, 0;
}

static int set_executor(struct cli *c, const char *v)
{
    struct err e = { "" };
    if (executor_known(v, &e)) {
        fprintf(stderr, "ridge: %s.\n", e.text);
        return -1;
    }
    return c->executor = v, 0;
}

static int set_profile_option(struct cli *c, int letter, const char *v)
{
    switch (letter) {
    case 'c':
        if (number("compare", v, &c->profile.compare))
            return -1;
        if (!c->profile.compare)
            fprintf(stderr, "ridge: --compare needs an attempt's number; `ridge history` has them.\n");
        return c->profile.compare ? 0 : -1;
    case '&':
        return c->timeline_case = v, 0;
    case 'M':
        return c->profile.assembly = 1, 0;
    case 'k':
        if (strcmp(v, "cachegrind") && strcmp(v, "cupti")) {
            fprintf(stderr, "ridge: --with takes cachegrind or cupti, not \"%s\".\n", v);
            return -1;
        }
        return c->profile.with = v, 0;
    }
    return set_grade_option(c, letter, v);
}

static int set_option(struct cli *c, struct app_options *o, int letter, const char *v)
{
    long long n = 0;
    switch (letter) {
    case 'H':
        o->home = v;
        return *v ? 0 : (fprintf(stderr, "ridge: --home needs a directory.\n"), -1);
    case 'B':
        o->db = v;
        return 0;
    case 'R':
        o->root = v;
        return 0;
    case 'j':
        return o->json = 1, 0;
    case 'n':
        return o->no_color = 1, 0;
    case 'y':
        return o->yes = 1, 0;
    case 's':
        return number("seed", v, &o->seed);
    case 'J':
        if (number("jobs", v, &n))
            return -1;
        return c->jobs = (int)n, 0;
    case 'b':
        if (strcmp(v, "auto") && strcmp(v, "cpu") && strcmp(v, "simt") && strcmp(v, "cuda") && strcmp(v, "ranks")) {
            fprintf(stderr, "ridge: --backend takes auto, cpu, simt, cuda or ranks, not \"%s\".\n", v);
            return -1;
        }
        return c->backend = v, 0;
    case '^':
        if (strcmp(v, "inproc") && strcmp(v, "mpi") && strcmp(v, "nccl")) {
            fprintf(stderr, "ridge: --runtime takes inproc, mpi or nccl, not \"%s\".\n", v);
            return -1;
        }
        return c->runtime = v, 0;
    case 'x':
        return set_executor(c, v);
    case 'e':
        if (box_level_parse(v) < 0) {
            fprintf(stderr, "ridge: --level takes L0, L1, L2 or L3, not \"%s\".\n", v);
            return -1;
        }
        return setenv("RIDGE_LEVEL", v, 1);
    case '~':
        if (!box_is_one(v)) {
            fprintf(stderr, "ridge: --box takes native or bwrap, not \"%s\".\n", v);
            return -1;
        }
        return setenv("RIDGE_BOX", v, 1);
    case 'f':
        if (c->nfiles == CLI_FILES) {
            fprintf(stderr, "ridge: more than %d files.\n", CLI_FILES);
            return -1;
        }
        return c->files[c->nfiles++] = v, 0;
    case 'i':
        return c->impl = v, 0;
    case 'P':
        return c->phase = v, 0;
    case 'a':
        return c->all = 1, 0;
    case 'm':
        return c->map = 1, 0;
    case 'g':
        return c->give_up = 1, 0;
    case 'A':
        return number("attempt", v, &c->attempt);
    case 't':
        if (number("tier", v, &n))
            return -1;
        return c->tier = (int)n, 0;
    case 'l':
        return c->lesson = 1, 0;
    case 'L':
        return number("limit", v, &c->limit);
    case 'w':
        return c->hw = v, 0;
    case 'v':
        return c->versus = v, 0;
    case 'V':
        return c->svg = v, 0;
    }
    return set_profile_option(c, letter, v);
}

/* "[FILE]" may be left out; the brackets of "[BENCH=]R" close before its end. */
static int arg_kind(const struct cli_option *d)
{
    size_t n = d->arg ? strlen(d->arg) : 0;
    return !n ? no_argument : d->arg[0] == '[' && d->arg[n - 1] == ']' ? optional_argument : required_argument;
}

/* "[FILE]": getopt takes it after "=" only; here the next word will do, unless it is an option. */
static const char *optional_word(const struct cli_option *d, int argc, char **argv)
{
    if (arg_kind(d) != optional_argument || optarg || optind >= argc || argv[optind][0] == '-')
        return optarg;
    return argv[optind++];
}

/* getopt takes "-5" for options: until it is through, a number hides behind a sign that begins no word of a person. */
enum { HIDDEN = '\1' };

static int hide_numbers(int argc, char **argv)
{
    for (int k = 1; k < argc && strcmp(argv[k], "--"); k++) {
        const char *w = argv[k];
        if (w[0] != '-' || !strchr("0123456789.", w[1]) || !w[1])
            continue;
        if (asprintf(&argv[k], "%c%s", HIDDEN, w) < 0)
            return -1;
    }
    return 0;
}

static char *shown(char *word)
{
    return word && *word == HIDDEN ? word + 1 : word;
}

/* 0 parsed; > 0 an exit code; -1 help was asked for. given: by the options' places in the table. */
static int parse(struct cli *c, struct app_options *o, int argc, char **argv, char *given)
{
    struct option longs[OPTIONS] = { { 0 } };
    int n = 0, letter, index = 0, help = 0;
    for (const struct cli_option *d = cli_options; d->name; d++)
        longs[n++] = (struct option){ d->name, arg_kind(d), NULL, d->letter };
    opterr = 0;
    if (hide_numbers(argc, argv))
        return APP_OURS;
    for (int k = 1; k < argc && !c->nafter; k++)
        if (!strcmp(argv[k], "--"))
            c->nafter = argc - k - 1; /* getopt will have moved them to the end, and "--" away */
    while ((letter = getopt_long(argc, argv, ":hyf:I:D:", longs, &index)) != -1) {
        const struct cli_option *d = option_of(letter);
        if (letter == ':') {
            fprintf(stderr, "ridge: %s needs an argument.\n", argv[optind - 1]);
            return APP_USAGE;
        }
        if (letter == '?' || !d)
            return no_such_option(argv[optind - 1]);
        given[d - cli_options] = 1;
        if (letter == 'h')
            help = 1;
        else if (set_option(c, o, letter, shown((char *)(size_t)optional_word(d, argc, argv))))
            return APP_USAGE;
    }
    c->args = argv + optind;
    c->nargs = argc - optind;
    for (int k = 0; k < c->nargs; k++)
        c->args[k] = shown(c->args[k]);
    return help ? -1 : 0;
}

static int run_workbook(struct cli *c)
{
    enum app_exit code = app_need_db(&c->app);
    if (code != APP_OK)
        return cli_fail(c, code);
    const char *term = getenv("TERM");
    if (c->screen.script || c->screen.plain)
        return tui_main(&c->app, &c->screen);
    if (!c->app.interactive || c->app.json || !term || !*term || !strcmp(term, "dumb"))
        return cmd_status(c);
    return tui_main(&c->app, &c->screen);
}

static int dispatch(struct cli *c, struct app_options *o, const char *given, int help)
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
    if (help) {
        c->args = (char **)(cmd ? &cmd->name : NULL);
        c->nargs = cmd != NULL;
        return cmd_help(c);
    }
    for (const struct cli_option *d = cli_options; d->name; d++)
        if (given[d - cli_options] && !((OPT_COMMON | (cmd ? cmd->options : OPT_SCREEN)) & d->bit)) {
            fprintf(stderr, "ridge: `ridge %s` does not take --%s.\n", cmd ? cmd->name : "", d->name);
            return APP_USAGE;
        }
    if (cmd && c->executor && strcmp(c->executor, "local") && !(cmd->options & OPT_CLASS)) {
        fprintf(stderr, "ridge: `ridge %s` runs on this machine: --executor local.\n", cmd->name);
        return APP_USAGE;
    }
    if (cmd && c->klass.lab && cmd->options & (OPT_EXPORT | OPT_SIMILAR)) { /* there it is the first argument */
        *--c->args = (char *)c->klass.lab;
        c->nargs++;
    }
    if (cmd && (c->nargs < cmd->min || (cmd->max >= 0 && c->nargs > cmd->max))) {
        fprintf(stderr, "usage: ridge %s %s\n", cmd->name, cmd->args);
        return APP_USAGE;
    }
    if (cmd && cmd->run == cmd_help)
        return cmd_help(c);
    enum app_exit code = app_open(&c->app, o, "ridge");
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

int main(int argc, char **argv)
{
    struct cli c = { 0 };
    struct app_options o = { 0 };
    char given[OPTIONS] = "";
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C"); /* a comma in a number would break JSON and units */
    catch_signals();
    hide_from_children();
    int rc = parse(&c, &o, argc, argv, given);
    if (rc <= 0)
        rc = dispatch(&c, &o, given, rc < 0);
    if (fflush(stdout) || ferror(stdout)) {
        if (errno != EPIPE)
            fprintf(stderr, "ridge: standard output: %s\n", strerror(errno));
        return rc ? rc : errno == EPIPE ? 0 : APP_CONFIG;
    }
    return rc;
}
