/*
 * commands.c: the commands, and what each of them takes. A row of options stands where its command's list is; rows that
 * several commands have are macros above. options.h says what a row means.
 */
#include <limits.h>
#include <string.h>

#include "cli.h"
#include "runner/far/executor.h"
#include "runner/base/util.h"
#include "simt_text/simt_text.h"

/* Where a value goes; the second term is 0 and does not compile when the member has another type. */
#define AT(type, member) offsetof(struct cli, member) + 0 * sizeof((type *)0 == &((struct cli *)0)->member)
#define TO(type, member) .to = AT(type, opt.member)

#define FLAG(word, member, says) { .name = word, .help = says, .kind = CLI_FLAG, TO(int, member) }
#define TEXT(word, what, member, says) \
    { .name = word, .arg = what, .help = says, .kind = CLI_TEXT, TO(const char *, member) }
#define MAYBE(word, what, member, says) \
    { .name = word, .arg = what, .help = says, .kind = CLI_MAYBE, TO(const char *, member) }
#define NUMBER(word, what, member, from, until, unless, says)                                                  \
    { .name = word, .arg = what, .help = says, .kind = CLI_NUMBER, TO(long long, member), .least = from,       \
      .most = until, .otherwise = unless }
#define CHOICE(word, what, member, words, unless, says)                                                        \
    { .name = word, .arg = what, .help = says, .kind = CLI_CHOICE, TO(const char *, member), .choices = words, \
      .otherwise = unless }
#define SET(word, what, member, words, says)                                                                   \
    { .name = word, .arg = what, .help = says, .kind = CLI_SET, TO(const char *, member), .choices = words }
#define LIST(word, key, what, member, says)                                                                    \
    { .name = word, .letter = key, .arg = what, .help = says, .kind = CLI_LIST, TO(struct cli_words, member) }
#define END { .name = NULL }
#define TAKES(command) static const struct cli_option command##_takes[]

/* ---- what a row asks of a text ----------------------------------------------------------------------------------- */

static int is_folder(const char *value, struct err *e)
{
    return *value ? 0 : err_set(e, "--home needs a directory");
}

/* Only a class is graded on other machines. */
static int is_here(const char *value, struct err *e)
{
    if (executor_known(value, e))
        return -1;
    return strcmp(value, "local") ? err_set(e, "This command runs on this machine: --executor local") : 0;
}

/* ---- rows that several commands have ----------------------------------------------------------------------------- */

#define BACKEND                                                                                            \
    CHOICE("backend", "B", backend, "auto cpu simt cuda ranks", "auto", "what runs the code")
#define RUNTIME                                                                                            \
    CHOICE("runtime", "R", runtime, "inproc mpi nccl", "inproc", "what carries ranks")
#define LEVEL                                                                                              \
    CHOICE("level", "L", level, "L0 L1 L2 L3", NULL, "refuse a sandbox below this level, as RIDGE_LEVEL does")
#define BOX                                                                                                \
    CHOICE("box", "B", box, "native bwrap", "native",                                                      \
           "who makes the sandbox's namespaces, as RIDGE_BOX says")
#define HERE                                                                                               \
    { .name = "executor", .arg = "X", .help = "where to run: local, this machine", .kind = CLI_TEXT,       \
      TO(const char *, executor), .check = is_here }
#define ANYWHERE                                                                                           \
    { .name = "executor", .arg = "X", .help = "where to run: local, slurm or ssh:HOST[,HOST2…]",           \
      .kind = CLI_TEXT, TO(const char *, executor), .otherwise = "local", .check = executor_known }
#define FILES LIST("file", 'f', "F", file, "test this file in place of yours")
#define IMPL TEXT("impl", "I", impl, "learner, skeleton, reference, a rung of the ladder, mutant:NAME")
#define A_RUN FILES, IMPL, BACKEND, HERE, LEVEL, BOX
#define PHASE CHOICE("phase", "P", phase, "correct sanitize profile perf", NULL, "stop after")
#define DRILL TEXT("drill", "NAME", drill, "this drill of the lab, a small second task, in place of the lab")
#define PARTIAL                                                                                            \
    CHOICE("partial", "RULE", partial, "none function case", NULL, "what `correct` gives where a part is right")
