/*
 * executor.h: where the runs of a class take place: on this machine, on others through ssh, or on a cluster of Slurm's.
 *
 * Who grades opens one, starts tasks as long as there is room, and pumps; each task ends once, with the raw report or
 * with why there is none. What is not the submission's own doing (a machine that died, a lost connection, a result cut
 * short) is a failure with its sentence, for the caller to try again. What comes from another machine is read as
 * foreign: capped, checked against its hash and against what was asked.
 */
#ifndef RUNNER_EXECUTOR_H
#define RUNNER_EXECUTOR_H

#include <stdbool.h>

#include "runner/runner.h"
#include "runner/base/util.h"

struct executor;

/* A task is a grading and how often it has been leased. */
struct executor_end {
    int64_t id;
    int attempt;
    const json_t *raw;    /* ridge.raw/1 with machine.host, or NULL */
    const json_t *phases; /* that were asked for when it was started */
    const char *failure;  /* why there is no report */
};

struct executor_options {
    const char *where;                 /* local, slurm, ssh:HOST[:/PATH/OF/ridge][,…] */
    const char *spool;                 /* slurm: a folder that the nodes share */
    const char *self;                  /* this program: what a node runs */
    const char *level;                 /* the least box of a foreign run, such as "L1" */
    struct runner_request request;     /* all but the files; its strings outlive the executor */
    int jobs;                          /* at once; 0: as many as are sensible there */
    void (*ended)(const struct executor_end *end, void *data);
    void *data;
};

/* Whether there is such an executor: 0, or -1 with a sentence. */
int executor_known(const char *where, struct err *e);

/* NULL with a sentence in `e`: no sbatch, an unknown host key, no shared folder. */
struct executor *executor_open(const struct executor_options *o, struct err *e);

/* How many more tasks may be started now. */
int executor_room(const struct executor *x);

/* -1: it was not started, and does not end. */
int executor_start(struct executor *x, int64_t id, int attempt, const json_t *files, struct err *e);

/* Waits at most wait_ms for news, and tells ended() of each task that is over. -1: nothing can run here any more; what
 * was under way has ended. */
int executor_pump(struct executor *x, int wait_ms, struct err *e);

int executor_underway(const struct executor *x);

/* Gives up what is under way; the ends follow from executor_pump(). */
void executor_cancel(struct executor *x);

/* Whether what is under way goes on without us, to be found again by the next that opens it. */
bool executor_stays(const struct executor *x);

/* What is under way in a spool, for whichever lab: {"ID.ATTEMPT": true}, new. Their leases are no orphans'. */
json_t *executor_left(const char *spool);

void executor_close(struct executor *x);

#endif
