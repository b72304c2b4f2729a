/*
 * cli.h: the command line. One table of commands, one table of options; both feed parsing, --help, the
 * man page's check and the completions. A command writes people's text or, with --json, one document on
 * standard output; what goes wrong is a sentence on standard error and an exit code of app.h.
 */
#ifndef TUI_CLI_H
#define TUI_CLI_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "tui/app/app.h"
#include "tui/screen/tui.h"
#include "runner/base/js.h"

/* What a command takes, by bits: one or more options of main.c's table each. */
#define CLI_BITS                                                                                                       \
    BIT(HOME) BIT(DB) BIT(JSON) BIT(NO_COLOR) BIT(YES) BIT(JOBS) BIT(SEED) BIT(BACKEND) BIT(EXECUTOR) BIT(FILE)        \
    BIT(IMPL) BIT(ALL) BIT(MAP) BIT(GIVE_UP) BIT(ATTEMPT) BIT(TIER) BIT(LESSON) BIT(LIMIT) BIT(ONLY) BIT(HELP)         \
    BIT(VERSION) BIT(ROOT) BIT(HW) BIT(PHASE) BIT(SVG) BIT(VERSUS) BIT(EXPORT) BIT(SIMILAR) BIT(NOTE) BIT(DAYS)        \
    BIT(FETCH) BIT(SUBMIT) BIT(COLLECT) BIT(REPORT) BIT(AUTHOR) BIT(PACK) BIT(ARTIFACT) BIT(RUNTIME)                   \
    BIT(SIMT)     /* all of `ridge simt` */                                                                            \
    BIT(PROFILE)  /* what only `ridge profile` takes */                                                                \
    BIT(CLASS)    /* what only grading a class takes */                                                                \
    BIT(SCREEN)   /* of the workbook itself */                                                                         \
    BIT(STALL)    /* what goes over the network */                                                                     \
    BIT(FORGET)   /* of `ridge roster forget` */                                                                       \
    BIT(ADJUST)   /* what `ridge adjust` decides */                                                                    \
    BIT(PROVE)    /* of `ridge lab check` */                                                                          \
    BIT(ANSWER)   /* of `ridge answer` */                                                                              \
    BIT(SEARCH)   /* of `ridge search` */                                                                              \
    BIT(GATE)     /* of `ridge unlock` */                                                                              \
    BIT(TIMELINE) /* what `ridge timeline` takes of others */

#define BIT(name) CLI_BIT_##name,
enum { CLI_BITS CLI_BIT_COUNT };
#undef BIT
_Static_assert(CLI_BIT_COUNT < 63, "a command's options are one long long");
#define BIT(name) OPT_##name = 1LL << CLI_BIT_##name,
enum cli_opt { CLI_BITS OPT_SIGNED = -1 /* so that they mix with long long */ };
#undef BIT

#define OPT_COMMON                                                                                    \
    (OPT_HOME | OPT_DB | OPT_JSON | OPT_NO_COLOR | OPT_YES | OPT_SEED | OPT_HELP | OPT_VERSION | OPT_ROOT | OPT_JOBS)

enum { CLI_FILES = 32 };

/* Of `ridge simt`. */
struct cli_simt {
    const char *includes[CLI_FILES + 1], *defines[CLI_FILES + 1], *arch, *keep, *std;
    int nincludes, ndefines, no_trace, source, regs;
    long long schedules, workers, timeout;
};

/* Of `ridge profile`. */
struct cli_profile {
    long long compare; /* an attempt, 0: none */
    int assembly;
    const char *with;
};

/* Of `ridge export`. */
struct cli_export {
    const char *format, *out, *template, *column;
};

/* Of `ridge note`, and the days of `ridge log`. */
struct cli_note {
    const char *add;
    long long edit, delete, days;
};

/* Of what goes over the network. */
struct cli_net {
    int open, post, insecure_http;
    const char *to, *as, *accept;
};

/* Of `ridge report`; its --html and --out are where similar and export have theirs. */
struct cli_report {
    long long week, part;
    int draft; /* of `ridge artifact` */
    const char *track;
};

/* Of `ridge similar`. */
struct cli_similar {
    const char *against[CLI_FILES + 1], *html;
    int nagainst;
};

/* Of `ridge grade` and `ridge regrade`; `only` also of export. */
struct cli_class {
    const char *lab, *due, *late, *grace, *keep, *only, *visibility, *spool, *received;
};

/* Of `ridge adjust`; its --due, --lab and --only are in cli_class. */
struct cli_adjust {
    const char *points, *reason;
    int excuse, undo;
};

