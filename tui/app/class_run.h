/*
 * class_run.h: the queue of a lab, graded. Each grading is leased, run in a ridge-exec of its own exactly as
 * `ridge test --file` runs it, here or where the executor says (executor.h), judged, and kept in one transaction.
 * Whatever dies in between, the next run goes on; what was our own fault goes back to the queue and is held for the
 * instructor in the end. Times of foreign machines count when they are of one kind: the first one's, lab by lab.
 */
#ifndef TUI_CLASS_RUN_H
#define TUI_CLASS_RUN_H

#include "app.h"

struct class_run_options {
    const char *const *phases; /* NULL-terminated */
    const char *backend;       /* NULL or "auto" as in app.h */
    const char *where, *spool; /* the executor (NULL: local) and its folder (NULL: in the home) */
    const char *level;         /* the least box of a foreign run */
    int jobs;                  /* at once; 0: what is usual there */
    volatile int *interrupted; /* 1: begin no more; 2: give back what runs; a cluster goes on with it */
    /* After each verdict, and with name NULL now and then: finished of all, seconds gone. */
    void (*progress)(void *data, const char *name, const char *said, int finished, int all, double seconds);
    void *data;
};

/*
 * One at a time on a workbook: the lock that class_run() needs, or -1 with a.error. It ends with the process. */
int class_run_lock(struct app *a);
void class_run_unlock(int lock);

/* APP_OK when the queue is empty; APP_INTERRUPTED; else what went wrong with the workbook, in a.error. */
enum app_exit class_run(struct app *a, const json_t *lab, const struct class_run_options *o);

#endif
