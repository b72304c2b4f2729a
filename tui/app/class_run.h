/*
 * class_run.h: the queue of a lab, graded. Each grading is leased, run in a ridge-exec of its own exactly as
 * `ridge test --file` runs a lab, here or where the executor says (executor.h), judged, and kept in one transaction.
 * Whatever dies in between, the next run goes on. A grading that failed by our own fault goes back to the queue, and
 * after its last try is held for the instructor. Of foreign machines one kind is timed: the kind of the lab's first.
 * Inputs are drawn for the whole class (class_seed.h).
 */
#ifndef TUI_CLASS_RUN_H
#define TUI_CLASS_RUN_H

#include "app.h"

struct class_run_options {
    const char *const *phases; /* NULL-terminated */
    const char *partial;       /* the rule of grader/credit.h that counts; NULL: the lab's own */
    const json_t *recount;     /* {submission: its published grading}: where by nothing but `partial` the report of that
                                  grading would be another, it is counted again, and not run; NULL: all are run */
    const char *backend;       /* NULL or "auto" as in app.h */
    const char *where, *spool; /* the executor (NULL: local) and its folder (NULL: in the home) */
    const char *level;         /* the least box of a foreign run */
    int jobs;                  /* gradings at once; 0: as many as the executor usually runs */
    volatile int *interrupted; /* 1: begin no more; 2: give back what runs here (a cluster goes on with its jobs) */
    /* Called after each verdict, and now and then with name NULL. */
    void (*progress)(void *data, const char *name, const char *said, int finished, int all, double seconds);
    void *data;
};

/* The rule of partial credit that a class is graded by: what was said (NULL: nothing), else what its policy has, else
 * the lab's own. */
const char *class_run_partial(const json_t *lab, const json_t *policy, const char *said);

/* Was this report made by the lab of this mark (executor_mark()) and these phases, and counted by this rule (NULL: by
 * any)? */
bool class_run_made(const json_t *report, const char *mark, const char *const *phases, const char *partial);

/*
 * The lock that class_run() needs, which one process has at a time, or -1 with a.error. It ends with the process. */
int class_run_lock(struct app *a);
void class_run_unlock(int lock);

/* APP_OK when the queue is empty; APP_INTERRUPTED; else the workbook failed, and a.error says how. */
enum app_exit class_run(struct app *a, const json_t *lab, const struct class_run_options *o);

#endif