/* Of `ridge lab` and `ridge pack`. */
struct cli_author {
    const char *lang, *title, *key, *draw;
    int no_check, mutants; /* mutants: of each lab and backend, drawn by `draw`; 0: all */
};

enum { CLI_OPTIONS = 128 };

struct cli {
    struct app app;
    struct app_options start;
    char given[CLI_OPTIONS]; /* which options were given, by their rows in cli_options */
    const char *command;
    char **args; /* what is left besides options */
    int nargs, nafter; /* nafter: how many of them stood after "--" */
    const char *backend, *runtime, *impl, *executor, *hw, *svg, *versus, *predict, *timeline_case, *phase;
    const char *ticks; /* of `ridge answer` */
    const char *search_in;
    const char *files[CLI_FILES + 1];
    int backups; /* of `ridge roster forget` */
    int nfiles, help, version, all, map, lessons, give_up, lesson, answers, sources, tier, jobs;
    long long attempt, limit;
    struct cli_simt simt;
    struct cli_profile profile;
    struct cli_class klass;
    struct cli_adjust adjust;
    struct cli_export export;
    struct cli_similar similar;
    struct cli_note note;
    struct cli_report report;
    struct cli_net net;
    struct cli_author author;
    struct tui_options screen;
};

struct cli_command {
    const char *name, *args, *help;
    long long options; /* besides OPT_COMMON */
    int min, max; /* positional arguments; max -1: any number */
    int (*run)(struct cli *c);
};

/* What an option's value is, and so where a row of options.c puts it. */
enum cli_kind {
    CLI_FLAG,   /* none: an int becomes 1 */
    CLI_TEXT,   /* a const char * */
    CLI_MAYBE,  /* the same; "" where it is left out */
    CLI_COUNT,  /* an int from 0 on */
    CLI_NUMBER, /* a long long from 0 on */
    CLI_FROM_1, /* a long long from 1 to 10^9 */
    CLI_ONE_OF, /* a const char *, one of `choices` */
    CLI_CALL    /* whatever `call` makes of it; not 0: it has said what is wrong */
};

struct cli_option {
    const char *name, *arg, *help; /* arg: "N"; "[FILE]" may be left out; NULL: takes none */
    long long bit;                 /* which commands take it */
    enum cli_kind kind;
    size_t to;                     /* offset in struct cli */
    const char *choices;           /* words with a space between */
    int (*call)(struct cli *c, const char *value);
};

extern const struct cli_command cli_commands[];
extern const struct cli_option cli_options[];

/* What argv says, into *c; 0, or an exit code after saying what is wrong. */
int cli_parse(struct cli *c, int argc, char **argv);


int cmd_list(struct cli *c);
int cmd_show(struct cli *c);
int cmd_next(struct cli *c);
int cmd_start(struct cli *c);
int cmd_test(struct cli *c);
int cmd_bench(struct cli *c);
int cmd_profile(struct cli *c);
int cmd_watch(struct cli *c);
int cmd_hint(struct cli *c);
int cmd_roster(struct cli *c);
int cmd_grade(struct cli *c);
int cmd_regrade(struct cli *c);
int cmd_solution(struct cli *c);
int cmd_reset(struct cli *c);
int cmd_diff(struct cli *c);
int cmd_restore(struct cli *c);
int cmd_adjust(struct cli *c);
int cmd_answer(struct cli *c);
int cmd_history(struct cli *c);
int cmd_hw(struct cli *c);
int cmd_review(struct cli *c);
int cmd_note(struct cli *c);
int cmd_search(struct cli *c);
int cmd_log(struct cli *c);
int cmd_roofline(struct cli *c);
int cmd_timeline(struct cli *c);
int cmd_calibrate(struct cli *c);
int cmd_status(struct cli *c);
int cmd_doctor(struct cli *c);
int cmd_export(struct cli *c);
int cmd_report(struct cli *c);
int cmd_artifact(struct cli *c);
int cmd_export_data(struct cli *c);
int cmd_import(struct cli *c);
int cmd_fetch(struct cli *c);
int cmd_submit(struct cli *c);
int cmd_collect(struct cli *c);
int cmd_cost(struct cli *c);
int cmd_similar(struct cli *c);
int cmd_simt(struct cli *c);
int cmd_lab(struct cli *c);
int cmd_lab_new(struct cli *c);
int cmd_pack(struct cli *c);
int cmd_map(struct cli *c);
int cmd_unlock(struct cli *c);
int cmd_lock(struct cli *c);
int cmd_config(struct cli *c);
int cmd_completions(struct cli *c);
int cmd_class(struct cli *c);
int cmd_worker(struct cli *c);
int cmd_help(struct cli *c);
int cmd_version(struct cli *c); /* `ridge --version`, without a workbook */

