/*
 * options.c: the table of options, and what reads a command line by it. A row says where its value goes and what it
 * may be; nothing else has to change for a new option.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/box/box_level.h"
#include "cli.h"
#include "runner/far/executor.h"
#include "tui/app/suggest.h"
#include "runner/base/util.h"

#define TO(field) offsetof(struct cli, field)
#define FLAG(field) CLI_FLAG, TO(field), NULL, NULL
#define TEXT(field) CLI_TEXT, TO(field), NULL, NULL
#define MAYBE(field) CLI_MAYBE, TO(field), NULL, NULL
#define COUNT(field) CLI_COUNT, TO(field), NULL, NULL
#define NUMBER(field) CLI_NUMBER, TO(field), NULL, NULL
#define FROM_1(field) CLI_FROM_1, TO(field), NULL, NULL
#define ONE_OF(field, words) CLI_ONE_OF, TO(field), words, NULL
#define CALL(function) CLI_CALL, 0, NULL, function

/* ---- options that are more than a value ------------------------------------------------------------------------ */

static int set_home(struct cli *c, const char *v)
{
    c->start.home = v;
    return *v ? 0 : (cli_error(APP_USAGE, "--home needs a directory."), -1);
}

static int set_executor(struct cli *c, const char *v)
{
    struct err e = { "" };
    if (executor_known(v, &e)) {
        cli_error(APP_USAGE, "%s.", e.text);
        return -1;
    }
    return c->executor = v, 0;
}

static int set_level(struct cli *c, const char *v)
{
    (void)c;
    if (box_level_parse(v) < 0) {
        cli_error(APP_USAGE, "--level takes L0, L1, L2 or L3, not \"%s\".", v);
        return -1;
    }
    return setenv("RIDGE_LEVEL", v, 1);
}

static int set_box(struct cli *c, const char *v)
{
    (void)c;
    if (!box_is_one(v)) {
        cli_error(APP_USAGE, "--box takes native or bwrap, not \"%s\".", v);
        return -1;
    }
    return setenv("RIDGE_BOX", v, 1);
}

static int number(const char *name, const char *text, long long least, long long *ret)
{
    char *end;
    errno = 0;
    long long v = strtoll(text, &end, 10);
    if (errno || end == text || *end || v < 0) {
        cli_error(APP_USAGE, "--%s needs a number, not \"%s\".", name, text);
        return -1;
    }
    if (least && (v < least || v > 1000000000)) {
        cli_error(APP_USAGE, "--%s needs a number from %lld on, not \"%s\".", name, least, text);
        return -1;
    }
    *ret = v;
    return 0;
}

static int set_compare(struct cli *c, const char *v)
{
    if (number("compare", v, 0, &c->profile.compare))
        return -1;
    if (!c->profile.compare)
        cli_error(APP_USAGE, "--compare needs an attempt's number; `ridge history` has them.");
    return c->profile.compare ? 0 : -1;
}

/* A folder for `ridge simt`, a policy for `ridge grade`. */
static int set_keep(struct cli *c, const char *v)
{
    c->simt.keep = c->klass.keep = v;
    return 0;
}

static int add_word(const char *name, const char *v, const char **list, int *n)
{
    if (*n == CLI_FILES) {
        cli_error(APP_USAGE, "--%s may be given %d times at most.", name, CLI_FILES);
        return -1;
    }
    list[(*n)++] = v;
    return 0;
}

static int add_file(struct cli *c, const char *v)
{
    return add_word("file", v, c->files, &c->nfiles);
}

static int add_include(struct cli *c, const char *v)
{
    return add_word("include", v, c->simt.includes, &c->simt.nincludes);
}

static int add_define(struct cli *c, const char *v)
{
    return add_word("define", v, c->simt.defines, &c->simt.ndefines);
}

