/*
 * cli.h: the command line. A command (cmd_*.c) finds what was typed in struct cli, does its work through tui/app, and
 * writes people's text or, with --json, one document on standard output; what goes wrong is a sentence on standard
 * error and an exit code of app.h. No command calls another one, and none reads argv.
 */
#ifndef TUI_CLI_H
#define TUI_CLI_H

#include <stdbool.h>
#include <stdint.h>

#include "options.h"
#include "tui/app/app.h"
#include "tui/screen/tui.h"
#include "runner/base/js.h"

struct cli {
    struct app app;
    struct app_options start;
    struct tui_options screen;
    struct cli_values opt;         /* what was given by options */
    const struct cli_command *cmd; /* NULL: the workbook */
    char **args; /* what is left besides options */
    int nargs, nafter; /* nafter: how many of the arguments stood after "--" */
};

int cmd_list(struct cli *c);
int cmd_serve(struct cli *c);
int cmd_show(struct cli *c);
int cmd_next(struct cli *c);
int cmd_start(struct cli *c);
int cmd_test(struct cli *c);
int cmd_bench(struct cli *c);
int cmd_place(struct cli *c);
int cmd_profile(struct cli *c);
int cmd_watch(struct cli *c);
int cmd_hint(struct cli *c);
int cmd_roster(struct cli *c);
int cmd_grade(struct cli *c);
int cmd_regrade(struct cli *c);
int cmd_solution(struct cli *c);
int cmd_reset(struct cli *c);
int cmd_curve(struct cli *c);
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
int cmd_book(struct cli *c);
int cmd_calibrate(struct cli *c);
int cmd_status(struct cli *c);
int cmd_doctor(struct cli *c);
int cmd_export(struct cli *c);
int cmd_read(struct cli *c);
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
int cmd_interview(struct cli *c);
int cmd_lab(struct cli *c);
int cmd_lab_curve(struct cli *c);
int cmd_lab_new(struct cli *c);
int cmd_pack(struct cli *c);
int cmd_map(struct cli *c);
int cmd_unlock(struct cli *c);
int cmd_lock(struct cli *c);
int cmd_config(struct cli *c);
int cmd_completions(struct cli *c);
int cmd_class(struct cli *c);
int cmd_comment(struct cli *c);
int cmd_mark(struct cli *c);
int cmd_request(struct cli *c);
int cmd_worker(struct cli *c);
int cmd_help(struct cli *c);
int cmd_version(struct cli *c); /* `ridge --version`, without a workbook */

extern volatile int cli_interrupted; /* set by SIGINT, SIGTERM, SIGHUP */
void cli_catch_signals(void);

void cli_note_look(struct cli *c);       /* during a sitting keeps that a page was opened, and says so */
int cli_fail(struct cli *c, int code); /* prints app.error and returns code */
int cli_no_student(struct cli *c, const char *key); /* leaves app.error and returns the code */
/* Says what is wrong with a command line, as a whole sentence, and returns the exit code. */
int cli_error(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int cli_usage(const char *command, const char *args); /* says how the command is written; returns APP_USAGE */
void cli_say(const char *fmt, ...) __attribute__((format(printf, 1, 2))); /* a remark, on standard error */
/* A line of standard input without its end; NULL: there is none, or the command was interrupted. */
char *cli_ask(const char *prompt, char *line, size_t n);
int cli_json(json_t *doc);             /* prints and steals it; returns 0 */
void cli_notice(struct cli *c);        /* app.notice, once, on standard error */

/* Colour by name when it is on: "red" "green" "yellow" "cyan" "dim" "bold" or "off". */
const char *cli_color(const struct cli *c, const char *name);
int cli_markdown(const struct cli *c, const char *text); /* prints it; APP_OK or APP_OURS */
/* Lines of what follows on standard output are as wide as the terminal, or as COLUMNS says (fold.h); in a pipe without
 * COLUMNS a record is one line, however long. With json nothing is folded, and what is wrong with a command line is
 * said as a document, too. */
void cli_begin(bool json);
int cli_fold_width(void); /* the width to which cli_begin() folds; 0: a line may have any */
int cli_width_to(int most); /* columns of standard output, at most so many; 80 in a pipe */
int cli_width(void);      /* columns for prose and pictures: cli_fold_width(), at most 100, 80 in a pipe */
/* Text of questions and hints, folded at that width: its first line begins at column `at`, where the cursor is, and so
   do the others. A line broken in the source flows on; an empty one parts paragraphs. Ends the last line. */
void cli_prose(int at, const char *text);
/* A question behind its heading: its unit, what is asked, and what may be answered. */
void cli_question(const json_t *question);
int cli_utf8(void); /* may signs beyond ASCII be written? */
const char *cli_status_color(const char *status);
const char *cli_mark(const char *status); /* the status's sign, "✓"; in ASCII where the locale has no other */
enum { CLI_STATUS_COLUMNS = 14 }; /* what cli_status_word() fills */
void cli_status_word(const struct cli *c, const char *status);

/* The plural's "s" of n things, "" for one; figure_of() counts and names at once. */
const char *cli_s(size_t n);

int cli_confirmed(struct cli *c, const char *question); /* 1 with --yes, or where a person on a terminal said yes */

/* Erases the student with that key from the workbook, its folders and, with --backups, its copies; the exit code. */
int cli_forget(struct cli *c, const char *key);

/* {"LAB": db_progress_all() and app_standing_all()} of every lab that is there or was begun; yours. */
json_t *cli_progress(struct cli *c);

json_t *cli_lab(struct cli *c, const char *id);   /* app_lab(), whose failure it prints */

/* "7" and "week7" are week 7, and so is "w07" as long as no lab begins so; 0 for everything else. */
int cli_week(struct cli *c, const char *arg);
/* Is `arg` a number that no week has ("60")? Then says so. */
bool cli_is_no_week(struct cli *c, const char *arg);

/* The phases up to and with `last`, NULL-terminated (ret: at least 5); NULL means all. */
void cli_phases_to(const char *last, const char **ret);

/*
 * The card (of curriculum_cards()) with that id, or whose name it is: "prelude/02-five-axes", "five-axes". NULL: none.
 */
const json_t *cli_card(struct cli *c, const char *arg);

/*
 * One run of a lab, followed on a terminal; the report is yours, NULL when there is none. With a report, *ret_lab
 * (which may be NULL) is the lab that ran, yours, so that nothing afterwards evaluates its files again. Returns the
 * exit code.
 */
int cli_run(struct cli *c, const char *id, const char *verb, const char *const *phases, int store, json_t **report,
            json_t **ret_lab);

/* What failed in `correct`; with --all each case and its inputs (cli_cases.c). */
void cli_print_failures(const struct cli *c, const json_t *report, const json_t *milestone);
void cli_print_report(const struct cli *c, const json_t *report);
/* The times that the emulator's model predicts; nothing where it was not asked. */
void cli_print_predicted(const struct cli *c, const json_t *report);
/* "; after the solution: perf:a" of app_standing()'s milestones that were won so; "": none. */
const char *cli_after_solution(const json_t *stands, char *buf, size_t n);
void cli_print_total(struct cli *c, const json_t *lab); /* the lab's points by all its runs, and answers */
/* The dictionary of counters, or the row of one of them (NULL: all). An exit code. */
int cli_help_counters(const struct cli *c, const char *name);
/* The line "Next: …" after a run of the learner's own files; `report`: of that run, or NULL. */
void cli_next(struct cli *c, const json_t *lab, const json_t *report);

#endif