extern volatile int cli_interrupted; /* set by SIGINT, SIGTERM, SIGHUP */

int cli_fail(struct cli *c, int code); /* prints app.error and returns code */
/* Says what is wrong with a command line, as a whole sentence, and returns the exit code. */
int cli_error(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void cli_say(const char *fmt, ...) __attribute__((format(printf, 1, 2))); /* a remark, on standard error */
int cli_json(json_t *doc);             /* prints and steals it; returns 0 */
void cli_notice(struct cli *c);        /* app.notice, once, on standard error */

/* Colour by name when it is on: "red" "green" "yellow" "cyan" "dim" "bold" or "off". */
const char *cli_color(const struct cli *c, const char *name);
int cli_markdown(const struct cli *c, const char *text); /* prints it; APP_OK or APP_OURS */
/* Lines of what follows on standard output are as wide as the terminal, or as COLUMNS says (fold.h); in a pipe without
 * COLUMNS a record is one line, however long. With json nothing is folded, and what is wrong with a command line is
 * said as a document, too. */
void cli_begin(bool json);
int cli_fold_width(void); /* that width; 0: a line may have any */
int cli_width(void);      /* columns for prose and pictures: the same, at most 100, 80 in a pipe */
/* Text of questions and hints, folded at that width: its first line begins at column `at`, where the cursor is, and so
   do the others. A line broken in the source flows on; an empty one parts paragraphs. Ends the last line. */
void cli_prose(int at, const char *text);
int cli_utf8(void); /* may signs beyond ASCII be written? */
const char *cli_status_color(const char *status);
const char *cli_mark(const char *status); /* "✓" and its kin; ASCII when the locale is */
enum { CLI_STATUS_COLUMNS = 14 }; /* what cli_status_word() fills */
void cli_status_word(const struct cli *c, const char *status);
/* Foreign text made harmless, filled to `width` columns, and a space. */
void cli_column(const char *s, int width);

/* "", or "s" where there is not one of them; figure.h counts and names at once. */
const char *cli_s(size_t n);

int cli_confirmed(struct cli *c, const char *question); /* with --yes, or on a terminal when so answered */

/* "2026-12-01T23:59+01:00" or "none", as --due says it; 0, or APP_USAGE with the sentence in app.error. */
int cli_due(struct cli *c, const char *text, bool *has_due, int64_t *due);

/* Erases the student with that key from the workbook, its folders and, with --backups, its copies; the exit code. */
int cli_forget(struct cli *c, const char *key);

/* Of rows of class.h those that were adjusted by hand: [{"key","adjust"}], yours; the same for people, when there are
 * any. */
json_t *cli_adjusted(const json_t *rows);
void cli_print_adjusted(const json_t *rows);

json_t *cli_lab(struct cli *c, const char *id);   /* app_lab; prints the failure */

/* "7" and "week7" are week 7, and so is "w07" as long as no lab begins so; 0 for everything else. */
int cli_week(struct cli *c, const char *arg);
/* A number that no week has, "60": says so, and returns true. */
bool cli_is_no_week(struct cli *c, const char *arg);

/* The phases up to and with `last`, NULL-terminated (ret: at least 5); NULL means all. -1: no such phase. */
int cli_phases_to(const char *last, const char **ret);

/*
 * The card (of curriculum_cards()) with that id, or whose name it is: "prelude/02-five-axes", "five-axes". NULL: none.
 */
const json_t *cli_card(struct cli *c, const char *arg);

/* One run of a lab, followed on a terminal; the report is yours, NULL when there is none. Returns the exit code. */
int cli_run(struct cli *c, const char *id, const char *verb, const char *const *phases, int store, json_t **report);

/* Proves one lab as `ridge lab check` does, telling as it goes; what it has against it joins `failed`, what can't be
 * run here `skipped`. 1 when it is proven. */
int cli_check_lab(struct cli *c, const char *id, json_t *failed, json_t *skipped);

/* Print a report: milestones, the failing case, hints. */
/* What failed in `correct`; with --all each case and its inputs (cli_cases.c). */
void cli_print_failures(const struct cli *c, const json_t *report, const json_t *milestone);
void cli_print_report(const struct cli *c, const json_t *report);
/* "; after the solution: perf:a" of app_standing()'s milestones that were won so; "": none. */
const char *cli_after_solution(const json_t *stands, char *buf, size_t n);
void cli_print_total(struct cli *c, const char *id); /* the lab's points by all its runs, and answers */
/* The line "Next: …" after a run of the learner's own files; `report`: of that run, or NULL. */
void cli_next(struct cli *c, const char *id, const json_t *report);

#endif