#define LAB(says) TEXT("lab", "LAB", lab, says)
#define ONLY LIST("only", 0, "KEY", only, "this student only: key, login, e-mail or name")
#define SECTION LIST("section", 0, "NAME", section, "only students of this section of the roster")
#define LIMIT(what, unless) NUMBER("limit", "N", limit, 1, CLI_MOST, unless, what)
#define STALL NUMBER("timeout", "S", timeout, 1, CLI_MOST, "30", "give up after so many seconds without a byte")
#define INSECURE                                                                                           \
    FLAG("insecure-http", insecure_http, "http:// to other machines, too: anybody on the way reads it")
#define OUT(what, says) TEXT("out", what, out, says)
#define SVG TEXT("svg", "FILE", svg, "write the plot there as SVG")
#define ATTEMPT(says) NUMBER("attempt", "N", attempt, 1, CLI_MOST, NULL, says)
#define COMPARE(says) NUMBER("compare", "ATTEMPT", compare, 1, CLI_MOST, NULL, says)
#define PLAIN { .name = "plain", .help = "in ASCII", .to = AT(int, screen.plain) }
#define VISIBILITY                                                                                         \
    CHOICE("visibility", "V", visibility, "hidden after_due after_published visible", "after_due",         \
           "hidden cases in what students see")
#define POLICY                                                                                             \
    TEXT("due", "TIME", due, "when it is due, with offset: 2026-12-01T23:59+01:00; none"),                 \
        TEXT("late", "RATE", late, "what each day or hour late costs: 10%/day; 1%/hour; none"),            \
        TEXT("cutoff", "SPAN", cutoff, "after so long behind the due time nothing counts: 3d; none"),      \
        TEXT("grace", "SPAN", grace, "late by so little is in time: 15m"),                                 \
        CHOICE("keep", "WHICH", keep, "best last", "best", "which submission of a student counts"),        \
        VISIBILITY
#define RECEIVED                                                                                           \
    TEXT("received", "TIME", received, "when what is named came in, where its files' times say something else")
#define SPOOL TEXT("spool", "DIR", spool, "slurm: a folder that the nodes share (default: in the home)")

static const struct cli_option common[] = {
    { .name = "home", .arg = "DIR", .help = "the learner's files (default: $XDG_DATA_HOME/ridge)",
      .to = AT(const char *, start.home), .kind = CLI_TEXT, .check = is_folder },
    { .name = "db", .arg = "FILE", .help = "the workbook's database (default: HOME/ridge.db)",
      .to = AT(const char *, start.db), .kind = CLI_TEXT },
    { .name = "root", .arg = "DIR", .help = "where curriculum/, labs/ and kernels/ are (default: this checkout)",
      .to = AT(const char *, start.root), .kind = CLI_TEXT },
    { .name = "json", .help = "one JSON document on standard output", .to = AT(int, start.json) },
    { .name = "no-color", .help = "no colour; NO_COLOR does the same", .to = AT(int, start.no_color) },
    { .name = "yes", .letter = 'y', .help = "answer yes to every question", .to = AT(int, start.yes) },
    NUMBER("jobs", "N", jobs, 1, CLI_MOST, NULL, "how many runs at once where a command runs many"),
    { .name = "seed", .arg = "N", .help = "seed of the visible cases", .to = AT(long long, start.seed),
      .kind = CLI_NUMBER, .most = LLONG_MAX, .otherwise = "1" },
    { .name = "help", .letter = 'h', .help = "this command's help", TO(int, help) },
    FLAG("version", version, "version, commit, and what this build has"),
    END
};

static const struct cli_option workbook[] = {
    { .name = "plain", .help = "pages as lines, for a screen reader: type a row's number, an action or a key",
      .to = AT(int, screen.plain) },
    { .name = "script", .arg = "FILE", .help = "no terminal: keys from this file or -, screens saved as text",
      .to = AT(const char *, screen.script), .kind = CLI_TEXT },
    END
};

