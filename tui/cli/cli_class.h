/*
 * cli_class.h: a class on the command line, for `ridge grade`, `ridge regrade` and `ridge adjust`: opened and locked,
 * its queue run with a line of progress, and parts of its tables.
 */
#ifndef TUI_CLI_CLASS_H
#define TUI_CLI_CLASS_H

#include "cli.h"
#include "tui/app/class_policy.h"

/* What --due, --late, --grace, --keep and --visibility say. */
static inline struct class_policy cli_policy(const struct cli_values *o)
{
    return (struct class_policy){ o->due, o->late, o->grace, o->keep, o->visibility };
}

/* The lab that --lab names, yours, with the workbook open and locked (class_run_unlock(*lock)); NULL with *code set,
 * after saying why. */
json_t *cli_class_open(struct cli *c, int *lock, int *code);

enum { CLI_PHASES = 5 };

/* What --phase says; without it what the class was last graded by, which its policy has; else all but profile. */
void cli_class_phases(const struct cli *c, const json_t *policy, const char *ret[CLI_PHASES]);

/* Keeps what --phase says in the policy of the lab, so that the next command goes on by it; 0, or the exit code with
 * app.error. */
int cli_class_keep_phase(struct cli *c, const char *lab, const json_t *policy);

/* From which seed the last round of the lab drew its visible cases; nothing where none did. */
void cli_print_seed(struct cli *c, const char *lab);

/* Grades what is queued; 0, or the exit code with app.error. */
int cli_class_run(struct cli *c, const json_t *lab, const char *const *phases);

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

/* The same for --only, in its place; c->opt.only is the result, which is yours to free after its last use. 0, or the
 * exit code with app.error. */
int cli_only(struct cli *c, char **ret);

/* Of the class those whose own work is the reference's: [{"who","share"}], yours; empty where nobody is, or where the
 * sources cannot be compared. The same for people, when there are any. */
json_t *cli_copies(struct cli *c, const json_t *lab);
void cli_print_copies(const struct cli *c, const json_t *copies);

#endif
