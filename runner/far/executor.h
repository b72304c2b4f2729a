/*
 * executor.h: where the runs of a class take place: on this machine, on others through ssh, or on a cluster of Slurm's.
 *
 * The caller opens an executor, starts tasks as long as there is room, and pumps. Each task ends once, with a raw
 * report or with a failure: a sentence on what was not the submission's doing (a machine that died, a lost connection,
 * a result cut short), for the caller to try again. A result of another machine is read as foreign: capped, checked
 * against its hash and against the job.
 */
#ifndef RUNNER_EXECUTOR_H
#define RUNNER_EXECUTOR_H

#include <stdbool.h>

#include "runner/runner.h"
#include "runner/base/util.h"

struct executor;

/* How a task ended. A task is one attempt at one grading: `id` and how often the grading has been leased. */
struct executor_end {
    int64_t id;
    int attempt;
    const json_t *raw;    /* ridge.raw/1 with machine.host; NULL: it failed */
    const json_t *phases; /* the phases that the task was started with */
    const char *failure;  /* why there is no raw report; NULL beside one */
};

struct executor_options {
    const char *where;                 /* local, slurm, ssh:HOST[:/PATH/OF/ridge][,…] */
    const char *spool;                 /* slurm: a folder that all nodes see */
    const char *self;                  /* path of this program, which a node runs, too */
    const char *level;                 /* the least box of a foreign run, such as "L1" */
    struct runner_request request;     /* without files; its strings outlive the executor */
    int jobs;                          /* tasks at once; 0: as many as the place can take */
    void (*ended)(const struct executor_end *end, void *data);
    void *data;
};

/* A hash of the files that judge a lab: where two hashes differ, references, cases or points may differ, too. */
void executor_mark(const json_t *lab, const char *root, char hex[33]);

/* Is `where` the name of an executor? 0, or -1 with a sentence. */
int executor_known(const char *where, struct err *e);

/* NULL with a sentence in `e`, as when there is no sbatch, a host key is unknown, or a folder is not shared. */
struct executor *executor_open(const struct executor_options *o, struct err *e);

/* How many more tasks may be started now. */
int executor_room(const struct executor *x);

/* 0, or -1 with a sentence when the task could not be started: ended() is then never called for it. */
int executor_start(struct executor *x, int64_t id, int attempt, const json_t *files, struct err *e);

/* Waits at most wait_ms for news, and calls ended() for each task that is over. -1 with a sentence: no task can run
 * here any more, and ended() was called for all that were under way. */
int executor_pump(struct executor *x, int wait_ms, struct err *e);

/* How many tasks are under way. */
int executor_underway(const struct executor *x);

/* Gives up all tasks under way; executor_pump() then calls ended() for each. */
void executor_cancel(struct executor *x);

/* Do tasks go on when this process ends, so that the next executor_open() finds them again? (Slurm) */
bool executor_stays(const struct executor *x);

/* The tasks under way in a spool, of all labs: {"ID.ATTEMPT": true}, a new object. Their leases must not be taken
 * back. */
json_t *executor_left(const char *spool);

void executor_close(struct executor *x);

#endif
