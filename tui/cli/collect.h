/*
 * collect.h: hand-ins that are fetched and checked (collect_look.c and its parts), and what follows where a class is
 * graded on hand-in (collect_grade.c): each newest one is graded, and its answer goes back sealed for its student.
 *
 * One look lists the place, fetches and reads what is new, and lays out each student's newest hand-in. What one process
 * has read is not read again; what came damaged is asked for again, ever more rarely. Whatever ends the process, the
 * next one finds all in the home and in the workbook, and goes on.
 */
#ifndef TUI_CLI_COLLECT_H
#define TUI_CLI_COLLECT_H

#include <stdbool.h>
#include <stdint.h>

#include "cli.h"

struct collecting {
    struct cli *c;
    const json_t *lab;
    const char *id, *from;
    char *in, *out, *back; /* where bundles are kept, where students' files go, and what was answered */
    bool grades;           /* what is laid out is graded, too */
    json_t *names;         /* of bundles in the place, as this look found them */
    json_t *students, *rows;
    json_t *keys;     /* {student: [base64, newest first]} */
    json_t *owner;    /* {base64: student} */
    json_t *read;     /* {bundle: true}: what this process has read and need not read again */
    json_t *again;    /* {bundle: {"at","wait"}}: what did not come whole, and when to ask for it again; ms */
    json_t *last;     /* {student: {"bundle","made","key"[,"submission"]}}: each one's newest hand-in */
    size_t requests;  /* how many of a regrade came with what was read */
    json_t *waiting;  /* {student: {"row","files"}}: newest hand-ins beyond what an hour allows */
};

/* Opens the workbook, the folders and the students' keys. 0, or an exit code with app.error. */
int collect_prepare(struct collecting *x);

/* 0, or an exit code with app.error. What a look found stands in x->rows. */
int collect_look(struct collecting *x);

/* After the look: queues, grades and answers what is new. *ret_busy: another process grades; the next call does it. */
int collect_grade(struct collecting *x, bool *ret_busy);

/* May the student have this hand-in graded now? One that the workbook has may; else *ret_until (ms) is when. 0, or an
 * exit code. */
int collect_allows(struct collecting *x, const char *student, const json_t *files, bool *ret_may, int64_t *ret_until);

/* Keeps a hand-in that is laid out as a submission, and its number in x->last. 0, or an exit code. */
int collect_keep(struct collecting *x, const json_t *row, const json_t *files);

/* One process watches a lab's hand-ins: the lock's descriptor, or -1 with app.error. */
int collect_lock(struct collecting *x);

/* Looks, grades and answers until it is interrupted; the exit code. */
int collect_watch(struct collecting *x);

void collect_report_rows(struct collecting *x); /* what the look found, for people */

#endif