/* ---- each command's rows ----------------------------------------------------------------------------------------- */

TAKES(adjust) = {
    LAB("the lab that was handed in"),
    TEXT("due", "TIME", due, "when it is due for this student, with offset: 2026-12-01T23:59+01:00; none"),
    TEXT("points", "N", points, "the grade, by hand; above the lab's points it is a bonus, and asks"),
    FLAG("excuse", excuse, "the lab does not count for this student"),
    FLAG("undo", undo, "take back what holds for this student in this lab"),
    TEXT("reason", "TEXT", reason, "why; kept, and shown"),
    TEXT("from", "FILE", from, "a table of decisions: key, points, excuse, due, reason; all of them or none"),
    LIST("column", 0, "WHAT=HEADING", column_of, "--from: this column is the key, points, excuse, due or reason"),
    ONLY, END
};
TAKES(answer) = {
    TEXT("ticks", "LIST", ticks, "what of the rubric your text has: 1,3, all or none"),
    CHOICE("by", "WHO", by, "self partner class", NULL, "--ticks: who went through the rubric (default: self)"), END
};
TAKES(interview) = {
    TEXT("track", "T", track, "drawn from the complete deep dives of this track"),
    NUMBER("chapters", "N", chapters, 1, 12, "3", "--track: so many deep dives"),
    NUMBER("minutes", "N", minutes, 0, 1440, "45", "the time for all of it; 0: no limit"),
    FLAG("list", list, "the sittings so far"),
    FLAG("abort", abort, "end the open sitting; what was not answered counts as wrong"), END
};
TAKES(artifact) = {
    OUT("DIR", "write it into this folder"),
    FLAG("draft", draft, "write it although something is missing, marked as a draft"),
    TEXT("track", "T", track, "this track of the capstone (default: the one with most behind it)"), END
};
TAKES(bench) = {
    A_RUN,
    TEXT("versus", "I", versus, "time against reference or mutant:NAME; or attempt:N or a rung (both kept)"),
    TEXT("predict", "[BENCH=]R", predict, "with --versus attempt:N: how many times faster it will be; kept first"),
    RUNTIME, END
};
TAKES(book) = {
    NUMBER("part", "P", part, 1, 6, NULL, "this part of the year alone"),
    TEXT("track", "T", track, "the labs of this track, in its order"),
    MAYBE("html", "[DIR]", html, "a folder of pages for a browser"),
    TEXT("epub", "FILE", epub, "one file for a reader of EPUBs"), END
};
TAKES(calibrate) = { FLAG("pages", pages, "what pages, faults and reads of a file cost, instead"),
                     FLAG("rdma", rdma, "what an RDMA device costs, and whether it keeps h02's rules, instead"), END };
