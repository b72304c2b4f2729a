/*
 * cli_class.h: a class on the command line, for `ridge grade`, `ridge regrade` and `ridge adjust`: opened and locked,
 * its queue run with a line of progress, and parts of its tables.
 */
#ifndef TUI_CLI_CLASS_H
#define TUI_CLI_CLASS_H

#include "cli.h"
#include "tui/app/class_policy.h"

/* What --due, --late, --cutoff, --grace, --keep and --visibility say. */
static inline struct class_policy cli_policy(const struct cli_values *o)
{
    return (struct class_policy){ o->due, o->late, o->grace, o->keep, o->visibility, o->cutoff };
}

/* The lab that --lab names, yours, with the workbook open and locked (class_run_unlock(*lock)); NULL with *code set,
 * after saying why. */
json_t *cli_class_open(struct cli *c, int *lock, int *code);

enum { CLI_PHASES = 5 };

/* What --phase says; without it what the class was last graded by, which its policy has; else all but profile. */
void cli_class_phases(const struct cli *c, const json_t *policy, const char *ret[CLI_PHASES]);

/* The rule of partial credit that counts (class_run_partial()), in *ret; 0, or the exit code with app.error where
 * --partial asks for what the lab cannot have. */
int cli_class_partial(struct cli *c, const json_t *lab, const json_t *policy, const char **ret);

/* Keeps what --phase and --partial say in the policy of the lab, so that the next command goes on by it; 0, or the exit
 * code with app.error. */
int cli_class_keep(struct cli *c, const char *lab, const json_t *policy);

/* By which rule `correct` gives points, where it is not all or nothing or where it was said. */
void cli_print_credit(const json_t *lab, const json_t *policy);

/* From which seed the last round of the lab drew its visible cases; nothing where none did. */
void cli_print_seed(struct cli *c, const char *lab);

/* Grades what is queued; `partial`, `recount`: of class_run_options. 0, or the exit code with app.error. */
int cli_class_run(struct cli *c, const json_t *lab, const char *const *phases, const char *partial,
                  const json_t *recount);

/* Of each row two members: what it is about, and what is to be said of that. */
void cli_print_pairs(const struct cli *c, const json_t *rows, const char *about, const char *said);

void cli_print_changes(const struct cli *c, const json_t *changes); /* of class_changes() */

/* Of rows of class_book_rows() those that were adjusted by hand: [{"key","adjust"}], yours; the same for people, when
 * there are any. */
json_t *cli_adjusted(const json_t *rows);
void cli_print_adjusted(const struct cli *c, const json_t *rows);
void cli_adjustment(const json_t *row, struct text *said); /* "7.5 of 10 points by hand: ill; measured: FAIL 3" */

/* The key of the student that `label` names as a hand-in does: key, login, e-mail or name; `label` itself where nobody
 * is named. Yours; NULL with *code and app.error when it fits more than one. */
char *cli_student_key(struct cli *c, const char *label, int *code);

/* The same for each --only, in its place and once: c->opt.only has keys then, until cli_only_free(), which is to be
 * called whatever the result. 0, or the exit code with app.error. */
int cli_only(struct cli *c);
void cli_only_free(struct cli *c);

/* `ridge adjust --from FILE.csv`: shows what the decisions of the table would change, and stores all of them or none.
 * The exit code, with app.error. */
int cli_adjust_from(struct cli *c, const json_t *lab, const char *path);

/* `ridge comment` or `mark` with --remove: takes a number of the lab back and says so, with --json as `schema`. The
 * exit code, with app.error. */
int cli_take_back(struct cli *c, const json_t *lab, const char *schema);

/* `ridge roster groups [FILE.csv]`; the exit code, with what is wrong said. */
int cli_roster_groups(struct cli *c);

/* `ridge regrade` by what the options say; the exit code, with what is wrong said. */
int cli_regrade(struct cli *c);

/* `ridge class LAB KEY`: what one student handed in and what became of it, or with --source or --diff its code. The
 * exit code, with app.error. */
int cli_class_student(struct cli *c, const json_t *lab, const char *label);

/* Is the student of this key one of those that --only names? Without --only everybody is. */
bool cli_is_meant(const struct cli *c, const char *key);

/* Is a student with this entry in the roster's column of sections meant? Without --section everybody is. */
bool cli_in_section(const struct cli *c, const char *entry);

/* Of rows with "section" those that are meant; 0, or the exit code with app.error where nobody is. */
int cli_keep_sections(struct cli *c, json_t *rows);

/* `ridge class --total`, also as --html and --out: what the labs come to together. `sheet`: "ridge.sheet/1". */
enum app_exit cli_class_total(struct cli *c, const json_t *sheet);

/* How the grades of each lab lie, in a line of ten blocks: {LAB: "▁ ▂█"}, yours. */
json_t *cli_class_plots(const json_t *sheet);

/* `ridge class --late-days`: the budget over the term, with the grades that it changes shown and asked about. */
enum app_exit cli_class_days(struct cli *c);

/* Of similar.h: whose own work is the reference's, when anybody's is; and at most `limit` clusters, with the names of
 * students by their keys. */
void cli_print_copies(const struct cli *c, const json_t *copies);
void cli_print_clusters(const struct cli *c, const json_t *clusters, const json_t *names, size_t limit);

#endif
