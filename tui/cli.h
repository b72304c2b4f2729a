/*
 * cli.h: the command line. One table of commands, one table of options; both feed parsing, --help, the
 * man page's check and the completions. A command writes people's text or, with --json, one document on
 * standard output; what goes wrong is a sentence on standard error and an exit code of app.h.
 */
#ifndef TUI_CLI_H
#define TUI_CLI_H

#include <signal.h>

#include "app.h"
#include "tui.h"

enum cli_opt {
    OPT_HOME = 1 << 0, OPT_DB = 1 << 1, OPT_JSON = 1 << 2, OPT_NO_COLOR = 1 << 3, OPT_YES = 1 << 4,
    OPT_JOBS = 1 << 5, OPT_SEED = 1 << 6, OPT_BACKEND = 1 << 7, OPT_EXECUTOR = 1 << 8, OPT_FILE = 1 << 9,
    OPT_IMPL = 1 << 10, OPT_ALL = 1 << 11, OPT_MAP = 1 << 12, OPT_GIVE_UP = 1 << 13, OPT_ATTEMPT = 1 << 14,
    OPT_TIER = 1 << 15, OPT_LESSON = 1 << 16, OPT_SIMT = 1 << 17 /* all of `ridge simt` */, OPT_LIMIT = 1 << 18,
    OPT_HELP = 1 << 20, OPT_ROOT = 1 << 21, OPT_HW = 1 << 22, OPT_PHASE = 1 << 23, OPT_SVG = 1 << 24, OPT_VERSUS = 1 << 25,
    OPT_CLASS = 1 << 27 /* what only grading a class takes */, OPT_PROFILE = 1 << 26 /* what only `ridge profile` takes */,
    OPT_EXPORT = 1 << 29, OPT_SIMILAR = 1 << 30, OPT_ONLY = 1 << 19, OPT_SCREEN = 1 << 28 /* of the workbook itself */
};
/* the bits of an int are used up */
#define OPT_NOTE (1LL << 32)
#define OPT_DAYS (1LL << 33)
#define OPT_FETCH (1LL << 34)
#define OPT_SUBMIT (1LL << 36)
#define OPT_COLLECT (1LL << 37)
#define OPT_REPORT (1LL << 38)
#define OPT_AUTHOR (1LL << 39)
#define OPT_PACK (1LL << 40)
#define OPT_TIMELINE (1LL << 41) /* what `ridge timeline` takes of others */
#define OPT_ARTIFACT (1LL << 43)
#define OPT_STALL (1LL << 35) /* what goes over the network */
#define OPT_RUNTIME (1LL << 42)
#define OPT_COMMON                                                                                    \
    (OPT_HOME | OPT_DB | OPT_JSON | OPT_NO_COLOR | OPT_YES | OPT_SEED | OPT_HELP | OPT_ROOT | OPT_JOBS)

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
    const char *lab, *due, *late, *grace, *keep, *only, *visibility, *spool;
};

/* Of `ridge lab new` and `ridge pack`. */
struct cli_author {
    const char *lang, *title, *key;
    int no_check;
};

struct cli {
    struct app app;
    const char *command;
    char **args; /* what is left besides options */
    int nargs, nafter; /* nafter: how many of them stood after "--" */
    const char *backend, *runtime, *impl, *executor, *hw, *svg, *versus, *predict, *timeline_case, *phase;
    const char *files[CLI_FILES + 1];
    int nfiles, all, map, give_up, lesson, tier, jobs;
    long long attempt, limit;
    struct cli_simt simt;
    struct cli_profile profile;
    struct cli_class klass;
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

struct cli_option {
    const char *name, *arg, *help;
    long long bit;
    int letter;
};

extern const struct cli_command cli_commands[];
extern const struct cli_option cli_options[];

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
int cmd_answer(struct cli *c);
int cmd_history(struct cli *c);
int cmd_review(struct cli *c);
int cmd_note(struct cli *c);
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
int cmd_config(struct cli *c);
int cmd_completions(struct cli *c);
int cmd_class(struct cli *c);
int cmd_worker(struct cli *c);
int cmd_help(struct cli *c);

extern volatile int cli_interrupted; /* set by SIGINT, SIGTERM, SIGHUP */

int cli_fail(struct cli *c, int code); /* prints app.error and returns code */
int cli_json(json_t *doc);             /* prints and steals it; returns 0 */
void cli_notice(struct cli *c);        /* app.notice, once, on standard error */

/* Colour by name when it is on: "red" "green" "yellow" "cyan" "dim" "bold" or "off". */
const char *cli_color(const struct cli *c, const char *name);
int cli_markdown(const struct cli *c, const char *text); /* prints it; APP_OK or APP_OURS */
int cli_width(void); /* columns for text, at most 100 */
int cli_utf8(void); /* may signs beyond ASCII be written? */
const char *cli_mark(const char *status); /* "✓" and its kin; ASCII when the locale is */
void cli_status_word(const struct cli *c, const char *status);

const char *jstr(const json_t *o, const char *key); /* a string member, "" when there is none */
double jnum(const json_t *o, const char *key);      /* a number member, 0 when there is none */
int cli_confirmed(struct cli *c, const char *question); /* with --yes, or on a terminal when so answered */
json_t *cli_lab(struct cli *c, const char *id);   /* app_lab; prints the failure */

/* "7" is week 7, and so is "w07" as long as no lab begins so; 0 for everything else. */
int cli_week(struct cli *c, const char *arg);

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
void cli_print_report(const struct cli *c, const json_t *report);

#endif