TAKES(class) = {
    FLAG("source", source, "with KEY: the files that the student handed in, with the numbers of lines"),
    FLAG("diff", diff, "with KEY: what the student changed in the skeleton"),
    NUMBER("submission", "N", submission, 1, CLI_MOST, NULL, "with KEY: this one, in place of the one that counts"),
    TEXT("late-days", "N", late_days, "without LAB: so many days late each student has free over the term; none"),
    FLAG("total", total, "without LAB: what the labs come to, by the weights of the course's pack.lua"),
    MAYBE("html", "[FILE]", html, "with --total: one page, with a plot of each lab, there or to standard output"),
    OUT("FILE", "with --total: write the table there as CSV"), SECTION,
    FLAG("anonymous", anonymous, "from here on this lab is graded without names, by pseudonyms"),
    FLAG("reveal", reveal, "the names of this lab again; needs --reason"),
    TEXT("reason", "TEXT", reason, "why; kept, and shown"),
    FLAG("log", log, "who decided, said and published what, newest first"), END
};
TAKES(collect) = {
    LAB("the lab that was handed in"), OUT("DIR", "the folder to fill (default: collected/LAB/students in the home)"),
    TEXT("accept-key", "PRINT", accept_key, "the new key of this fingerprint is the student's: you asked"),
    FLAG("grade", grade, "grade what is new, as `ridge grade` does"),
    FLAG("watch", watch, "the same, again and again, until Ctrl-C"),
    CHOICE("return", "WHAT", back, "correct all none", "none",
           "what goes back to students at once, sealed: whether outputs are right, each milestone; kept"),
    NUMBER("per-hour", "N", per_hour, 1, CLI_MOST, "6", "of each student grade at most so many hand-ins an hour"),
    NUMBER("every", "S", every, 1, 86400, "30", "watch: look every so many seconds, ten times as rarely in quiet"),
    PHASE, BACKEND, ANYWHERE, SPOOL, LEVEL, BOX, INSECURE, STALL, END
};
TAKES(comment) = {
    NUMBER("remove", "N", remove, 1, CLI_MOST, NULL, "take back the comment or mark with this number"),
    TEXT("reason", "TEXT", reason, "why; kept, and shown"), END
};
TAKES(curve) = {
    ATTEMPT("the attempt to draw (default: the newest with a curve)"), COMPARE("draw that attempt below"),
    FLAG("all", all, "the newest eight attempts with a curve, above one another"), PLAIN, END
};
TAKES(diff) = { ATTEMPT("the attempt to compare with"), DRILL, END };
TAKES(export) = {
    LAB("the lab, in place of the argument"),
    CHOICE("format", "F", format, "csv canvas canvas-feedback moodle moodle-feedback gradescope junit mail html json",
           "csv", "for which system"),
    OUT("FILE", "write it there (gradescope, html: a folder)"),
    TEXT("template", "FILE", template, "fill this export of Canvas or worksheet of Moodle"),
    TEXT("column", "NAME", column, "the header of the template's column"),
    ONLY, SECTION, END
};
TAKES(fetch) = {
    FLAG("all", all, "all papers of the reading list; beside a tour: every tour"),
    FLAG("open", open, "show what was fetched, in your viewer"),
    TEXT("from", "DIR", from, "tours: take their files from this clone or folder, and ask no network"), STALL, END
};
TAKES(grade) = {
    FLAG("anonymous", anonymous, "from here on this lab is graded without names, by pseudonyms"),
    LAB("the lab that was handed in"), POLICY, PARTIAL, RECEIVED,
    LIST("ending", 0, "ENDING", ending, "what ends so is the lab's own file, too: .c.txt"),
    PHASE, BACKEND, RUNTIME, ANYWHERE, SPOOL, LEVEL, BOX,
    SECTION, END
};
TAKES(hint) = { NUMBER("tier", "N", tier, 1, CLI_MOST, NULL, "the hint of that tier"), END };
TAKES(history) = { LIMIT("at most so many rows", "50"), DRILL, END };
TAKES(lab) = {
    CHOICE("lang", "LANG", lang, "c cuda", "c", "new: the lab's language"),
    TEXT("title", "TEXT", title, "new: the lab's title (default: its id)"),
    FLAG("map", map, "check: hold the curriculum against every row of its sources"),
    FLAG("lessons", lessons, "check: how much of each lab its lesson gives away"),
    FLAG("lint", lint, "check: read everything and run nothing"),
    NUMBER("mutants", "N", mutants, 0, CLI_MOST, "all",
           "check: of each lab so many mutants, drawn by --draw, and no rungs"),
    TEXT("draw", "WORD", draw, "check: draws --mutants and the second seed; the same word, the same"),
    NUMBER("seeds", "N", seeds, 1, 1000, "20", "curve: so many runs of the reference, each with a seed of its own"),
    OUT("FILE", "curve: write the page there (default: curves.md in the lab's folder)"), BACKEND, END
};
TAKES(list) = { FLAG("all", all, "also what is planned"), END };
TAKES(log) = { NUMBER("days", "N", days, 1, CLI_MOST, "14", "so many days back"), END };
TAKES(mark) = {
    TEXT("reason", "TEXT", reason, "why; kept, and shown (default: the text of the rubric)"),
    NUMBER("remove", "N", remove, 1, CLI_MOST, NULL, "take back the comment or mark with this number"), END
};
TAKES(note) = {
    TEXT("add", "TEXT", add, "a new note"),
    NUMBER("edit", "N", edit, 1, CLI_MOST, NULL, "change note N: in your editor, or to what standard input says"),
    NUMBER("delete", "N", delete, 1, CLI_MOST, NULL, "delete note N"), END
};
TAKES(pack) = {
    OUT("FILE", "build: write it there"), TEXT("key", "PRINT", key, "add: the author's key has this fingerprint"),
    FLAG("no-check", no_check, "build: without proving the labs first"),
    CHOICE("edition", "E", edition, "full student", "full", "build: with all sources, or without solutions"),
    TEXT("ridge", "FILE", ridge_file, "autograder: what installs Ridge there, a .deb or its sources as .tar.gz"),
    VISIBILITY, PHASE, LEVEL, INSECURE, STALL, END
};
TAKES(place) = { END };
TAKES(profile) = {
    A_RUN, DRILL, COMPARE("beside what that attempt counted"),
    FLAG("asm", assembly, "with --compare: how the instructions differ"),
    CHOICE("with", "TOOL", with, "cachegrind cupti", NULL, "count with that, too (cupti: in place of ncu)"), END
};
TAKES(regrade) = {
    LAB("the lab that was handed in"), ONLY, POLICY, PARTIAL, RECEIVED, PHASE, BACKEND, ANYWHERE, SPOOL, LEVEL, BOX, END
};
TAKES(report) = {
    NUMBER("week", "N", week, 1, CLI_MOST, NULL, "this week only"),
    NUMBER("part", "P", part, 1, CLI_MOST, NULL, "this part of the year only"),
    FLAG("all", all, "the whole year"), MAYBE("html", "[FILE]", html, "one page, there or to standard output"),
    OUT("FILE", "write it there"), END
};
TAKES(request) = {
    FLAG("accept", accept, "grade this student once more; needs --reason, and --yes publishes"),
    FLAG("decline", decline, "leave the grade; needs --reason"),
    TEXT("reason", "TEXT", reason, "why; kept, and shown"),
    FLAG("all", all, "those that were answered, too"), PHASE, BACKEND, ANYWHERE, SPOOL, LEVEL, BOX, END
};
TAKES(reset) = { DRILL, END };
TAKES(review) = {
    LIMIT("at most so many cards", NULL), FLAG("all", all, "every card, also those that are not due"), END
};
TAKES(roofline) = { TEXT("hw", "ID", hw, "ceilings of this hardware card (h200, a100, …)"), SVG, END };
TAKES(roster) = {
    LIST("column", 0, "WHAT=HEADING", column_of,
         "import, groups: this column is the key, name, first, last, email, section or group"),
    FLAG("backups", backups, "forget: delete the workbook's older copies that name the student, too"), END
};
TAKES(search) = {
    SET("in", "PLACES", in, "lessons chapters cards tours weeks prelude readings glossary notes",
        "search only there, commas between"),
    FLAG("all", all, "every place that was found"), END
};
TAKES(show) = {
    DRILL,
    FLAG("lesson", lesson, "the lesson's text"),
    FLAG("answers", answers, "the lesson's text with the answers of its exercises"),
    FLAG("sources", sources, "the hardware figures of the lesson, week or card: kind, source and date"),
    FLAG("full", full, "of a deep dive also the passages whose lesson's section is ticked off"),
    FLAG("handout", handout, "a deep dive as a plan for teaching it in an afternoon"),
    FLAG("tick", tick, "tick the section off that `ridge show d07#SECTION` names"), END
};
TAKES(similar) = {
    LAB("the lab, in place of the argument"),
    LIST("against", 0, "X", against, "earlier years: a folder, an archive, a FILE.db"),
    MAYBE("html", "[FILE]", html, "write the pairs side by side"), LIMIT("at most so many groups", "25"),
    NUMBER("threshold", "P", threshold, 1, 100, "50", "who has P % in common, and more, is a group"), END
};
TAKES(simt) = {
    CHOICE("arch", "PROFILE", arch, "h100 h200 a100 rtx4090 wave64", "h100", "the GPU to be"),
    LIST("include", 'I', "DIR", include, "-I: look for headers there too"),
    LIST("define", 'D', "X[=V]", define, "-D: define a macro"),
    CHOICE("std", "STD", std, "c++17 c++20 c++23 gnu++17 gnu++20 gnu++23", "c++17", "the language"),
    NUMBER("schedules", "N", schedules, 1, CLI_MOST, NULL, "run it again under N random schedules, and compare"),
    FLAG("no-trace", no_trace, "results only: no checks, no counters, faster"),
    FLAG("source", source, "the source with its counters in the margin"),
    CHOICE("format", "F", format, "text gcc sarif", "text", "how errors are written: for people, editors or CI"),
    { .name = "fail-on", .arg = "KINDS",
      .help = "exit 1 on these: oob uninit races sync api leaks casts, all, none, or kinds",
      .kind = CLI_TEXT, TO(const char *, fail_on), .check = simt_kinds_known },
    FLAG("clangd", clangd, "write compile_commands.json for clangd, and run nothing"),
    FLAG("regs", regs, "ask nvcc for the registers of each kernel"),
    CHOICE("time", "GPU", time, "h200 h100 a100 rtx4090", NULL, "estimate each launch's time there, by a model"),
    NUMBER("timeout", "S", timeout, 1, CLI_MOST, NULL, "seconds of a processor for one kernel"),
    NUMBER("workers", "N", workers, 1, CLI_MOST, "all", "host threads; results are the same"),
    TEXT("keep", "DIR", keep, "leave sources and program there"), END
};
TAKES(serve) = {
    NUMBER("port", "N", port, 1, 65535, "8052", "of this machine's loopback address"),
    FLAG("any-port", any_port, "any port that is free"),
    NUMBER("seats", "N", seats, 1, 16, "8", "so many requests at once; others wait"),
    TEXT("impl", "I", impl, "whose engine: learner, reference, or a rung of the lab's ladder"), LEVEL, BOX, END
};
TAKES(solution) = { DRILL, FLAG("give-up", give_up, "see the solution without having passed; this is recorded"), END };
TAKES(start) = { DRILL, END };
TAKES(submit) = {
    TEXT("to", "URL", to, "where it goes: a folder with / at its end, or a whole address"),
    TEXT("as", "KEY", as, "who you are to your school; kept"),
    TEXT("request", "TEXT", request, "ask for this lab to be graded again, and say why"),
    FLAG("post", post, "send it as a form does, in its field \"file\""),
    MAYBE("status", "[FILE]", status, "what came of the last hand-in: the answer from where it went, or in that file"),
    TEXT("accept-key", "PRINT", accept_key, "answers are signed with this key now: your instructor said so"),
    INSECURE, STALL, END
};
TAKES(test) = {
    A_RUN, DRILL, PHASE, RUNTIME, FLAG("all", all, "each case that failed, with its inputs where they are small"), END
};
TAKES(timeline) = {
    ATTEMPT("the attempt to show (default: the newest with a timeline)"),
    TEXT("case", "CASE", one_case, "of this case (default: the first)"), COMPARE("draw that attempt below"), SVG,
    PLAIN, END
};
TAKES(unlock) = { TEXT("reason", "TEXT", reason, "why; kept, and shown"), END };
TAKES(watch) = { DRILL, BACKEND, HERE, LEVEL, BOX, END };