static int add_against(struct cli *c, const char *v)
{
    return add_word("against", v, c->similar.against, &c->similar.nagainst);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

const struct cli_option cli_options[] = {
    { "home", "DIR", "the learner's files (default: $XDG_DATA_HOME/ridge)", OPT_HOME, CALL(set_home) },
    { "db", "FILE", "the workbook's database (default: HOME/ridge.db)", OPT_DB, TEXT(start.db) },
    { "root", "DIR", "where curriculum/, labs/ and kernels/ are (default: this checkout)",
      OPT_ROOT, TEXT(start.root) },
    { "json", NULL, "one JSON document on standard output", OPT_JSON, FLAG(start.json) },
    { "no-color", NULL, "no colour; NO_COLOR does the same", OPT_NO_COLOR, FLAG(start.no_color) },
    { "yes", NULL, "answer yes to every question", OPT_YES, FLAG(start.yes) },
    { "jobs", "N", "how many runs at once where a command runs many", OPT_JOBS, COUNT(jobs) },
    { "seed", "N", "seed of the visible cases (default: 1)", OPT_SEED, NUMBER(start.seed) },
    { "backend", "B", "auto, cpu, simt, cuda or ranks (default: auto)",
      OPT_BACKEND, ONE_OF(backend, "auto cpu simt cuda ranks") },
    { "runtime", "R", "what carries ranks: inproc, mpi or nccl (default: inproc)",
      OPT_RUNTIME, ONE_OF(runtime, "inproc mpi nccl") },
    { "executor", "X", "where to run: local; grade: also slurm, ssh:HOST[,HOST2…]",
      OPT_EXECUTOR, CALL(set_executor) },
    { "level", "L", "refuse a sandbox below L0, L1, L2 or L3; RIDGE_LEVEL does the same",
      OPT_EXECUTOR, CALL(set_level) },
    { "box", "B", "who makes the sandbox's namespaces: native or bwrap; RIDGE_BOX does the same",
      OPT_EXECUTOR, CALL(set_box) },
    { "file", "F", "test this file in place of yours; may be given again", OPT_FILE, CALL(add_file) },
    { "impl", "I", "learner, skeleton, reference, a rung of the ladder, mutant:NAME", OPT_IMPL, TEXT(impl) },
    { "phase", "P", "stop after: correct, sanitize, profile, perf", OPT_PHASE, TEXT(phase) },
    { "all", NULL, "everything: also what is planned; of a test each case that failed; of a search each place", OPT_ALL,
      FLAG(all) },
    { "map", NULL, "hold the curriculum against every row of its sources", OPT_MAP, FLAG(map) },
    { "lessons", NULL, "lab check: how much of each lab its lesson gives away", OPT_MAP, FLAG(lessons) },
    { "give-up", NULL, "see the solution without having passed; this is recorded", OPT_GIVE_UP, FLAG(give_up) },
    { "attempt", "N", "diff: the attempt to compare with; timeline: the one to show", OPT_ATTEMPT, NUMBER(attempt) },
    { "tier", "N", "the hint of that tier", OPT_TIER, COUNT(tier) },
    { "lesson", NULL, "the lesson's text", OPT_LESSON, FLAG(lesson) },
    { "ticks", "LIST", "what of the rubric your text has: 1,3, all or none", OPT_ANSWER, TEXT(ticks) },
    { "answers", NULL, "the lesson's text with the answers of its exercises", OPT_LESSON, FLAG(answers) },
    { "sources", NULL, "the hardware figures of the lesson, week or card: kind, source and date", OPT_LESSON,
      FLAG(sources) },
    { "limit", "N", "at most so many rows", OPT_LIMIT, NUMBER(limit) },
    { "hw", "ID", "ceilings of this hardware card (h200, a100, …)", OPT_HW, TEXT(hw) },
    { "svg", "FILE", "write the plot there as SVG", OPT_SVG, TEXT(svg) },
    { "versus", "I", "time against reference, a rung, mutant:NAME or attempt:N (kept)", OPT_VERSUS, TEXT(versus) },
    { "compare", "ATTEMPT", "beside what that attempt counted, or when it did what",
      OPT_PROFILE | OPT_TIMELINE, CALL(set_compare) },
    { "case", "CASE", "timeline: of this case (default: the first)", OPT_TIMELINE, TEXT(timeline_case) },
    { "asm", NULL, "with --compare: how the instructions differ", OPT_PROFILE, FLAG(profile.assembly) },
    { "with", "TOOL", "count with that, too: cachegrind; cupti, in place of ncu",
      OPT_PROFILE, ONE_OF(profile.with, "cachegrind cupti") },
    { "arch", "PROFILE", "the GPU to be: h100, h200, a100, rtx4090, wave64", OPT_SIMT, TEXT(simt.arch) },
    { "include", "DIR", "-I: look for headers there too; may be given again", OPT_SIMT, CALL(add_include) },
    { "define", "X[=V]", "-D: define a macro; may be given again", OPT_SIMT, CALL(add_define) },
    { "std", "STD", "c++17, c++20 or c++23 (default: c++17)", OPT_SIMT, TEXT(simt.std) },
    { "schedules", "N", "run it again under N random schedules, and compare", OPT_SIMT, NUMBER(simt.schedules) },
    { "no-trace", NULL, "results only: no checks, no counters, faster", OPT_SIMT, FLAG(simt.no_trace) },
    { "source", NULL, "the source with its counters in the margin", OPT_SIMT, FLAG(simt.source) },
    { "regs", NULL, "ask nvcc for the registers of each kernel", OPT_SIMT, FLAG(simt.regs) },
    { "timeout", "S", "seconds: simt: for one kernel; fetch: without a byte",
      OPT_SIMT | OPT_STALL, NUMBER(simt.timeout) },
    { "workers", "N", "host threads (default: all; results are the same)", OPT_SIMT, NUMBER(simt.workers) },
    { "keep", "DIR|WHICH", "simt: leave sources and program there; grade: best or last counts",
      OPT_SIMT | OPT_CLASS, CALL(set_keep) },
    { "lab", "LAB", "the lab that was handed in",
      OPT_CLASS | OPT_EXPORT | OPT_SIMILAR | OPT_COLLECT | OPT_ADJUST, TEXT(klass.lab) },
    { "due", "TIME", "when it is due, with offset: 2026-12-01T23:59+01:00; none",
      OPT_CLASS | OPT_ADJUST, TEXT(klass.due) },
    { "points", "N", "adjust: the grade, by hand; above the lab's points it is a bonus, and asks",
      OPT_ADJUST, TEXT(adjust.points) },
    { "excuse", NULL, "adjust: the lab does not count for this student", OPT_ADJUST, FLAG(adjust.excuse) },
    { "undo", NULL, "adjust: take back what holds for this student in this lab", OPT_ADJUST, FLAG(adjust.undo) },
    { "backups", NULL, "roster forget: delete the workbook's older copies that name the student, too",
      OPT_FORGET, FLAG(backups) },
    { "reason", "TEXT", "adjust, unlock: why; kept, and shown", OPT_ADJUST | OPT_GATE, TEXT(adjust.reason) },
    { "late", "RATE", "what each day late costs: 10%/day; none", OPT_CLASS, TEXT(klass.late) },
    { "grace", "SPAN", "late by so little is in time: 15m", OPT_CLASS, TEXT(klass.grace) },
    { "received", "TIME", "grade: when what is named came in, where its files' times say something else",
      OPT_CLASS, TEXT(klass.received) },
    { "visibility", "V", "hidden cases in what students see: hidden, after_due, after_published, visible",
      OPT_CLASS, TEXT(klass.visibility) },
    { "spool", "DIR", "slurm: a folder that the nodes share (default: in the home)", OPT_CLASS, TEXT(klass.spool) },
    { "only", "KEY", "this student only", OPT_ONLY, TEXT(klass.only) },
    { "format", "F", "csv, canvas, moodle, gradescope, junit, json, html", OPT_EXPORT, TEXT(export.format) },
    { "out", "FILE", "write it there (gradescope, html, collect: a folder)",
      OPT_EXPORT | OPT_COLLECT | OPT_REPORT | OPT_PACK | OPT_ARTIFACT, TEXT(export.out) },
    { "draft", NULL, "artifact: write it although something is missing, marked as a draft",
      OPT_ARTIFACT, FLAG(report.draft) },
    { "track", "T", "artifact: this track of the capstone (default: the one with most behind it)",
      OPT_ARTIFACT, TEXT(report.track) },
    { "predict", "[BENCH=]R", "bench --versus attempt:N: how many times faster it will be; kept first",
      OPT_VERSUS, TEXT(predict) },
    { "template", "FILE", "fill this export of Canvas or worksheet of Moodle", OPT_EXPORT, TEXT(export.template) },
    { "column", "NAME", "the header of the template's column", OPT_EXPORT, TEXT(export.column) },
    { "against", "X", "earlier years: a folder, an archive, a FILE.db; may be given again",
      OPT_SIMILAR, CALL(add_against) },
    { "html", "[FILE]", "similar: write the pairs side by side; report: one page",
      OPT_SIMILAR | OPT_REPORT, MAYBE(similar.html) },
    { "week", "N", "this week only", OPT_REPORT, FROM_1(report.week) },
    { "part", "P", "this part of the year only", OPT_REPORT, FROM_1(report.part) },
    { "plain", NULL, "pages as lines, for a screen reader: type a row's number, an action or a key; timeline: ASCII",
      OPT_SCREEN | OPT_TIMELINE, FLAG(screen.plain) },
    { "script", "FILE", "no terminal: keys from this file or -, screens saved as text",
      OPT_SCREEN, TEXT(screen.script) },
    { "add", "TEXT", "a new note", OPT_NOTE, TEXT(note.add) },
    { "edit", "N", "change note N: in your editor, or to what standard input says", OPT_NOTE, FROM_1(note.edit) },
    { "delete", "N", "delete note N", OPT_NOTE, FROM_1(note.delete) },
    { "in", "PLACES", "search only there: lessons,cards,weeks,prelude,readings,glossary,notes", OPT_SEARCH,
      TEXT(search_in) },
    { "days", "N", "so many days back (default: 14)", OPT_DAYS, FROM_1(note.days) },
    { "open", NULL, "show what was fetched, in your viewer", OPT_FETCH, FLAG(net.open) },
    { "to", "URL", "where it goes: a folder with / at its end, or a whole address", OPT_SUBMIT, TEXT(net.to) },
    { "as", "KEY", "who you are to your school; kept", OPT_SUBMIT, TEXT(net.as) },
    { "post", NULL, "send it as a form does, in its field \"file\"", OPT_SUBMIT, FLAG(net.post) },
    { "accept-key", "PRINT", "the new key of this fingerprint is the student's: you asked",
      OPT_COLLECT, TEXT(net.accept) },
    { "insecure-http", NULL, "http:// to other machines, too: anybody on the way reads it",
      OPT_SUBMIT | OPT_COLLECT | OPT_PACK, FLAG(net.insecure_http) },
    { "key", "PRINT", "the author's key has this fingerprint", OPT_PACK, TEXT(author.key) },
    { "no-check", NULL, "build: without proving the labs first", OPT_PACK, FLAG(author.no_check) },
    { "lang", "LANG", "lab new: c or cuda (default: c)", OPT_AUTHOR, TEXT(author.lang) },
    { "title", "TEXT", "lab new: the lab's title", OPT_AUTHOR, TEXT(author.title) },
    { "mutants", "N", "lab check: of each lab so many mutants, drawn by --draw, and no rungs (default: all)", OPT_PROVE,
      COUNT(author.mutants) },
    { "draw", "WORD", "lab check: which mutants --mutants takes; the same word, the same mutants", OPT_PROVE,
      TEXT(author.draw) },
    { "help", NULL, "this command's help", OPT_HELP, FLAG(help) },
    { "version", NULL, "version, commit, and what this build has", OPT_VERSION, FLAG(version) },
    { NULL, NULL, NULL, 0, CLI_FLAG, 0, NULL, NULL },
};
enum { OPTIONS = sizeof cli_options / sizeof *cli_options, ROW = 256 /* getopt's value of the first row */ };
_Static_assert(OPTIONS - 1 <= CLI_OPTIONS, "room in `given`");

/* ---- a value goes where its row says ----------------------------------------------------------------------------- */

/* "auto, cpu or simt" of "auto cpu simt" */
static void add_choices(struct text *to, const char *words)
{
    for (const char *w = words, *end; *w; w = *end ? end + 1 : end) {
        end = w + strcspn(w, " ");
        text_addf(to, "%s%.*s", w == words ? "" : *end ? ", " : " or ", (int)(end - w), w);
    }
}

static int among(const char *words, const char *v)
{
    size_t n = strlen(v);
    for (const char *w = words, *end; *w; w = *end ? end + 1 : end) {
        end = w + strcspn(w, " ");
        if ((size_t)(end - w) == n && !memcmp(w, v, n))
            return 1;
    }
    return 0;
}

static int one_of(const struct cli_option *o, const char *v, const char **to)
{
    if (!among(o->choices, v)) {
        struct text words = { 0 };
        add_choices(&words, o->choices);
        cli_error(APP_USAGE, "--%s takes %s, not \"%s\".", o->name, text_str(&words), v);
        text_finish(&words);
        return -1;
    }
    *to = v;
    return 0;
}

static int set_option(struct cli *c, const struct cli_option *o, const char *v)
{
    void *to = (char *)c + o->to;
    long long n = 0;
    switch (o->kind) {
    case CLI_FLAG:
        return *(int *)to = 1, 0;
    case CLI_TEXT:
        return *(const char **)to = v, 0;
    case CLI_MAYBE:
        return *(const char **)to = v ? v : "", 0;
    case CLI_COUNT:
        if (number(o->name, v, 0, &n))
            return -1;
        return *(int *)to = n > INT_MAX ? INT_MAX : (int)n, 0;
    case CLI_NUMBER:
        return number(o->name, v, 0, to);
    case CLI_FROM_1:
        return number(o->name, v, 1, to);
    case CLI_ONE_OF:
        return one_of(o, v, to);
    case CLI_CALL:
        return o->call(c, v);
    }
    return -1;
}

/* ---- the command line -------------------------------------------------------------------------------------------- */

/* `word` as it was typed, with its dashes and perhaps a value. */
static int no_such_option(const char *word)
{
    const struct cli_option *best = NULL;
    char name[32];
    int least = SUGGEST_FAR;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + strspn(word, "-"), "="), word + strspn(word, "-"));
    for (const struct cli_option *o = cli_options; o->name && strlen(name) > 1; o++)
        if (suggest_slips(name, o->name) < least) {
            least = suggest_slips(name, o->name);
            best = o;
        }
    if (best)
        return cli_error(APP_USAGE, "There is no option \"%s\". Did you mean `--%s`?", word, best->name);
    return cli_error(APP_USAGE, "There is no option \"%s\". `ridge help` lists them.", word);
}