/* ---- the commands ------------------------------------------------------------------------------------------------ */

static const struct cli_command commands[] = {
    { "adjust", "[--lab LAB [--only KEY]]", "give one student another due time, an excuse or a grade",
      adjust_takes, 0, 0, cmd_adjust },
    { "answer", "[LAB|WEEK|CARD [QUESTION [ANSWER…]]]", "answer the questions and fill in the cost card",
      answer_takes, 0, -1, cmd_answer },
    { "artifact", "[PART|LAB] --out DIR", "write a capstone as a folder to show, with proof of each claim",
      artifact_takes, 0, 1, cmd_artifact },
    { "bench", "LAB", "time your code against the reference, in pairs", bench_takes, 1, 1, cmd_bench },
    { "book", "[--part P|--track T] --html DIR|--epub FILE", "write weeks, lessons, cards and exercises as a book",
      book_takes, 0, 1, cmd_book },
    { "calibrate", "", "measure this machine's ceilings", calibrate_takes, 0, 0, cmd_calibrate },
    { "class", "[LAB [KEY]]", "show the class: students down, labs across; one lab; or one student's work",
      class_takes, 0, 2, cmd_class },
    { "collect", "URL|DIR --lab LAB", "fetch and check what was handed in; grade it as it comes",
      collect_takes, 1, 1, cmd_collect },
    { "comment", "LAB [KEY [[FILE:]LINE] [TEXT]]", "say something of a line of a student's code, or of all of the work",
      comment_takes, 1, 4, cmd_comment },
    { "completions", "bash|zsh|fish", "print what a shell needs to complete commands", NULL, 1, 1, cmd_completions },
    { "config", "[theme NAME | mouse on|off | track NAME | grader NAME]",
      "show or set colours, mouse and track of the workbook, and who grades",
      NULL, 0, 2, cmd_config },
    { "cost", "[KEY=VALUE…]", "what a step of a model costs on five axes, and what binds it", NULL, 0, -1, cmd_cost },
    { "curve", "[LAB]", "draw what training wrote by step: the loss of a run, or of several",
      curve_takes, 0, 1, cmd_curve },
    { "diff", "LAB | ATTEMPT ATTEMPT", "compare your files with the skeleton, or two attempts",
      diff_takes, 1, 2, cmd_diff },
    { "doctor", "", "what this machine can do, and how to get the rest", NULL, 0, 0, cmd_doctor },
    { "export", "LAB", "write a class's grades for another system", export_takes, 1, 1, cmd_export },
    { "export-data", "FILE", "write all that is yours into one file, for another machine",
      NULL, 1, 1, cmd_export_data },
    { "fetch", "[WEEK|KEY…|tour:NAME|tours]", "download open papers, or the files of a tour, to read offline",
      fetch_takes, 0, -1, cmd_fetch },
    { "grade", "[DIR|ARCHIVE…] --lab LAB", "grade what a class handed in", grade_takes, 0, -1, cmd_grade },
    { "help", "[COMMAND | counters [NAME]]", "explain a command, or what a profile counts", NULL, 0, 2, cmd_help },
    { "hint", "LAB [FUNCTION]", "show the next hint, about what failed", hint_takes, 1, 2, cmd_hint },
    { "history", "[LAB|CHAPTER]", "list attempts, what they measured, and interviews", history_takes, 0, 1,
      cmd_history },
    { "hw", "[CARD [FIGURE]]", "hardware facts: each figure's kind, source and date", NULL, 0, 2, cmd_hw },
    { "import", "FILE", "take what another machine exported into this workbook", NULL, 1, 1, cmd_import },
    { "interview", "[CHAPTER]", "a deep dive's exercises with a closed book: other numbers, one try, a clock",
      interview_takes, 0, 1, cmd_interview },
    { "lab", "new ID | curve ID | check [LAB…]", "write a lab, or prove labs: reference passes, mutants fail",
      lab_takes, 1, -1, cmd_lab },
    { "list", "", "list weeks and labs", list_takes, 0, 0, cmd_list },
    { "lock", "STEP|LAB", "take back what `ridge unlock` opened", NULL, 1, 1, cmd_lock },
    { "log", "[TEXT]", "what happened when, day by day", log_takes, 0, 1, cmd_log },
    { "map", "[TRACK]", "the year, or a track's steps: what rests on what, what is locked", NULL, 0, 1, cmd_map },
    { "mark", "LAB [KEY [ITEM[=N]…]]", "give a student points by hand, from the lab's rubric",
      mark_takes, 1, -1, cmd_mark },
    { "next", "", "what to do next", NULL, 0, 0, cmd_next },
    { "note", "[LAB|WEEK]", "list, add, edit or delete notes", note_takes, 0, 1, cmd_note },
    { "pack", "build [DIR] | add FILE|URL | list | remove NAME | update NAME|FILE|URL | autograder LAB",
      "build, add, list, remove or update a course in one file",
      pack_takes, 1, 2, cmd_pack },
    { "place", "[TRACK]", "a few questions of each step of a track, and where to begin", place_takes, 0, 1, cmd_place },
    { "profile", "LAB", "count, line by line, and say what bounds your code", profile_takes, 1, 1, cmd_profile },
    { "read", "tour:NAME [N]", "open a file of a tour at the place to read, or list its files", NULL, 1, 2, cmd_read },
    { "regrade", "--lab LAB", "grade a class again, and show what would change", regrade_takes, 0, 0, cmd_regrade },
    { "report", "", "what you have to show: the journey, rooflines, before and after", report_takes, 0, 0, cmd_report },
    { "request", "LAB [KEY]", "what students ask of their grades; answer one", request_takes, 1, 2, cmd_request },
    { "reset", "LAB", "put the skeleton back; your files are kept in .backup", reset_takes, 1, 1,
      cmd_reset },
    { "restore", "ATTEMPT", "put an attempt's files back; yours are kept in .backup", NULL, 1, 1, cmd_restore },
    { "review", "[year]", "ask again what is due: ideas and questions", review_takes, 0, 1, cmd_review },
    { "roofline", "LAB", "draw your attempts under this machine's roof", roofline_takes, 1, 1, cmd_roofline },
    { "roster", "[import FILE.csv | groups [FILE.csv] | drop KEY… | forget KEY]",
      "list or import the class; say who hands in together; drop or erase a student",
      roster_takes, 0, -1, cmd_roster },
    { "search", "WORD…", "find words in lessons, deep dives, tours, cards, weeks, readings, glossary, notes",
      search_takes, 1, -1, cmd_search },
    { "serve", "[LAB]", "answer programs of this machine over HTTP, by the engine that you wrote",
      serve_takes, 0, 1, cmd_serve },
    { "show", "LAB|WEEK|CARD|glossary[#SECTION]", "read a lab's brief, a week, a card, a deep dive or a tour",
      show_takes, 1, 1, cmd_show },
    { "similar", "LAB [DIR…]", "which submissions resemble each other", similar_takes, 1, -1, cmd_similar },
    { "simt", "FILE… [-- ARG…]", "run a CUDA program on this CPU, and say what it costs", simt_takes, 1, -1, cmd_simt },
    { "solution", "LAB", "read the reference, once you have passed", solution_takes, 1, 1, cmd_solution },
    { "start", "LAB", "lay out a lab's files", start_takes, 1, 1, cmd_start },
    { "status", "", "where you are", NULL, 0, 0, cmd_status },
    { "submit", "LAB", "hand a lab in, signed: sources and attempts", submit_takes, 1, 1, cmd_submit },
    { "test", "LAB", "build, run and judge your code", test_takes, 1, 1, cmd_test },
    { "timeline", "LAB", "compute and communication of each rank, in virtual time",
      timeline_takes, 1, 1, cmd_timeline },
    { "unlock", "STEP|LAB", "open a locked step of your track, or one lab; it is recorded",
      unlock_takes, 1, 1, cmd_unlock },
    { "watch", "LAB", "test at every save", watch_takes, 1, 1, cmd_watch },
    { "worker", "JOB RESULT | -", "", NULL, 1, 2, cmd_worker }, /* not for people: help passes it over */
    { NULL, NULL, NULL, NULL, 0, 0, NULL },
};

const struct cli_tables commands_tables = { commands, common, workbook };