/* Those that have a short form, too. */
static const struct cli_option *option_of(int letter)
{
    const char *name = letter == 'h' ? "help" : letter == 'y' ? "yes" : letter == 'f' ? "file"
                     : letter == 'I' ? "include" : letter == 'D' ? "define" : "";
    for (const struct cli_option *o = cli_options; o->name; o++)
        if (!strcmp(o->name, name))
            return o;
    return NULL;
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

int cli_parse(struct cli *c, int argc, char **argv)
{
    struct option longs[OPTIONS] = { { 0 } };
    int n = 0, got, index = 0;
    for (const struct cli_option *d = cli_options; d->name; d++, n++)
        longs[n] = (struct option){ d->name, arg_kind(d), NULL, ROW + n };
    opterr = 0;
    if (hide_numbers(argc, argv))
        return APP_OURS;
    for (int k = 1; k < argc && !c->nafter; k++)
        if (!strcmp(argv[k], "--"))
            c->nafter = argc - k - 1; /* getopt will have moved them to the end, and "--" away */
    while ((got = getopt_long(argc, argv, ":hyf:I:D:", longs, &index)) != -1) {
        const struct cli_option *d = got >= ROW ? &cli_options[got - ROW] : option_of(got);
        if (got == ':')
            return cli_error(APP_USAGE, "%s needs an argument.", argv[optind - 1]);
        if (got == '?' || !d)
            return no_such_option(argv[optind - 1]);
        c->given[d - cli_options] = 1;
        if (set_option(c, d, shown((char *)(size_t)optional_word(d, argc, argv))))
            return APP_USAGE;
    }
    c->args = argv + optind;
    c->nargs = argc - optind;
    for (int k = 0; k < c->nargs; k++)
        c->args[k] = shown(c->args[k]);
    return 0;
}
